internal import Crypto
internal import FoundationEssentials
package import StoreModel

/// The receipt of one transaction, as StoreKit handed it out before there were app receipts
/// (`SKPaymentTransaction.transactionReceipt`): a property list with a signed property list in it. `AccountSession`
/// makes it, and `ReceiptVerifier` reads it back for verifyReceipt.
package struct LegacyReceipt: Hashable, Sendable {
    package var environment: StoreEnvironment
    package var bundleIdentifier: String
    var applicationVersion: String
    /// The product's number in the store.
    var itemIdentifier: String
    /// The device that it was bought on, in words of the store's.
    var uniqueIdentifier: String
    package var purchase: InAppPurchase

    package init(
        environment: StoreEnvironment, bundleIdentifier: String, applicationVersion: String, itemIdentifier: String,
        uniqueIdentifier: String, purchase: InAppPurchase
    ) {
        self.environment = environment
        self.bundleIdentifier = bundleIdentifier
        self.applicationVersion = applicationVersion
        self.itemIdentifier = itemIdentifier
        self.uniqueIdentifier = uniqueIdentifier
        self.purchase = purchase
    }
}

extension LegacyReceipt {
    /// The first byte of the signature: the form of what follows. Apple's are 1 to 3, with RSA.
    private static let signatureVersion: UInt8 = 4
    /// `r` and `s`, 32 bytes each.
    private static let signatureLength = 64

    package func signed(by signer: TransactionSigner) throws -> String {
        let info = purchaseInfo.bytes
        let signature = try signer.signature(for: Self.signedBytes(environment, info)).rawRepresentation
        return Data(list(info: info, signature: Array(signature), signer.certificates).bytes).base64EncodedString()
    }

    package init(_ bytes: [UInt8], signedBy certificates: CertificateChain) throws(ReceiptError) {
        guard let list = PropertyListText(bytes), let info = list["purchase-info"].flatMap(Self.decode),
            let signature = list["signature"].flatMap(Self.decode), let inner = PropertyListText(info),
            let receipt = LegacyReceipt(info: inner, isSandbox: list["environment"] != nil)
        else { throw .malformed }
        let bare = Array(signature.dropFirst().prefix(Self.signatureLength))
        guard let ecdsa = try? P256.Signing.ECDSASignature(rawRepresentation: bare),
            certificates.leafKey.isValidSignature(ecdsa, for: Self.signedBytes(receipt.environment, info)),
            // Nothing around what is signed may differ from what the store writes.
            receipt.list(info: info, signature: bare, certificates).bytes == bytes,
            certificates.isValid(at: receipt.purchase.purchaseDate)
        else { throw .notAuthentic }
        self = receipt
    }

    /// The fields of the answer of verifyReceipt, in the order of the receipt; all are strings.
    package var fields: [(key: String, value: String)] {
        purchaseInfo.entries.map { (String($0.key.map { $0 == "-" ? "_" : $0 }), $0.value) }
    }

    private var purchaseInfo: PropertyListText {
        var entries = [
            ("original-transaction-id", purchase.originalTransactionIdentifier.rawValue),
            ("transaction-id", purchase.transactionIdentifier.rawValue),
            ("product-id", purchase.productIdentifier.rawValue),
            ("item-id", itemIdentifier),
            ("quantity", String(purchase.quantity)),
            ("bid", bundleIdentifier),
            ("bvrs", applicationVersion),
            ("unique-identifier", uniqueIdentifier),
        ]
        func append(_ key: String, _ moment: Timestamp) {
            let date = ReceiptDate(moment)
            entries += [(key, date.text), (key + "-ms", date.milliseconds), (key + "-pst", date.pacific)]
        }
        append("purchase-date", purchase.purchaseDate)
        append("original-purchase-date", purchase.originalPurchaseDate)
        if let expires = purchase.expiresDate {
            let date = ReceiptDate(expires)
            entries += [
                ("expires-date", date.milliseconds), ("expires-date-formatted", date.text),
                ("expires-date-formatted-pst", date.pacific),
            ]
        }
        return PropertyListText(entries)
    }

    private init?(info: PropertyListText, isSandbox: Bool) {
        func moment(_ key: String) -> Timestamp? { info[key].flatMap { Int64($0) }.map(Timestamp.init(milliseconds:)) }
        guard let quantity = info["quantity"].flatMap({ Int($0) }), let product = info["product-id"],
            let transaction = info["transaction-id"], let original = info["original-transaction-id"],
            let purchaseDate = moment("purchase-date-ms"), let originalDate = moment("original-purchase-date-ms"),
            let bundle = info["bid"], let version = info["bvrs"], let item = info["item-id"],
            let device = info["unique-identifier"]
        else { return nil }
        self.init(
            environment: isSandbox ? .sandbox : .production, bundleIdentifier: bundle, applicationVersion: version,
            itemIdentifier: item, uniqueIdentifier: device,
            purchase: InAppPurchase(
                quantity: quantity, productIdentifier: ProductIdentifier(rawValue: product),
                transactionIdentifier: TransactionIdentifier(rawValue: transaction),
                originalTransactionIdentifier: TransactionIdentifier(rawValue: original), purchaseDate: purchaseDate,
                originalPurchaseDate: originalDate, expiresDate: moment("expires-date")))
    }

    /// The outer list. The signature is followed by the leaf certificate and its length, as in Apple's.
    private func list(info: [UInt8], signature: [UInt8], _ certificates: CertificateChain) -> PropertyListText {
        let leaf = certificates.der[0]
        let length = (0..<4).map { UInt8(truncatingIfNeeded: leaf.count >> (24 - 8 * $0)) }
        var entries = [
            ("signature", Self.encode([Self.signatureVersion] + signature + length + leaf)),
            ("purchase-info", Self.encode(info)),
        ]
        if environment == .sandbox { entries.append(("environment", "Sandbox")) }
        return PropertyListText(entries + [("pod", "100"), ("signing-status", "0")])
    }

    /// The bytes that are signed. The environment is part of it, although it stands outside of the signed list.
    private static func signedBytes(_ environment: StoreEnvironment, _ info: [UInt8]) -> [UInt8] {
        [signatureVersion] + Array(environment.rawValue.utf8) + [0] + info
    }

    private static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    private static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map(Array.init) }
}
