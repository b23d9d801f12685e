internal import FoundationEssentials
internal import StoreModel
internal import SwiftASN1

/// An attribute of an `AppReceipt` or an `InAppPurchase`. It has a number for its meaning, and a value that
/// is an ASN.1 element.
///
///     ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
struct ReceiptAttribute {
    let type: Int
    let value: [UInt8]

    init(_ type: Int, raw value: [UInt8]) {
        self.type = type
        self.value = value
    }

    init(_ type: Int, _ value: some DERSerializable) throws {
        self.init(type, raw: try der { try $0.serialize(value) })
    }

    init(_ type: Int, _ text: String) throws { try self.init(type, ASN1UTF8String(text)) }

    init(_ type: Int, _ date: Timestamp) throws { try self.init(type, ASN1IA5String(date.rfc3339)) }

    var text: String {
        get throws(ElementReader.Malformed) { try text(0x0C) }
    }

    var integer: Int64 {
        get throws(ElementReader.Malformed) {
            var reader = ElementReader(value[...])
            return try reader.integer()
        }
    }

    var date: Timestamp {
        get throws {
            let date = try Date(text(0x16), strategy: .iso8601)
            return Timestamp(milliseconds: Int64(date.timeIntervalSince1970) * 1000)
        }
    }

    /// The text of an element that begins with this byte.
    private func text(_ first: UInt8) throws(ElementReader.Malformed) -> String {
        var reader = ElementReader(value[...])
        guard let text = String(validating: try reader.content(of: first), as: UTF8.self) else {
            throw ElementReader.Malformed()
        }
        return text
    }

    /// The attributes of a SET, in its order. These are not DER's rules for sets: Apple's receipts are ordered by
    /// the numbers, not by the encoded bytes.
    static func all(in bytes: [UInt8]) throws(ElementReader.Malformed) -> [ReceiptAttribute] {
        var reader = ElementReader(bytes[...])
        return try reader.inside(.set) { reader throws(ElementReader.Malformed) in
            var attributes: [ReceiptAttribute] = []
            while !reader.isAtEnd {
                let attribute = try reader.inside(.sequence) { fields throws(ElementReader.Malformed) in
                    let type = Int(try fields.integer())
                    _ = try fields.integer()
                    return ReceiptAttribute(type, raw: try fields.octets())
                }
                attributes.append(attribute)
            }
            return attributes
        }
    }

    /// The SET of the attributes, in this order.
    static func set(_ attributes: [ReceiptAttribute]) throws -> [UInt8] {
        try der { coder in
            try coder.appendConstructedNode(identifier: .set) { coder in
                for attribute in attributes {
                    try coder.appendConstructedNode(identifier: .sequence) { coder in
                        try coder.serialize(attribute.type)
                        try coder.serialize(1)
                        try coder.serialize(ASN1OctetString(contentBytes: attribute.value[...]))
                    }
                }
            }
        }
    }
}

extension [ReceiptAttribute] {
    func find(_ type: Int) -> ReceiptAttribute? { first { $0.type == type } }

    /// The attribute of a type, which every receipt has.
    func need(_ type: Int) throws(ElementReader.Malformed) -> ReceiptAttribute {
        guard let attribute = find(type) else {
            throw ElementReader.Malformed()
        }
        return attribute
    }
}
