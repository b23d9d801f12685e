internal import Crypto
internal import FoundationEssentials
package import StoreModel

/// The app receipt: one signed file about the application on a device and all that was bought in it.
/// `AccountSession` makes it for a device, and `ReceiptVerifier` reads it back for verifyReceipt.
///
/// The caller decides which purchases go in. As with Apple's receipts, consumables are in it until they are
/// finished. Everything else stays for good, with a cancellation date if it was refunded.
package struct AppReceipt: Hashable, Sendable {
    /// When all of the sandbox's applications were first downloaded: 2013-08-01 07:00 UTC.
    package static let firstDownload = Timestamp(milliseconds: 1_375_340_400_000)

    package var environment: StoreEnvironment
    package var bundleIdentifier: String
    /// The application's number in the store; 0 in the sandbox.
    var appItemIdentifier: Int64
    var applicationVersion: String
    /// The version that was first downloaded; `1.0` in the sandbox.
    var originalApplicationVersion = "1.0"
    var creationDate: Timestamp
    /// When the application was first downloaded. The sandbox always gives the same date.
    var originalPurchaseDate = AppReceipt.firstDownload
    package var purchases: [InAppPurchase]

    package init(
        environment: StoreEnvironment, bundleIdentifier: String, appItemIdentifier: Int64 = 0,
        applicationVersion: String, creationDate: Timestamp, purchases: [InAppPurchase]
    ) {
        self.environment = environment
        self.bundleIdentifier = bundleIdentifier
        self.appItemIdentifier = appItemIdentifier
        self.applicationVersion = applicationVersion
        self.creationDate = creationDate
        self.purchases = purchases
    }

    /// `receipt_type`, which tells verifiers the environment.
    var type: String { environment == .production ? "Production" : "ProductionSandbox" }

    /// The receipt as an application hands it on: signed, base64 in one line, bound to the device by a hash.
    package func signed(
        by signer: TransactionSigner, for device: [UInt8], as encoding: ReceiptEncoding
    ) throws -> String {
        let data = try SignedData(content(for: device), signedBy: signer)
        return Data(data.encoded(encoding, signer.certificates)).base64EncodedString()
    }

    /// Reads a receipt's bytes, in either encoding.
    package init(_ bytes: [UInt8], signedBy certificates: CertificateChain) throws(ReceiptError) {
        guard let data = try? SignedData(decoding: bytes) else { throw .malformed }
        let encoding: ReceiptEncoding = bytes[1] == 0x80 ? .xcode : .appStore
        guard data.isSigned(by: certificates),
            // What is around the signed content, such as the other certificates, must be exactly as the store
            // writes it.
            data.encoded(encoding, certificates) == bytes
        else { throw .notAuthentic }
        guard let receipt = try? AppReceipt(content: data.content) else { throw .malformed }
        guard certificates.isValid(at: receipt.creationDate) else { throw .notAuthentic }
        self = receipt
    }
}

package enum ReceiptError: Error, Hashable, Sendable {
    case malformed
    /// This store did not sign it, it was changed afterwards, or the store's certificates were not valid at
    /// its date.
    case notAuthentic
}

/// The numbers of the attributes of a receipt, from Apple's "Receipt Fields".
private enum Field {
    static let type = 0
    static let appItemIdentifier = 1
    static let bundleIdentifier = 2
    static let applicationVersion = 3
    static let opaqueValue = 4
    static let hash = 5
    static let creationDate = 12
    static let purchase = 17
    static let originalPurchaseDate = 18
    static let originalApplicationVersion = 19
}

extension AppReceipt {
    func content(for device: [UInt8]) throws -> [UInt8] {
        let bundle = try ReceiptAttribute(Field.bundleIdentifier, bundleIdentifier)
        let opaque = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        var attributes = [
            try ReceiptAttribute(Field.type, type),
            try ReceiptAttribute(Field.appItemIdentifier, appItemIdentifier),
            bundle,
            try ReceiptAttribute(Field.applicationVersion, applicationVersion),
            ReceiptAttribute(Field.opaqueValue, raw: opaque),
            ReceiptAttribute(Field.hash, raw: Self.hash(of: device, opaque, bundle.value)),
            try ReceiptAttribute(Field.creationDate, creationDate),
        ]
        attributes += try purchases.map { ReceiptAttribute(Field.purchase, raw: try $0.content()) }
        attributes.append(try ReceiptAttribute(Field.originalPurchaseDate, originalPurchaseDate))
        attributes.append(try ReceiptAttribute(Field.originalApplicationVersion, originalApplicationVersion))
        return try ReceiptAttribute.set(attributes)
    }

    /// Whether a receipt's bytes say that it was made for a device. The signature is not checked.
    package static func isBound(_ bytes: [UInt8], to device: [UInt8]) -> Bool {
        guard let content = try? SignedData(decoding: bytes).content,
            let attributes = try? ReceiptAttribute.all(in: content),
            let opaque = attributes.find(Field.opaqueValue),
            let bundle = attributes.find(Field.bundleIdentifier)
        else { return false }
        return attributes.find(Field.hash)?.value == hash(of: device, opaque.value, bundle.value)
    }

    private static func hash(of device: [UInt8], _ opaque: [UInt8], _ bundle: [UInt8]) -> [UInt8] {
        Array(Insecure.SHA1.hash(data: device + opaque + bundle))
    }

    /// Reads a receipt's content back. Unknown attributes are skipped.
    init(content: [UInt8]) throws {
        let attributes = try ReceiptAttribute.all(in: content)
        self.init(
            environment: try attributes.need(Field.type).text == "Production" ? .production : .sandbox,
            bundleIdentifier: try attributes.need(Field.bundleIdentifier).text,
            appItemIdentifier: try attributes.need(Field.appItemIdentifier).integer,
            applicationVersion: try attributes.need(Field.applicationVersion).text,
            creationDate: try attributes.need(Field.creationDate).date,
            purchases: try attributes.filter { $0.type == Field.purchase }.map {
                try InAppPurchase(content: $0.value)
            })
        originalApplicationVersion = try attributes.need(Field.originalApplicationVersion).text
        originalPurchaseDate = try attributes.need(Field.originalPurchaseDate).date
    }
}
