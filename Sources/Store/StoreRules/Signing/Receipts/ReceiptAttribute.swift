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

    var text: String { get throws { String(try ASN1UTF8String(derEncoded: value)) } }

    var integer: Int64 { get throws { try Int64(derEncoded: value) } }

    var date: Timestamp {
        get throws {
            let date = try Date(String(ASN1IA5String(derEncoded: value)), strategy: .iso8601)
            return Timestamp(milliseconds: Int64(date.timeIntervalSince1970) * 1000)
        }
    }

    /// The attributes of a SET, in its order.
    static func all(in bytes: [UInt8]) throws -> [ReceiptAttribute] {
        // These are not DER's rules for sets: Apple's receipts are ordered by the numbers, not by the
        // encoded bytes.
        try BER.set(BER.parse(bytes), identifier: .set) { nodes in
            var attributes: [ReceiptAttribute] = []
            while let node = nodes.next() {
                let attribute = try DER.sequence(node, identifier: .sequence) { fields in
                    let type = try Int(derEncoded: &fields)
                    _ = try Int(derEncoded: &fields)
                    return ReceiptAttribute(type, raw: Array(try ASN1OctetString(derEncoded: &fields).bytes))
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
    func need(_ type: Int) throws -> ReceiptAttribute {
        guard let attribute = find(type) else {
            throw ASN1Error.invalidASN1Object(reason: "attribute \(type) is missing")
        }
        return attribute
    }
}
