internal import FoundationEssentials
package import StoreModel

/// The app receipt: one signed file about the application on a device and all that was bought in it.
///
/// The caller decides which purchases go in. As with Apple's: consumables until they are finished, everything else for
/// good, and with a cancellation date where the money went back.
package struct AppReceipt: Hashable, Sendable {
    /// When the sandbox's applications were first downloaded, all of them: 2013-08-01 07:00 UTC.
    package static let firstDownload = Timestamp(milliseconds: 1_375_340_400_000)

    package var environment: StoreEnvironment
    package var bundleIdentifier: String
    /// The application's number in the store; 0 in the sandbox.
    var appItemIdentifier: Int64
    var applicationVersion: String
    /// The version that was first downloaded; `1.0` in the sandbox.
    var originalApplicationVersion: String
    var creationDate: Timestamp
    /// When the application was first downloaded. The sandbox's answer is always the same.
    var originalPurchaseDate: Timestamp
    package var purchases: [InAppPurchase]

    package init(
        environment: StoreEnvironment, bundleIdentifier: String, appItemIdentifier: Int64 = 0,
        applicationVersion: String, originalApplicationVersion: String = "1.0", creationDate: Timestamp,
        originalPurchaseDate: Timestamp = firstDownload, purchases: [InAppPurchase]
    ) {
        self.environment = environment
        self.bundleIdentifier = bundleIdentifier
        self.appItemIdentifier = appItemIdentifier
        self.applicationVersion = applicationVersion
        self.originalApplicationVersion = originalApplicationVersion
        self.creationDate = creationDate
        self.originalPurchaseDate = originalPurchaseDate
        self.purchases = purchases
    }

    /// `receipt_type`, which verifiers take for the environment.
    var type: String { environment == .production ? "Production" : "ProductionSandbox" }

    /// The receipt as an application hands it on: signed, base64 in one line, bound to the device by a hash.
    package func signed(
        by signer: TransactionSigner, for device: [UInt8], as encoding: ReceiptEncoding = .appStore
    ) throws -> String {
        let data = try SignedData(content(for: device), signedBy: signer)
        return Data(try data.encoded(encoding, signer.certificates)).base64EncodedString()
    }
}

extension AppReceipt {
    /// Reads a receipt's bytes, in either encoding.
    package init(_ bytes: [UInt8], signedBy certificates: CertificateChain) throws(ReceiptError) {
        guard let data = try? SignedData(decoding: bytes) else { throw .malformed }
        let encoding: ReceiptEncoding = bytes[1] == 0x80 ? .xcode : .appStore
        guard data.isSigned(by: certificates),
            // Nothing around what is signed, such as the other certificates, may differ from what the store writes.
            (try? data.encoded(encoding, certificates)) == bytes
        else { throw .notAuthentic }
        guard let receipt = try? AppReceipt(content: data.content) else { throw .malformed }
        guard certificates.isValid(at: receipt.creationDate) else { throw .notAuthentic }
        self = receipt
    }
}
