import DeviceStorage
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Storage
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

@testable import PaymentQueueKit
@testable import StoreClient
@testable import StoreServer
@testable import Storefront

/// Errors are values: a domain, a code and a detail stay the same wherever they travel, and each language has
/// words for them.
@Suite("Every error there is", .timeLimit(.minutes(5)))
struct EveryErrorTests {
    @Test func `is in the list: each that has a name, and each that has a detail`() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let source = try String(
            contentsOf: package.appending(path: "Sources/Shop/StoreModel/StoreError.swift"), encoding: .utf8)
        let names = source.matches(of: #/static let (\w+) = StoreError\(/#).map { String($0.1) }
        #expect(Set(names) == Set(Every.named.map(\.name)) && names.count == Every.named.count)
        for (name, error) in Every.named
        where Every.named.contains(where: { $0.name != name && $0.error == error }) {
            Issue.record("\(name) is the same as another one")
        }
    }

    @Test func `comes out of a device's journals as it went in`() throws {
        let folder = try TemporaryDirectory()
        let file = try DatabaseFile(
            path: folder.path + "/device.sqlite",
            migrations: PaymentJournal.migrations + DownloadJournal.migrations)
        let (payments, downloads) = (PaymentJournal(file: file), DownloadJournal(file: file))
        for (number, error) in Every.storeErrors.enumerated() {
            let key = IdempotencyKey(rawValue: "\(number)")
            let transaction = PaymentTransaction(
                key: key, payment: Payment(product: "coin"), state: .failed, error: error,
                addedDate: Timestamp(milliseconds: 0))
            try payments.add(transaction)
            #expect(try payments.transaction(key)?.error == error)
            _ = try downloads.update("book") { $0.error = error }
            #expect(try downloads.entry("book")?.error == error)
        }
    }

    @Test func `comes out of a store's database as it went in, also as the failure that a test asks for`()
        async throws
    {
        let folder = try TemporaryDirectory()
        let store = try AppStore.bundled(in: folder.path)
        let customer = try store.embeddedSession()
        for (number, error) in Every.storeErrors.enumerated() {
            try store.set { $0.nextFailure = error }
            let request = PurchaseRequest(
                key: IdempotencyKey(rawValue: "\(number)"), productIdentifier: MonkeyCredits.five, quantity: 1
            )
            // The second answer is read from the database.
            for _ in 1...2 { #expect(try await customer.purchase(request).result == .failed(error)) }
        }
    }

    @Test func `arrives as it was sent, in what became of a payment and in settings`() throws {
        for error in Every.storeErrors {
            let outcome = PurchaseOutcome(
                key: "k", productIdentifier: "coin", quantity: 1, result: .failed(error))
            #expect(try ReceivedJSON.decode(PurchaseOutcome.self, from: SentJSON.encode(outcome)) == outcome)
            var settings = StoreSettings()
            settings.everyFailure = error
            let sent = try SentJSON.encode(settings)
            #expect(try ReceivedJSON.decodeKnown(StoreSettings.self, from: sent) == settings)
        }
    }

    @Test
    func `arrives as the answer to a request, with a sentence for developers, and without a server's paths`()
        throws
    {
        for error in Every.storeErrors {
            let answer = try answer(error)
            var expected = error
            if case .storage? = expected.detail { expected.detail = nil }
            var sent = expected
            sent.message = expected.sentenceInAnswers
            #expect(try ReceivedJSON.decode(StoreError.self, from: answer.body) == sent)
            #expect(sent.message?.contains(Every.path) != true)
            // A store whose database is away does not answer, and may have done what was asked. The
            // sentence is not kept: the screens have their own.
            let received = try #require(answer.refusal)
            #expect(received == (StoreError.cannotConnect ~= error ? .connectionLost : expected))
        }
    }

    @Test func `that a request of a customer is refused with has a sentence in the answer`() throws {
        let refusals: [StoreError] = [
            .cannotConnect, .networkDown, .connectionLost, .unknownServerError, .forgottenPassword,
            .signInNeeded, .accountTaken, .tooManyAttempts, .tooManyRequests, .tooManyPurchases,
        ]
        for error in refusals + ContentErrorCode.allCases.map({ StoreError(content: $0) }) {
            let sent = try ReceivedJSON.decode(StoreError.self, from: answer(error).body)
            #expect(sent.message?.hasSuffix(".") == true, "\(error)")
        }
    }

    @Test func `of a detail that only a newer store knows keeps its domain and its code`() throws {
        let body = #"{"domain": "SSServerErrorDomain", "code": 5002, "detail": {"weather": {"rains": true}}}"#
        #expect(try ReceivedJSON.decode(StoreError.self, from: body.utf8) == .unknownServerError)
        let columns = StoreError(
            domain: "SSServerErrorDomain", code: 5002, message: nil, detailJSON: "{\"rain\":{}}")
        #expect(columns == .unknownServerError)
    }

    @Test func `of the administration arrives`() async throws {
        for error in Every.administration {
            let answer = try answer(error)
            let server = try LoopbackServer { _, client in
                client.answer(answer.status, String(decoding: answer.body, as: UTF8.self))
            }
            let store = client(of: server, adminToken: "admin")
            let expected: StoreAdministrationError? =
                switch error {
                case .noTransactionFound, .invalidAction, .notEntitled, .cannotPlay, .notInCatalogue: error
                // The client names its own account's purchases, by keys that no other account has. It makes no
                // forgeries, and ends no sharing.
                case .notShareable, .keyOfSeveral, .noAuthorityKeys: .invalidAction
                // It may have done what was asked.
                case .serviceUnavailable: .failed(.connectionLost, store: server.address)
                // Only a client throws it.
                case .failed: nil
                }
            guard let expected else { continue }
            await #expect(throws: expected) {
                if case .cannotPlay = error {
                    try await store.play(.renewal)
                } else {
                    try await store.perform(.refund, on: "k")
                }
            }
        }
    }

    @Test func `of the store's database says when to come again, unless the change may have been made`()
        throws
    {
        let lost =
            "The database failed, so this may or may not have been done. Check before you send it again."
        for error in Every.storage {
            let mayBeMade =
                switch error {
                case .unconfirmed, .uncertain: true
                default: false
                }
            let failure = StoreAdministrationError.serviceUnavailable(error).failure
            let (head, body) = failure.parts
            let sent = try ReceivedJSON.decode(StoreError.self, from: body.readableBytesView)
            #expect(head.status == .serviceUnavailable && failure.logged == error.description)
            #expect(head.headerFields[.retryAfter] == (mayBeMade ? nil : "1"), "\(error)")
            #expect(
                sent.message == (mayBeMade ? lost : "The store cannot be reached at the moment."), "\(error)")
        }
    }

    @Test(
        "is told in words of the language",
        arguments: Language.allCases.filter { $0 != .english })
    func told(in language: Language) {
        let (strings, english) = (language.strings, Language.english.strings)
        func expect(_ what: some Any, _ sentence: (Strings) -> String) {
            let (said, inEnglish) = (sentence(strings), sentence(english))
            #expect(!said.isEmpty && !said.contains("{") && said != inEnglish, "\(what): \(said)")
        }
        for error in Every.storeErrors {
            expect(error) { $0.errorDetail(error) }
            expect(error) { $0.failure(error) }
            expect(error) { $0.restoreFailed(error, restored: 7) }
            expect(error) { $0.downloadTrouble("7Q", error) }
            expect(error) { $0.signInFailure(error) }
            if let trouble = Trouble(saidBy: error) { expect(trouble) { $0.explanation(of: trouble) } }
        }
        for reason in Every.deliveries { expect(reason) { $0.deliveryFailed("7Q", reason) } }
        for error in Every.thrown { expect(error) { $0.explanation(of: Trouble(error)) } }
    }

    /// The server's answer to a request that fails with an error.
    private func answer(_ error: any Error) throws -> StoreAnswer {
        let (head, body) = try #require(error as? any HTTPRefusal).failure.parts
        return StoreAnswer(
            status: head.status.code, headers: ["Content-Type": head.headerFields[.contentType] ?? ""],
            body: Data(body.readableBytesView))
    }
}

/// One error of each kind. If a case is missing, the switch here does not compile.
private enum Every {
    static let path = "/p/q"
    private static let address = "https://zoo:1"

    /// The errors of a store that have a name.
    static let named: [(name: String, error: StoreError)] = [
        ("cannotConnect", .cannotConnect), ("paymentCancelled", .paymentCancelled),
        ("paymentInvalid", .paymentInvalid),
        ("keyUsed", .keyUsed), ("offerCannotWait", .offerCannotWait),
        ("paymentNotAllowed", .paymentNotAllowed),
        ("productNotAvailable", .productNotAvailable), ("priceChanged", .priceChanged),
        ("ineligibleForOffer", .ineligibleForOffer), ("interrupted", .interrupted),
        ("unknownServerError", .unknownServerError), ("unreadableAnswer", .unreadableAnswer),
        ("forgottenPassword", .forgottenPassword), ("networkDown", .networkDown),
        ("connectionLost", .connectionLost),
        ("untrusted", .untrusted), ("requestCancelled", .requestCancelled), ("signInNeeded", .signInNeeded),
        ("accountTaken", .accountTaken), ("tooManyAttempts", .tooManyAttempts),
        ("tooManyRequests", .tooManyRequests),
        ("tooManyPurchases", .tooManyPurchases), ("alreadySubscribed", .alreadySubscribed),
        ("numberTaken", .numberTaken),
    ]

    /// The errors of a store: those with a name, with a detail, about content, and one that this program does
    /// not know.
    static let storeErrors: [StoreError] =
        named.map(\.error) + details.map(error) + ContentErrorCode.allCases.map { StoreError(content: $0) }
        + [StoreError(domain: StoreErrorDomain(rawValue: "ZooErrorDomain"), code: 7, message: "No bananas.")]
        + storage.map { StoreError(domain: .storeKit, code: 0, detail: .storage($0)) }

    static let storage = Array(sequence(first: StorageError.notWritable(path: path), next: after))
    static let trust = Array(sequence(first: TrustError.notAChain(store: address), next: after))
    static let details =
        storage.map(StoreError.Detail.storage) + trust.map(StoreError.Detail.trust)
        + sequence(first: .wait(seconds: 30), next: after) + refusals.map(StoreError.Detail.scenario)
    static let administration =
        Array(sequence(first: StoreAdministrationError.noTransactionFound, next: after))
        + refusals.map { .cannotPlay($0) }
    private static let refusals = sequence(first: ScenarioRefusal.Reason.noScenario, next: after)
        .map(ScenarioRefusal.init)
    private static let signatures = Array(sequence(first: TransactionVerifier.Failure.malformed, next: after))
    static let deliveries =
        signatures.map(DeliveryFailure.notVerified)
        + sequence(first: .notFetched(.connectionLost), next: after)
        + storage.map { DeliveryFailure.undeliverable(.storage($0)) }

    private static let location: [Trouble] = [
        .noAddress, .badAddress(text: "\"zoo\""), .catalogueElsewhere, .appleIdentifierElsewhere,
        .badAdminToken(path: path), .builtWithoutRemote,
    ]

    /// What the parts of the application throw.
    static let thrown: [any Error] =
        storeErrors as [any Error] + storage + trust + administration
        + Array(sequence(first: VerificationFailure.unsigned, next: after))
        + Array(sequence(first: ReplicaError.notEnough(nil, available: 3), next: after))
        + [Trouble.paymentKept(.unknownServerError), .bookNotOwned, .letterExpired]
        + storage.map { Trouble.paymentKept(.deviceTrouble($0)) }
        + location

    /// The error that a detail belongs to.
    private static func error(_ detail: StoreError.Detail) -> StoreError {
        switch detail {
        case .storage(let error): .deviceTrouble(error)
        case .trust(let error): .untrusted(error)
        case .wait: StoreError(domain: .account, code: 429, detail: detail)
        case .unreadableAnswer: .unreadableAnswer
        case .purchasesOfADay: .tooManyPurchases
        case .keyUsed: .keyUsed
        case .offerCannotWait: .offerCannotWait
        case .badName, .badPassword: .badCredentials(detail)
        case .scenario, .notInCatalogue: StoreError(domain: .http, code: 409, detail: detail)
        }
    }

    private static func after(_ error: StorageError) -> StorageError? {
        switch error {
        case .notWritable: .full(path: path)
        case .full: .failing(path: path)
        case .failing: .damaged(path: path)
        case .damaged: .newerVersion(path: path)
        case .newerVersion: .earlierBuild(path: path)
        case .earlierBuild: .busy(path: path)
        case .busy: .keyMissing(path: path)
        case .keyMissing: .anotherKey(path: path, key: "/k")
        case .anotherKey: .anotherApplication(path: path, bundleIdentifier: "a.b", appleIdentifier: 7)
        case .anotherApplication: .unconfirmed(path: path)
        case .unconfirmed: .uncertain(path: path)
        case .uncertain: .replaced(path: path)
        case .replaced: .unusable(path: path, reason: "odd")
        case .unusable: nil
        }
    }

    private static func after(_ error: TrustError) -> TrustError? {
        switch error {
        case .notAChain: .anotherStore(store: address, pinFile: "/r")
        case .anotherStore: .notProved(store: address)
        case .notProved: .noProof(store: address)
        case .noProof: .noStore(store: address)
        case .noStore: .anotherApplication(store: address, bundleIdentifier: "a.b")
        case .anotherApplication: nil
        }
    }

    private static func after(_ detail: StoreError.Detail) -> StoreError.Detail? {
        switch detail {
        case .storage, .trust, .scenario: nil
        case .wait: .unreadableAnswer
        case .unreadableAnswer: .purchasesOfADay
        case .purchasesOfADay: .keyUsed
        case .keyUsed: .offerCannotWait
        case .offerCannotWait: .badName
        case .badName: .badPassword
        case .badPassword: .notInCatalogue("coin")
        case .notInCatalogue: nil
        }
    }

    private static func after(_ error: StoreAdministrationError) -> StoreAdministrationError? {
        switch error {
        case .noTransactionFound: .invalidAction
        case .invalidAction: .notShareable
        case .notShareable: .keyOfSeveral
        case .keyOfSeveral: .noAuthorityKeys
        case .noAuthorityKeys: .notEntitled
        case .notEntitled: .cannotPlay(ScenarioRefusal(.noScenario))
        case .cannotPlay: .notInCatalogue("coin")
        case .notInCatalogue: .serviceUnavailable(.busy(path: path))
        case .serviceUnavailable: .failed(.connectionLost, store: address)
        case .failed: nil
        }
    }

    private static func after(_ failure: TransactionVerifier.Failure) -> TransactionVerifier.Failure? {
        switch failure {
        case .malformed: .wrongSignature
        case .wrongSignature: .wrongApplication("a.b")
        case .wrongApplication: .wrongAccount
        case .wrongAccount: .wrongEnvironment(.production)
        case .wrongEnvironment: nil
        }
    }

    private static func after(_ failure: DeliveryFailure) -> DeliveryFailure? {
        switch failure {
        case .notVerified, .undeliverable: nil
        case .notFetched: .undeliverable(.purchaseNotProved)
        }
    }

    private static func after(_ failure: VerificationFailure) -> VerificationFailure? {
        switch failure {
        case .unsigned: .signature(.malformed)
        case .signature: .contradiction
        case .contradiction: .quantityOutOfRange(11)
        case .quantityOutOfRange: nil
        }
    }

    private static func after(_ error: ReplicaError) -> ReplicaError? {
        switch error {
        case .notEnough(nil, _): .notEnough("coin", available: 3)
        case .notEnough: .interrupted
        case .interrupted: .storage(.damaged(path: path))
        case .storage: .notUsed(.damaged(path: path))
        case .notUsed: .usedAndUnread(.damaged(path: path))
        case .usedAndUnread: nil
        }
    }

    private static func after(_ reason: ScenarioRefusal.Reason) -> ScenarioRefusal.Reason? {
        switch reason {
        case .noScenario: .noAccount
        case .noAccount: .noProduct("coin")
        case .noProduct: .unfit(nil, needed: .consumable)
        case .unfit(nil, .consumable): .unfit("coin", needed: .consumable)
        case .unfit(_, .consumable): .unfit(nil, needed: .boughtOnce)
        case .unfit(_, .boughtOnce): .unfit(nil, needed: .subscription(other: nil, hasOffer: false))
        case .unfit(_, .subscription(nil, _)):
            .unfit(nil, needed: .subscription(other: .higher, hasOffer: false))
        case .unfit(_, .subscription(.higher, _)):
            .unfit(nil, needed: .subscription(other: .lower, hasOffer: true))
        case .unfit(_, .subscription(.lower, _)): .isSubscribed("coin")
        case .isSubscribed: .isOwned("coin")
        case .isOwned: .accountTaken
        case .accountTaken: .accountChanged(.refund)
        case .accountChanged: .purchaseFailed(.buy, .priceChanged)
        case .purchaseFailed: .clockTooFar(.periodEnds)
        case .clockTooFar: .isOver
        case .isOver: .isBusy
        case .isBusy: .noRun
        case .noRun: nil
        }
    }
}
