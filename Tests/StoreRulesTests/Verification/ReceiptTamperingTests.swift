import Foundation
import StoreModel
import Testing

@testable import StoreRules

/// Receipts that were changed on the way. No byte of a receipt can be changed: what the signature does not
/// cover must be what the store itself would write there.
@Suite struct ReceiptTamperingTests {
    private let fixture: SigningFixture

    init() throws { fixture = try SigningFixture() }

    @Test("A receipt with any one byte changed is refused", arguments: 0..<3)
    func changedByte(form: Int) throws {
        let receipt = try bytes(form)
        #expect(status(receipt) == 0)
        var statuses: Set<Int> = []
        for position in receipt.indices {
            var changed = receipt
            changed[position] ^= 1 << UInt8(position % 8)
            let status = status(changed)
            #expect(status == 21002 || status == 21003, "byte \(position): \(status)")
            statuses.insert(status)
        }
        #expect(statuses == [21002, 21003])
    }

    @Test("A receipt that was cut short or has something after it is refused", arguments: 0..<3)
    func length(form: Int) throws {
        let receipt = try bytes(form)
        for length in 0..<receipt.count { #expect(status(Array(receipt.prefix(length))) == 21002) }
        for tail in [[0], [0, 0], [UInt8(ascii: "\n")], receipt] {
            let status = status(receipt + tail)
            #expect(status == 21002 || status == 21003)
        }
    }

    @Test("A byte that was put in or taken out is noticed", arguments: 0..<3)
    func shifted(form: Int) throws {
        let receipt = try bytes(form)
        for position in stride(from: 0, to: receipt.count, by: 5) {
            var longer = receipt
            longer.insert(0x30, at: position)
            var shorter = receipt
            shorter.remove(at: position)
            #expect(status(longer) != 0 && status(shorter) != 0, "byte \(position)")
        }
    }

    @Test func `The parts of two authentic receipts do not make a third`() throws {
        let one = try SignedData(
            SigningFixture.receipt().content(for: SigningFixture.device), signedBy: fixture.signer)
        let rich = SigningFixture.receipt([SigningFixture.purchase("1"), SigningFixture.purchase("2")])
        let other = try SignedData(rich.content(for: SigningFixture.device), signedBy: fixture.signer)
        let mixed = SignedData(content: other.content, signature: one.signature)
        #expect(status(mixed.encoded(.appStore, fixture.certificates)) == 21003)
        // The store's own content in the envelope of another store's certificates.
        #expect(status(one.encoded(.appStore, try SigningFixture().certificates)) == 21003)

        let sandbox = String(decoding: try bytes(2), as: UTF8.self)
        let production = sandbox.replacing("\t\"environment\" = \"Sandbox\";\n", with: "")
        #expect(production != sandbox)
        for environment in [StoreEnvironment.sandbox, .production] {
            #expect(status(Array(production.utf8), at: environment) == 21003)
        }
    }

    @Test func `Deep, wide and endless ASN.1 is refused, and not followed`() {
        let size = ReceiptVerifier.largestReceipt
        let hostile: [[UInt8]] = [
            Array(repeating: 0x30, count: size),
            Array([[0x30, 0x80] as [UInt8]].joined())
                + Array(repeating: [0x30, 0x80], count: size / 2 - 1).joined(),
            [0x30, 0x83, 0x07, 0xFF, 0xFA] + Array(repeating: [0x05, 0x00], count: 0x07FFFA / 2).joined(),
            [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0x88] + Array(repeating: 0xFF, count: 8),
            [0x30, 0x89] + Array(repeating: 0xFF, count: 9), [0x3F] + Array(repeating: 0xFF, count: 64),
            [0x24, 0x80] + Array(repeating: [0x24, 0x80], count: 1000).joined(),
            Array(repeating: 0, count: size), Array(repeating: UInt8(ascii: "{"), count: size),
            Array("{\n\t\"".utf8) + Array(repeating: UInt8(ascii: "\\"), count: size - 4),
        ]
        for bytes in hostile { #expect(status(bytes) == 21002, "\(bytes.prefix(8))") }
    }

    @Test func `What is larger than any receipt is refused before it is read`() throws {
        let largest = ReceiptVerifier.largestReceipt
        for (length, expected) in [(largest - 4000, 0), (largest, 21002)] {
            var receipt = SigningFixture.receipt()
            receipt.applicationVersion = String(repeating: "7", count: length)
            let bytes = try #require(Data(base64Encoded: fixture.sign(receipt)))
            #expect((bytes.count <= largest) == (expected == 0))
            #expect(status(Array(bytes)) == expected)
        }
        #expect(
            try fixture.verifier.verify(body: Array(repeating: 0x20, count: 100 << 20), at: .sandbox).status
                == 21002)
    }

    @Test func `A receipt with as many purchases as one may make in a day is read`() throws {
        var receipt = SigningFixture.receipt()
        receipt.purchases = Array(repeating: try #require(receipt.purchases.first), count: 10_000)
        #expect(try status(Array(#require(Data(base64Encoded: fixture.sign(receipt))))) == 0)
    }

    /// A receipt in one of the three forms.
    private func bytes(_ form: Int) throws -> [UInt8] {
        let text =
            switch form {
            case 0: try fixture.sign(SigningFixture.receipt(), as: .appStore)
            case 1: try fixture.sign(SigningFixture.receipt(), as: .xcode)
            default: try fixture.legacyReceipt()
            }
        return Array(try #require(Data(base64Encoded: text)))
    }

    private func status(_ receipt: [UInt8], at environment: StoreEnvironment = .sandbox) -> Int {
        let body = #"{"receipt-data":"\#(Data(receipt).base64EncodedString())"}"#
        return (try? fixture.verifier.verify(body: Array(body.utf8), at: environment))?.status ?? -1
    }
}
