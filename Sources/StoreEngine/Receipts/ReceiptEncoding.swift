/// How an app receipt is written. Both forms say the same.
package enum ReceiptEncoding: Sendable, CaseIterable {
    /// As the App Store does it: DER.
    case appStore
    /// As Xcode's local testing does it: BER with indefinite lengths around the content.
    case xcode
}
