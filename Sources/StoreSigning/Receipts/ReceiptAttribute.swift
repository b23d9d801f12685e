internal import FoundationEssentials
internal import StoreModel
internal import SwiftASN1

/// One of the attributes that receipts are made of: a number that says what it is, and a value that is an ASN.1 element
/// of its own.
///
///     ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
struct ReceiptAttribute: DERImplicitlyTaggable, BERImplicitlyTaggable {
    static var defaultIdentifier: ASN1Identifier { .sequence }

    let type: Int
    let value: [UInt8]

    init(_ type: Int, raw value: [UInt8]) {
        self.type = type
        self.value = value
    }

    init(_ type: Int, _ value: some DERSerializable) throws {
        var coder = DER.Serializer()
        try coder.serialize(value)
        self.init(type, raw: coder.serializedBytes)
    }

    init(_ type: Int, _ text: String) throws { try self.init(type, ASN1UTF8String(text)) }

    init(_ type: Int, _ date: Timestamp) throws { try self.init(type, ASN1IA5String(date.rfc3339)) }

    init(derEncoded node: ASN1Node, withIdentifier identifier: ASN1Identifier) throws {
        self = try DER.sequence(node, identifier: identifier) { nodes in
            let type = try Int(derEncoded: &nodes)
            _ = try Int(derEncoded: &nodes)
            return ReceiptAttribute(type, raw: Array(try ASN1OctetString(derEncoded: &nodes).bytes))
        }
    }

    init(berEncoded node: ASN1Node, withIdentifier identifier: ASN1Identifier) throws {
        try self.init(derEncoded: node, withIdentifier: identifier)
    }

    func serialize(into coder: inout DER.Serializer, withIdentifier identifier: ASN1Identifier) throws {
        try coder.appendConstructedNode(identifier: identifier) { coder in
            try coder.serialize(type)
            try coder.serialize(1)
            try coder.serialize(ASN1OctetString(contentBytes: value[...]))
        }
    }

    var text: String { get throws { String(try ASN1UTF8String(derEncoded: value)) } }

    var integer: Int64 { get throws { try Int64(derEncoded: value) } }

    var date: Timestamp {
        get throws {
            let date = try Date(String(ASN1IA5String(derEncoded: value)), strategy: .iso8601)
            return Timestamp(milliseconds: Int64(date.timeIntervalSince1970) * 1000)
        }
    }

    /// The attributes of a SET, in the order in which they stand there.
    static func all(in bytes: [UInt8]) throws -> [ReceiptAttribute] {
        // Not DER's rules for sets: Apple's receipts are in order of the numbers, not of the encoded bytes.
        try BER.set(of: ReceiptAttribute.self, identifier: .set, rootNode: BER.parse(bytes))
    }

    /// The SET of the attributes, in this order.
    static func set(_ attributes: [ReceiptAttribute]) throws -> [UInt8] {
        var coder = DER.Serializer()
        try coder.appendConstructedNode(identifier: .set) { coder in
            for attribute in attributes { try coder.serialize(attribute) }
        }
        return coder.serializedBytes
    }
}
