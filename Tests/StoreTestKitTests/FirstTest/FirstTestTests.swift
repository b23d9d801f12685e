import Foundation
import StoreModel
import StoreTestKit
import TestSupport
import Testing

@Suite("The first test with a session", .timeLimit(.minutes(5))) struct FirstTestTests {
    @Test func `The documentation's code sees the application deliver, and take back`() async throws {
        let folder = try TemporaryDirectory()
        let session = try await buyWithApproval(for: Shop(), in: folder.path)
        let transactions = session.allTransactions()
        #expect(transactions.map(\.state) == [.purchased])
        #expect(transactions.first?.cancelDate != nil)
    }

    @Test(arguments: ["FirstTest.swift", "Shop.swift"])
    func `The documentation shows the code that is tested`(file: String) throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let article = root.appendingPathComponent("Sources/Store/StoreTestKit/StoreTestKit.docc/FirstTest.md")
        let code = try String(contentsOf: here.appendingPathComponent(file), encoding: .utf8)
        #expect(try String(contentsOf: article, encoding: .utf8).contains("```swift\n\(code)```\n"))
    }
}
