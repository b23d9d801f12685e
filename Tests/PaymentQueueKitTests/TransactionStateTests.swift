import Storage
import StoreModel
import Testing

@testable import PaymentQueueKit

@Suite("The journal's state table")
struct TransactionStateTests {
    static let results: [(name: String, result: PurchaseOutcome.Result)] = [
        ("purchased", .purchased(signed(1), "1", Timestamp(milliseconds: 1))),
        ("deferred", .deferred),
        ("changed", .changed(RenewalChange(.product, from: Timestamp(milliseconds: 3)))),
        ("failed", .failed(.unknownServerError)),
        ("revoked", .revoked(signed(2), "1", Timestamp(milliseconds: 2))),
    ]

    /// From → answer → to. "-" stands for a move that is not allowed and changes nothing.
    @Test(arguments: [
        "purchasing purchased purchased", "purchasing deferred deferred", "purchasing failed failed",
        "purchasing revoked purchased",
        "deferred purchased purchased", "deferred deferred -", "deferred failed failed",
        "deferred revoked purchased",
        "purchased purchased -", "purchased deferred -", "purchased failed -", "purchased revoked purchased",
        "failed purchased -", "failed deferred -", "failed failed -", "failed revoked -",
        "restored purchased -", "restored deferred -", "restored failed -", "restored revoked -",
        "purchasing changed changed", "deferred changed changed", "purchased changed -", "failed changed -",
        "restored changed -", "changed changed -",
        "changed purchased -", "changed deferred -", "changed failed -", "changed revoked -",
    ])
    func `allows these moves and no others`(row: String) throws {
        let words = row.split(separator: " ").map(String.init)
        let from = try #require(PaymentTransactionState.allCases.first { $0.name == words[0] })
        let answer = try #require(Self.results.first { $0.name == words[1] }?.result)
        let before = PaymentTransaction(
            key: "k", payment: Payment(product: "p"), state: from,
            signedDate: from == .purchased ? Timestamp(milliseconds: 1) : nil,
            addedDate: Timestamp(milliseconds: 0),
            isFinished: true)
        var after = before
        let isChanged = after.take(answer)
        #expect(isChanged == (words[2] != "-"))
        if words[2] == "-" {
            #expect(after == before)
        } else {
            #expect(after.state.name == words[2])
            #expect((after.revocationDate != nil) == (words[1] == "revoked"))
            #expect((after.renewalChange != nil) == (words[1] == "changed"))
            #expect((after.error != nil) == (words[1] == "failed"))
        }
    }

    /// The versions of a transaction that arrive, in the order of signing: `p` for a purchase or a reversal,
    /// `r` for a refund, and when it was signed. Then what is held at the end, and how many of the versions
    /// changed it.
    @Test(
        "holds what was signed last, in whichever order it comes",
        arguments: [
            ("p1 r2", "r2", 2), ("p1 r2 p3", "p3", 3), ("p1 r2 p3 r4 p5", "p5", 5), ("p1 r2 p3 r2", "p3", 3),
            ("p1 r2 p1", "r2", 2), ("p1 p3 r2", "p3", 2), ("p1 r4 p3", "r4", 2), ("p1 r2 r4", "r4", 3),
            ("p1 r4 r2", "r4", 2), ("r2 p1", "r2", 1), ("r2 p3", "p3", 2), ("p1 r2 r2 p3 p3", "p3", 3),
        ])
    func reversals(versions: String, held: String, changes: Int) throws {
        var transaction = PaymentTransaction(
            key: "k", payment: Payment(product: "p"), state: .purchasing,
            addedDate: Timestamp(milliseconds: 0))
        var count = 0
        for version in versions.split(separator: " ") {
            let date = try #require(Int64(version.dropFirst()))
            transaction.isFinished = true
            let isChanged = transaction.take(
                version.first == "p"
                    ? .purchased(Self.signed(date), "1", Timestamp(milliseconds: date))
                    : .revoked(Self.signed(date), "1", Timestamp(milliseconds: date)))
            #expect(transaction.isFinished != isChanged || transaction.state == .purchasing || count == 0)
            if isChanged { count += 1 }
        }
        #expect(count == changes)
        #expect(transaction.revocationDate == nil ? held.first == "p" : held.first == "r")
        #expect(transaction.signedDate?.milliseconds == Int64(held.dropFirst()))
        #expect(transaction.signedTransaction?.signedDate == transaction.signedDate)
    }

    /// The state of a payment, whether it has left the queue, and whether its purchase is another transaction.
    @Test(
        "takes a purchase for its payment if that may still become one, and else for a transaction of its own, once",
        arguments: [
            (PaymentTransactionState.purchasing, false, false), (.deferred, false, false),
            (.deferred, true, false), (.failed, false, true), (.failed, true, true), (.changed, false, true),
            (.changed, true, true),
        ])
    func purchase(state: PaymentTransactionState, isFinished: Bool, isAnother: Bool) throws {
        let journal = try emptyJournal()
        var payment = MutablePayment(product: "p")
        payment.applicationUsername = "somebody"
        try journal.add(
            PaymentTransaction(
                key: "k", payment: Payment(payment), state: state, addedDate: Timestamp(milliseconds: 0),
                isFinished: isFinished))
        let result = PurchaseOutcome.Result.purchased(Self.signed(5), "7", Timestamp(milliseconds: 5))
        let bought = try #require(try take(result, journal).updated.first)
        #expect(bought.key == (isAnother ? "k/7" : "k") && bought.state == .purchased)
        #expect(bought.payment == Payment(payment) && !bought.isFromElsewhere && !bought.isFinished)
        let known = try #require(try journal.transaction("k"))
        #expect(!isAnother || known.state == state && known.isFinished == isFinished)
        let again = try take(result, journal)
        #expect(again.updated.isEmpty && again.removed.isEmpty)
    }

    @Test(
        "takes the store's new text of a version that is not finished, and hands it out again, once",
        arguments: [false, true], ["a.e30.c", signed(5).rawValue + "d"])
    func signedAnew(isRefund: Bool, text: String) throws {
        let journal = try emptyJournal()
        let (wrong, right) = (SignedTransaction(rawValue: text), Self.signed(5))
        func result(_ signed: SignedTransaction) -> PurchaseOutcome.Result {
            let date = Timestamp(milliseconds: 5)
            return isRefund ? .revoked(signed, "7", date) : .purchased(signed, "7", date)
        }
        #expect(try take(result(wrong), journal).updated.map(\.signedTransaction) == [wrong])
        let again = try take(result(right), journal).updated
        #expect(again.map(\.signedTransaction) == [right] && again.map(\.amendment) == [nil])
        #expect(try take(result(right), journal).updated.isEmpty)
        #expect(try journal.finish(try #require(again.first))?.isFinished == true)
        #expect(try take(result(wrong), journal).updated.isEmpty)
        #expect(try #require(try journal.transaction("k")).isFinished)
    }

    @Test func `keeps a second charge of a payment, and its refund, apart from the first`() throws {
        let journal = try emptyJournal()
        let charges: [(TransactionIdentifier, Int64)] = [("7", 5), ("8", 6)]
        for (number, date) in charges {
            _ = try take(.purchased(Self.signed(date), number, Timestamp(milliseconds: date)), journal)
        }
        let refund = try take(.revoked(Self.signed(7), "8", Timestamp(milliseconds: 7)), journal)
        #expect(refund.updated.map(\.key) == ["k/8"])
        let first = try #require(try journal.transaction("k"))
        #expect(first.transactionIdentifier == "7" && first.revocationDate == nil && !first.isFinished)
    }

    private func emptyJournal() throws -> PaymentJournal {
        PaymentJournal(file: try DatabaseFile(inMemory: PaymentQueue.migrations))
    }

    /// Takes what the store says about the payment `k`.
    private func take(
        _ result: PurchaseOutcome.Result, _ journal: PaymentJournal
    ) throws -> PaymentJournal.Taken {
        let outcome = PurchaseOutcome(key: "k", productIdentifier: "p", quantity: 1, result: result)
        return try journal.write(at: Timestamp(milliseconds: 9)) { journal, _ in
            try journal.take([.payment(outcome, isFinished: false)])
        }
    }

    private static func signed(_ date: Int64) -> SignedTransaction {
        SignedTransaction(rawValue: "a." + Base64URL.encode(Array(#"{"signedDate": \#(date)}"#.utf8)) + ".c")
    }

    @Test func `lets a pause grow to a minute or as told, within half and one and a half of itself`() {
        func pauses(_ pause: RetryPause, _ random: Double) -> [Duration] {
            let clock = TimeSource.system
            let time = TimeSource(now: clock.now, sleep: clock.sleep, random: { random })
            var pause = pause
            return (0..<9).map { _ in pause.next(time) }
        }
        for (random, factor) in [(0.0, 0.5), (0.5, 1.0), (0.999, 1.499)] {
            let seconds = [1, 2, 4, 8, 16, 32, 60, 60, 60]
            #expect(pauses(RetryPause(), random) == seconds.map { Duration.seconds($0) * factor })
        }
        let seconds = [1, 2, 4, 8, 16, 32, 64, 100, 100]
        #expect(pauses(RetryPause(longest: .seconds(100)), 0.5) == seconds.map { Duration.seconds($0) })
    }
}
