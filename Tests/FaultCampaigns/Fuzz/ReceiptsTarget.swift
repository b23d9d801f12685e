internal import Foundation
internal import StoreModel
internal import StoreRules
internal import TestSupport

/// verifyReceipt and the content server: the JSON around receipts, and the receipts themselves.
final class ReceiptsTarget: FuzzTarget {
    private struct Body: Decodable {
        var receipt: String
        private enum CodingKeys: String, CodingKey { case receipt = "receipt-data" }
    }

    private let fixture: FuzzStore
    private let authorizer: ContentAuthorizer
    private let receipts: [[UInt8]]
    private let bodies: Corpus

    init(folder: String) throws {
        let fixture = try FuzzStore(folder: folder)
        self.fixture = fixture
        authorizer = ContentAuthorizer(
            verification: fixture.store, bundleIdentifier: .standard, sharedSecret: fixture.store.sharedSecret
        )
        let texts =
            try [fixture.customer.receipt(), fixture.customer.receipt(as: .xcode)]
            + fixture.transactions.compactMap { try fixture.customer.legacyReceipt(for: $0) }
        receipts = texts.map { Array(Data(base64Encoded: $0)!) }
        let secret = fixture.store.sharedSecret
        bodies = Corpus(
            inputs: texts.map {
                Array(
                    #"{"receipt-data":"\#($0)","password":"\#(secret)","exclude-old-transactions":true}"#.utf8
                )
            })
    }

    func input(_ random: inout SeededGenerator) -> [UInt8] {
        guard Int.random(in: 0..<3, using: &random) > 0 else { return bodies.next(&random) }
        let (receipt, other) = (
            receipts.randomElement(using: &random)!, receipts.randomElement(using: &random)!
        )
        var bytes = receipt
        if Bool.random(using: &random), var list = String(validating: receipt, as: UTF8.self),
            let range = list.firstRange(of: /[A-Za-z0-9+\/]{80,}=*/),
            let inner = Data(base64Encoded: String(list[range]))
        {
            // Inside the receipt that is in a receipt of one transaction.
            list.replaceSubrange(
                range, with: Data(Mutation.of(Array(inner), with: other, &random)).base64EncodedString())
            bytes = Array(list.utf8)
        } else {
            bytes = Mutation.of(receipt, with: other, &random)
        }
        let text = Data(bytes).base64EncodedString()
        return Array(#"{"receipt-data":"\#(text)","password":"\#(fixture.store.sharedSecret)"}"#.utf8)
    }

    func take(_ input: [UInt8]) throws -> String? {
        let text = (try? ReceivedJSON.decode(Body.self, from: input))?.receipt ?? ""
        let isReceipt = receipts.contains(Array(Data(base64Encoded: text) ?? Data()))
        for environment in [StoreEnvironment.sandbox, .production] {
            let status = fixture.store.verifyReceipt(input, at: environment).status
            if [0, 21006, 21007, 21008].contains(status), !isReceipt { return "status \(status)" }
        }
        let (authorizer, isLetIn) = (authorizer, isReceipt)
        return try waiting {
            do {
                try await authorizer.admit(text, from: FuzzStore.device, to: MonkeyCredits.five)
                return isLetIn ? nil : "it is let in"
            } catch is StoreError { return nil }
        }
    }

    func checkUp() throws -> String? {
        for body in bodies.inputs
        where ![0, 21006].contains(fixture.store.verifyReceipt(body, at: .sandbox).status) {
            return "an honest receipt: \(String(decoding: body, as: UTF8.self))"
        }
        return nil
    }
}
