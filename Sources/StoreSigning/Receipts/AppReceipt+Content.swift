internal import Crypto
internal import StoreModel

/// The numbers of the attributes of a receipt, as Apple's "Receipt Fields" lists them.
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
        let hash = Self.hash(of: device, opaque, bundle.value)
        var attributes = [
            try ReceiptAttribute(Field.type, type),
            try ReceiptAttribute(Field.appItemIdentifier, appItemIdentifier),
            bundle,
            try ReceiptAttribute(Field.applicationVersion, applicationVersion),
            ReceiptAttribute(Field.opaqueValue, raw: opaque),
            ReceiptAttribute(Field.hash, raw: hash),
            try ReceiptAttribute(Field.creationDate, creationDate),
        ]
        attributes += try purchases.map { ReceiptAttribute(Field.purchase, raw: try $0.content()) }
        attributes.append(try ReceiptAttribute(Field.originalPurchaseDate, originalPurchaseDate))
        attributes.append(try ReceiptAttribute(Field.originalApplicationVersion, originalApplicationVersion))
        return try ReceiptAttribute.set(attributes)
    }

    /// Whether a receipt's bytes say that it was made for a device. Who signed it is not looked at.
    package static func isBound(_ bytes: [UInt8], to device: [UInt8]) -> Bool {
        guard let content = try? SignedData(decoding: bytes).content,
            let attributes = try? ReceiptAttribute.all(in: content)
        else { return false }
        func value(_ type: Int) -> [UInt8]? { attributes.first { $0.type == type }?.value }
        guard let opaque = value(Field.opaqueValue), let bundle = value(Field.bundleIdentifier) else { return false }
        return value(Field.hash) == hash(of: device, opaque, bundle)
    }

    private static func hash(of device: [UInt8], _ opaque: [UInt8], _ bundle: [UInt8]) -> [UInt8] {
        Array(Insecure.SHA1.hash(data: device + opaque + bundle))
    }

    /// Reads a receipt's content back. Attributes that are not known here are passed over.
    init(content: [UInt8]) throws {
        let attributes = try ReceiptAttribute.all(in: content)
        func find(_ type: Int) throws(MissingAttribute) -> ReceiptAttribute {
            guard let attribute = attributes.first(where: { $0.type == type }) else {
                throw MissingAttribute(type: type)
            }
            return attribute
        }
        self.init(
            environment: try find(Field.type).text == "Production" ? .production : .sandbox,
            bundleIdentifier: try find(Field.bundleIdentifier).text,
            appItemIdentifier: try find(Field.appItemIdentifier).integer,
            applicationVersion: try find(Field.applicationVersion).text,
            originalApplicationVersion: try find(Field.originalApplicationVersion).text,
            creationDate: try find(Field.creationDate).date,
            originalPurchaseDate: try find(Field.originalPurchaseDate).date,
            purchases: try attributes.filter { $0.type == Field.purchase }.map { try InAppPurchase(content: $0.value) })
    }
}

/// A receipt without something that every receipt has.
struct MissingAttribute: Error {
    let type: Int
}
