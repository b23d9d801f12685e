import StoreEngine
import StoreModel
import TestSupport
import Testing

/// What the store makes of the end of a device's credit ledger.
@Suite("The end of a device's ledger")
struct DeviceLedgerTests {
    private let folder: TemporaryDirectory
    private let store: AppStore
    private let token: SessionToken

    init() async throws {
        folder = try TemporaryDirectory()
        store = try AppStore(testedIn: folder.path, passwordRounds: 2)
        (_, token) = try await store.createAccount(name: "ada", password: "correct horse")
    }

    private func session(_ claim: LedgerClaim?, device: String?) throws -> AccountSession {
        try #require(try store.session(for: token, device: device, ledger: claim))
    }

    /// Asks for something, and returns the end that the store has where it refuses.
    private func show(
        _ head: String, before: String? = nil, device: String? = "device"
    ) async throws -> SealedLedgerHead? {
        let session = try session(LedgerClaim(head: Self.head(head), before: before.map(Self.head)), device: device)
        do throws(StoreError) { _ = try await session.unsettledPurchases(including: []) } catch {
            guard let known = error.knownLedgerHead else { throw error }
            return known
        }
        return nil
    }

    /// Each step shows an end, behind `<` the one before it, and behind `:` what the store answers: `ok`, or the end that it has.
    @Test(
        "is taken where it comes after the one that the store has, and the store's is told everywhere else",
        arguments: [
            "a:ok a:ok", "a:ok b<a:ok c<b:ok", "a:ok b:a", "a:ok b<a:ok a:b", "a:ok b<a:ok a<a:b", "a:ok b<a:ok c<a:b",
            // Another program on the same data was faster.
            "a:ok b<a:ok c<a:b c<b:ok b<a:c",
            // The answer was lost.
            "a:ok b<a:ok b<a:ok c<b:ok",
            // The store's database was put back.
            "c<b:ok",
        ])
    func steps(row: String) async throws {
        for step in row.split(separator: " ") {
            let parts = step.split(separator: ":")
            let heads = parts[0].split(separator: "<").map(String.init)
            let known = try await show(heads[0], before: heads.count > 1 ? heads[1] : nil)
            #expect(known == (parts[1] == "ok" ? nil : Self.head(String(parts[1]))), "\(step)")
        }
    }

    @Test func `is each device's own, and each account's`() async throws {
        #expect(try await show("a") == nil)
        #expect(try await show("b", device: "other") == nil)
        #expect(try await show("b", device: nil) == nil)
        #expect(try await show("a") == nil)
    }

    @Test func `goes to the device that takes over: its copy may be older`() async throws {
        #expect(try await show("b") == nil)
        try await session(nil, device: "copy").takeOver(from: "device")
        #expect(try await show("a", device: "copy") == Self.head("b"))
        #expect(try await show("c", before: "b", device: "copy") == nil)
    }

    @Test func `that the store does not take keeps everything else from happening`() async throws {
        #expect(try await show("b") == nil)
        let session = try session(LedgerClaim(head: Self.head("a"), before: nil), device: "device")
        await #expect(throws: StoreError.ledgerHeadKnown(Self.head("b"))) { try await session.buy("key") }
        #expect(try store.purchases().isEmpty)
    }

    private static func head(_ name: String) -> SealedLedgerHead {
        SealedLedgerHead(rawValue: Base64URL.encode(Array(name.utf8)))!
    }
}
