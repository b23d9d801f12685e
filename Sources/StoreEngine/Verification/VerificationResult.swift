internal import StoreSigning

/// The answer of verifyReceipt. It goes out with HTTP 200, whatever the status is.
package struct VerificationResult: Hashable, Sendable {
    /// The status, as it stands in the body, too: 0, or a number from 21000.
    package let status: Int
    /// The body, a JSON object.
    package let json: [UInt8]

    /// A status without a receipt. Of the internal errors `isRetryable` says whether it helps to ask again.
    init(_ status: ReceiptStatus, isRetryable: Bool? = nil) {
        self.init(status) { $0.field("is-retryable", isRetryable.map { $0 ? 1 : 0 }) }
    }

    /// A status and what comes with it.
    init(_ status: ReceiptStatus, _ fields: (inout JSONWriter) -> Void) {
        self.status = status.rawValue
        json = JSONWriter.object { writer in
            writer.field("status", Int64(status.rawValue))
            fields(&writer)
        }
    }
}
