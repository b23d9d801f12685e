import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// What the store's timer waits for. On a database that servers share it never ends: it looks again and again
/// for what the others have done.
extension SubscriptionFixture {
    /// How long nothing is due; nil if nothing will ever be.
    func pauseToNextDue() throws -> Duration? {
        let now = time.source.now()
        return try store.database.read { try store.pauseToNextDue(after: store.date($0), now, $0) }
    }

    /// Expects that nothing will ever be due, and that no timer waits for it.
    func expectNothingDue(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try pauseToNextDue() == nil, sourceLocation: sourceLocation)
        if !store.database.isShared { #expect(time.sleeperCount == 0, sourceLocation: sourceLocation) }
    }

    /// Returns when nothing will ever be due, and no timer waits for it.
    func waitUntilNothingIsDue() async throws {
        while try pauseToNextDue() != nil { try await pause() }
        while !store.database.isShared, time.sleeperCount > 0 { try await pause() }
    }
}
