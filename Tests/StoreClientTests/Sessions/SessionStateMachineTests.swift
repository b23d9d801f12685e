import StoreEvents
import StoreModel
import StoreWire
import Testing

@testable import StoreClient

@Suite("Who is signed in")
struct SessionStateMachineTests {
    private func check(_ story: SessionStory) {
        var machine = SessionStateMachine(hasAccounts: story.hasAccounts)
        for event in story.after { _ = machine.take(event) }
        #expect(machine.take(story.event) == story.effects)
        #expect(machine.state == story.state)
        #expect(machine.pending == story.pending)
    }

    @Test(
        "begins with whoever this device knows, with a network or without", arguments: SessionStory.beginnings
    )
    func beginnings(_ story: SessionStory) { check(story) }

    @Test(
        "changes with a sign-in, and one account is closed before the next is named",
        arguments: SessionStory.signIns)
    func signIns(_ story: SessionStory) { check(story) }

    @Test(
        "is asked once somebody wants something, and what was wanted is done after it",
        arguments: SessionStory.commands
    )
    func commands(_ story: SessionStory) { check(story) }

    @Test("ends with a sign-out, whatever comes after it", arguments: SessionStory.signOuts)
    func signOuts(_ story: SessionStory) { check(story) }

    @Test("is asked again when the store has forgotten the sign-in", arguments: SessionStory.refusedTokens)
    func refusedTokens(_ story: SessionStory) { check(story) }

    @Test("is what a host says if it vouches for a visitor", arguments: SessionStory.visits)
    func visits(_ story: SessionStory) { check(story) }

    @Test("stays the same when the store's certificates change", arguments: SessionStory.newCertificates)
    func certificates(_ story: SessionStory) { check(story) }

    @Test(
        "stays the same, and nothing is done, where an event has no place", arguments: SessionStory.forbidden)
    func forbidden(_ story: SessionStory) {
        var before = SessionStateMachine(hasAccounts: story.hasAccounts)
        for event in story.after { _ = before.take(event) }
        #expect(before.state == story.state)
        #expect(before.pending == story.pending)
        check(story)
    }
}

/// A row of a table: an event, and the effects that follow.
struct SessionStory: Sendable, CustomTestStringConvertible {
    typealias State = SessionStateMachine.State

    let testDescription: String
    let hasAccounts: Bool
    let after: [SessionEvent]
    let event: SessionEvent
    let effects: [SessionEffect]
    let state: State
    let pending: [StorefrontCommand]

    init(
        _ name: String, hasAccounts: Bool = true, after: [SessionEvent] = [], _ event: SessionEvent,
        _ effects: [SessionEffect] = [], _ state: State, pending: [StorefrontCommand] = []
    ) {
        testDescription = name
        (self.hasAccounts, self.after, self.event) = (hasAccounts, after, event)
        (self.effects, self.state, self.pending) = (effects, state, pending)
    }
}

extension SessionStory {
    // MARK: - The tables

    static let beginnings: [SessionStory] = [
        Self(
            "signed in, and the store is known", .started(anna, known: chain),
            [.tellEnded, .close, .open(anna, trusting: chain), .fetchCertificates], customer(anna)),
        Self(
            "signed in, and the store is not known", .started(anna, known: nil),
            [.tellEnded, .fetchTrustedCertificates(for: anna)], .closed),
        Self(
            "the store answers then", after: [.started(anna, known: nil)],
            .storeReached(anna, trusting: chain),
            [.close, .open(anna, trusting: chain)], customer(anna)),
        Self(
            "or does not answer", after: [.started(anna, known: nil)], .storeNotReached,
            [.openAnonymous, .fetchCertificates],
            .anonymous),
        Self(
            "or does not answer a visitor, who is announced after a pause", hasAccounts: false,
            after: [.started(anna, known: nil)], .storeNotReached,
            [.openAnonymous, .fetchCertificates, .visitLater], .anonymous),
        Self(
            "nobody signed in", .started(nil, known: chain),
            [.tellEnded, .openAnonymous, .fetchCertificates],
            .anonymous),
        Self("a visitor", hasAccounts: false, .started(nil, known: nil), [.tellEnded, .visit], .closed),
        Self(
            "a visitor who was here before", hasAccounts: false, .started(anna, known: chain),
            [.tellEnded, .close, .open(anna, trusting: chain), .fetchCertificates], customer(anna)),
    ]

    static let signIns: [SessionStory] = [
        Self(
            "an answer is sent to the store", after: nobody, .answered(annasAnswer), [.signIn(annasAnswer)],
            .anonymous),
        Self(
            "so is one for a new account", after: nobody, .answered(newAccount), [.signIn(newAccount)],
            .anonymous),
        Self(
            "the first", after: nobody + [.answered(annasAnswer)], .signedIn(anna, trusting: chain),
            begins(anna),
            customer(anna)),
        Self(
            "the same account again goes on", after: annaIsIn + [.answered(annasAnswer)],
            .signedIn(annaAgain, trusting: chain),
            [.saySignedIn(annaAgain), .renew(token: annaAgain.token), .tellEnded], customer(annaAgain)),
        Self(
            "the same account with other certificates is opened anew",
            after: annaIsIn + [.answered(annasAnswer)],
            .signedIn(annaAgain, trusting: otherChain), begins(annaAgain, otherChain),
            customer(annaAgain, otherChain)),
        Self(
            "another account takes the place of the first", after: annaIsIn + [.answered(bobsAnswer)],
            .signedIn(bob, trusting: chain), begins(bob), customer(bob)),
        Self(
            "a refused one is asked for again", after: nobody + [.answered(annasAnswer)],
            .signInRefused(account: "anna", .forgottenPassword),
            [.ask(accountName: "anna", reason: .forgottenPassword)], .anonymous),
        Self(
            "a refused one of another account leaves the first alone",
            after: annaIsIn + [.answered(bobsAnswer)],
            .signInRefused(account: "bob", .forgottenPassword),
            [.ask(accountName: "bob", reason: .forgottenPassword)],
            customer(anna)),
        Self(
            "a refusal after the person cancelled is not shown",
            after: nobody + [.answered(annasAnswer), .answered(.cancelled)],
            .signInRefused(account: "anna", .cannotConnect), [], .anonymous),
        Self(
            "success after the person cancelled counts, for the store has signed in",
            after: nobody + [.requested(buying), .answered(annasAnswer), .answered(.cancelled)],
            .signedIn(anna, trusting: chain), begins(anna), customer(anna)),
        Self(
            "an earlier answer's refusal after a later one's success is not shown",
            after: nobody + [
                .answered(bobsAnswer), .answered(annasAnswer), .signedIn(anna, trusting: chain),
            ],
            .signInRefused(account: "bob", .forgottenPassword), [], customer(anna)),
        Self(
            "an answer that never comes: the next one is sent all the same",
            after: nobody + [.answered(annasAnswer)],
            .answered(bobsAnswer), [.signIn(bobsAnswer)], .anonymous),
    ]

    static let commands: [SessionStory] = [
        Self(
            "a purchase asks who buys", after: nobody, .requested(buying), asks, .anonymous, pending: [buying]
        ),
        Self(
            "so does a restore", after: nobody, .requested(restoring), asks, .anonymous, pending: [restoring]),
        Self(
            "both wait", after: nobody + [.requested(buying)], .requested(restoring), asks, .anonymous,
            pending: [buying, restoring]),
        Self(
            "the same one waits once", after: nobody + [.requested(buying)], .requested(buying), asks,
            .anonymous, pending: [buying]),
        Self(
            "a refused sign-in keeps it", after: nobody + [.requested(buying), .answered(annasAnswer)],
            .signInRefused(account: "anna", .tooManyAttempts),
            [.ask(accountName: "anna", reason: .tooManyAttempts)],
            .anonymous, pending: [buying]),
        Self(
            "a cancelled sign-in drops it", after: nobody + [.requested(buying)], .answered(.cancelled), [],
            .anonymous),
        Self(
            "after a sign-in it waits for what happened before",
            after: nobody + [.requested(buying), .answered(annasAnswer)],
            .signedIn(anna, trusting: chain), begins(anna) + [.sendLater], customer(anna), pending: [buying]),
        Self("then it is done", after: signedInToBuy, .sendDue, [.send(buying)], customer(anna)),
        Self(
            "whatever was asked for",
            after: nobody + [
                .requested(buying), .requested(restoring), .answered(annasAnswer),
                .signedIn(anna, trusting: chain),
            ], .sendDue, [.send(buying), .send(restoring)], customer(anna)),
        Self(
            "whoever cancelled while the sign-in was under way gets nothing",
            after: signedInToBuy + [.answered(.cancelled)], .sendDue, [], customer(anna)),
        Self(
            "whoever signed out again gets nothing", after: signedInToBuy + [.signOutRequested], .sendDue, [],
            .anonymous),
        Self(
            "and nothing of it is left for the next one",
            after: signedInToBuy + [.signOutRequested, .answered(bobsAnswer)],
            .signedIn(bob, trusting: chain),
            begins(bob), customer(bob)),
        Self(
            "what was asked for before the application was open waits, too",
            after: nobody + [.signedIn(anna, trusting: chain)], .requested(buying), [.sendLater],
            customer(anna), pending: [buying]),
        Self(
            "also while the application is opened anew",
            after: annaIsIn + [.trusted(otherChain)], .requested(buying), [.sendLater],
            customer(anna, otherChain), pending: [buying]),
        Self(
            "and is done then", hasAccounts: false,
            after: visitorIsOut + [.visited(anna, trusting: chain), .requested(buying)], .sendDue,
            [.send(buying)], customer(anna)),
        Self("spending asks who buys", after: nobody, .accountNeeded, asks, .anonymous),
        Self(
            "spending while a purchase waits leaves it waiting", after: nobody + [.requested(buying)],
            .accountNeeded, asks, .anonymous, pending: [buying]),
    ]

    static let signOuts: [SessionStory] = [
        Self("of whoever is there", after: annaIsIn, .signOutRequested, ends(anna), .anonymous),
        Self(
            "forgets the newest session", after: annaIsIn + [.signedIn(annaAgain, trusting: chain)],
            .signOutRequested,
            ends(annaAgain), .anonymous),
        Self(
            "also of one whom the store has forgotten",
            after: annaIsIn + [.tokenRefused(anna.token, kept: anna)],
            .signOutRequested, ends(anna), .anonymous),
        Self(
            "then the store's word on the old token is nothing", after: annaIsIn + [.signOutRequested],
            .tokenRefused(anna.token, kept: nil), [], .anonymous),
        Self(
            "then other certificates open nothing", after: annaIsIn + [.signOutRequested],
            .trusted(otherChain), [],
            .anonymous),
        Self(
            "then a purchase asks who buys", after: annaIsIn + [.signOutRequested], .requested(buying), asks,
            .anonymous, pending: [buying]),
        Self(
            "then somebody else can sign in", after: annaIsIn + [.signOutRequested, .answered(bobsAnswer)],
            .signedIn(bob, trusting: chain), begins(bob), customer(bob)),
    ]

    static let refusedTokens: [SessionStory] = [
        Self(
            "and nobody else has signed in", after: annaIsIn, .tokenRefused(anna.token, kept: anna),
            [.ask(accountName: "Anna", reason: .signInNeeded)], customer(anna, isSignedIn: false)),
        Self(
            "and another program has signed out", after: annaIsIn, .tokenRefused(anna.token, kept: nil),
            [.ask(accountName: "Anna", reason: .signInNeeded)], customer(anna, isSignedIn: false)),
        Self(
            "and another program has signed somebody else in", after: annaIsIn,
            .tokenRefused(anna.token, kept: bob),
            [.ask(accountName: "Anna", reason: .signInNeeded)], customer(anna, isSignedIn: false)),
        Self(
            "unless another program has signed in again", after: annaIsIn,
            .tokenRefused(anna.token, kept: annaAgain),
            [.renew(token: annaAgain.token)], customer(annaAgain)),
        Self(
            "what needs an account then looks for the kept session first",
            after: annaIsIn + [.tokenRefused(anna.token, kept: anna)],
            .accountNeeded, [.readKept], customer(anna, isSignedIn: false)),
        Self(
            "and asks if it is the same", after: annaIsIn + [.tokenRefused(anna.token, kept: anna)],
            .keptRead(anna), [.ask(accountName: "Anna", reason: .signInNeeded)],
            customer(anna, isSignedIn: false)),
        Self(
            "or when another program has signed somebody else in since",
            after: annaIsIn + [.tokenRefused(anna.token, kept: anna)],
            .keptRead(bob), [.ask(accountName: "Anna", reason: .signInNeeded)],
            customer(anna, isSignedIn: false)),
        Self(
            "but not when another program has signed in again since",
            after: annaIsIn + [.tokenRefused(anna.token, kept: nil)],
            .keptRead(annaAgain), [.saySignedIn(annaAgain), .renew(token: annaAgain.token)],
            customer(annaAgain)),
        Self(
            "until the same person is back",
            after: annaIsIn + [.tokenRefused(anna.token, kept: anna), .answered(annasAnswer)],
            .signedIn(annaAgain, trusting: chain),
            [.saySignedIn(annaAgain), .renew(token: annaAgain.token), .tellEnded], customer(annaAgain)),
        Self(
            "or another one",
            after: annaIsIn + [.tokenRefused(anna.token, kept: anna), .answered(bobsAnswer)],
            .signedIn(bob, trusting: chain), begins(bob), customer(bob)),
        Self(
            "of a visitor, the host", hasAccounts: false, after: visitorIsIn,
            .tokenRefused(anna.token, kept: anna),
            [.visit], customer(anna, isSignedIn: false)),
        Self(
            "which lets the application go on", hasAccounts: false,
            after: visitorIsIn + [.tokenRefused(anna.token, kept: anna)],
            .visited(annaAgain, trusting: chain),
            [.renew(token: annaAgain.token)], customer(annaAgain)),
        Self(
            "or not: then the host is asked again, after a pause", hasAccounts: false,
            after: visitorIsForgotten, .visitRefused, [.visitLater], customer(anna, isSignedIn: false)),
        Self(
            "that is over", hasAccounts: false, after: visitorIsForgotten + [.visitRefused],
            .visitDue, [.visit], customer(anna, isSignedIn: false)),
        Self(
            "or when there is a network", hasAccounts: false, after: visitorIsForgotten + [.visitRefused],
            .networkIsUp, [.visit], customer(anna, isSignedIn: false)),
        Self(
            "as often as it is refused", hasAccounts: false,
            after: visitorIsForgotten + [.visitRefused, .visitDue], .visitRefused, [.visitLater],
            customer(anna, isSignedIn: false)),
        Self(
            "until another program has let the visitor in again, who is told nothing", hasAccounts: false,
            after: visitorIsForgotten, .keptRead(annaAgain), [.renew(token: annaAgain.token)],
            customer(annaAgain)),
    ]

    static let visits: [SessionStory] = [
        Self(
            "the store lets the visitor in", hasAccounts: false, after: [.started(nil, known: nil)],
            .visited(anna, trusting: chain), [.close, .open(anna, trusting: chain)], customer(anna)),
        Self(
            "or not: then there are prices, and the visitor is announced again after a pause",
            hasAccounts: false, after: [.started(nil, known: nil)], .visitRefused,
            [.openAnonymous, .fetchCertificates, .visitLater], .anonymous),
        Self(
            "that is over", hasAccounts: false, after: visitorIsOut, .visitDue, [.visit], .anonymous),
        Self(
            "a network is an occasion, too", hasAccounts: false, after: visitorIsOut, .networkIsUp, [.visit],
            .anonymous),
        Self(
            "refused again, prices stay", hasAccounts: false, after: visitorIsOut + [.networkIsUp],
            .visitRefused, [.visitLater],
            .anonymous),
        Self(
            "so is a purchase, which waits", hasAccounts: false, after: visitorIsOut, .requested(buying),
            [.visit],
            .anonymous, pending: [buying]),
        Self(
            "refused again, it is dropped, and the person is told", hasAccounts: false,
            after: visitorIsOut + [.requested(buying)], .visitRefused, [.sayNotReached, .visitLater],
            .anonymous),
        Self(
            "and nothing of it is left for a later visit", hasAccounts: false,
            after: visitorIsOut + [.requested(buying), .visitRefused, .visitDue],
            .visited(anna, trusting: chain), [.close, .open(anna, trusting: chain)], customer(anna)),
        Self(
            "let in, it goes on", hasAccounts: false,
            after: visitorIsOut + [.requested(buying)],
            .visited(anna, trusting: chain),
            [.close, .open(anna, trusting: chain), .sendLater], customer(anna), pending: [buying]),
        Self(
            "once", hasAccounts: false,
            after: visitorIsOut + [.requested(buying), .visited(anna, trusting: chain), .sendDue], .sendDue,
            [], customer(anna)),
    ]

    static let newCertificates: [SessionStory] = [
        Self(
            "a signature that does not count asks for them", after: annaIsIn, .notVerified,
            [.fetchCertificates],
            customer(anna)),
        Self(
            "they are checked first", after: annaIsIn, .certificatesFetched(otherChain.certificates),
            [.trust(otherChain.certificates)], customer(anna)),
        Self(
            "another key opens the application anew", after: annaIsIn, .trusted(otherChain),
            [.close, .open(anna, trusting: otherChain)], customer(anna, otherChain)),
        Self(
            "an impostor ends everything", after: annaIsIn, .notTrusted(.notProved(store: "store")),
            [.giveUp(.notProved(store: "store"))], customer(anna)),
    ]

    static let forbidden: [SessionStory] = [
        Self(
            "spending of a customer is the application's", after: annaIsIn, .accountNeeded, [],
            customer(anna)),
        Self("a network when a customer is there", after: annaIsIn, .networkIsUp, [], customer(anna)),
        Self("a network when people sign in", after: nobody, .networkIsUp, [], .anonymous),
        Self(
            "a network twice for a visitor", hasAccounts: false,
            after: visitorIsOut + [.networkIsUp, .visited(anna, trusting: chain)], .networkIsUp, [],
            customer(anna)),
        Self(
            "a network of somebody who has to sign in again",
            after: annaIsIn + [.tokenRefused(anna.token, kept: anna)], .networkIsUp, [],
            customer(anna, isSignedIn: false)),
        Self(
            "a refused visit of a visitor who is there", hasAccounts: false, after: visitorIsIn,
            .visitRefused, [], customer(anna)),
        Self(
            "a visit that is due of a visitor who is there", hasAccounts: false,
            after: visitorIsForgotten + [.visitRefused, .visited(annaAgain, trusting: chain)], .visitDue, [],
            customer(annaAgain)),
        Self(
            "a visit that is due when people sign in",
            after: annaIsIn + [.tokenRefused(anna.token, kept: anna)], .visitDue, [],
            customer(anna, isSignedIn: false)),
        Self("a sign-out of nobody", after: nobody, .signOutRequested, [], .anonymous),
        Self("a sign-out twice", after: annaIsIn + [.signOutRequested], .signOutRequested, [], .anonymous),
        Self("a sign-out before the start", .signOutRequested, [], .closed),
        Self("a cancelled sheet of a customer", after: annaIsIn, .answered(.cancelled), [], customer(anna)),
        Self("a cancelled sheet that nobody saw", after: nobody, .answered(.cancelled), [], .anonymous),
        Self(
            "a refusal that nobody waits for", after: nobody, .signInRefused(account: "anna", .cannotConnect),
            [],
            .anonymous),
        Self("the time to send if nothing waits", after: annaIsIn, .sendDue, [], customer(anna)),
        Self(
            "the time to send before a sign-in", after: nobody + [.requested(buying)], .sendDue, [],
            .anonymous, pending: [buying]),
        Self(
            "a word on the token before", after: annaIsIn + [.signedIn(annaAgain, trusting: chain)],
            .tokenRefused(anna.token, kept: annaAgain), [], customer(annaAgain)),
        Self(
            "a word on the token of the account before", after: annaIsIn + [.signedIn(bob, trusting: chain)],
            .tokenRefused(anna.token, kept: bob), [], customer(bob)),
        Self("the certificates that count", after: annaIsIn, .trusted(chain), [], customer(anna)),
        Self("certificates for nobody", after: nobody, .trusted(chain), [], .anonymous),
    ]

    // MARK: - Samples

    private static let anna = session("00000000-0000-4000-8000-0000000000a1", "Anna", token: "anna-1")
    private static let annaAgain = session("00000000-0000-4000-8000-0000000000a1", "Anna", token: "anna-2")
    private static let bob = session("00000000-0000-4000-8000-0000000000b1", "Bob", token: "bob-1")
    private static let chain = certificates(of: 1), otherChain = certificates(of: 2)
    private static let buying = StorefrontCommand.purchase(MonkeyCredits.five, quantity: 1)
    private static let restoring = StorefrontCommand.restore
    private static let annasAnswer = SignInAnswer.signIn(account: "anna", password: Password("correct horse"))
    private static let bobsAnswer = SignInAnswer.signIn(account: "bob", password: Password("correct horse"))
    private static let newAccount = SignInAnswer.createAccount(
        account: "anna", password: Password("correct horse"))

    private static let nobody: [SessionEvent] = [.started(nil, known: chain)]
    private static let annaIsIn: [SessionEvent] = [.started(anna, known: chain)]
    private static let signedInToBuy =
        nobody + [.requested(buying), .answered(annasAnswer), .signedIn(anna, trusting: chain)]
    private static let visitorIsIn: [SessionEvent] = [
        .started(nil, known: nil), .visited(anna, trusting: chain),
    ]
    private static let visitorIsForgotten = visitorIsIn + [.tokenRefused(anna.token, kept: anna)]
    private static let visitorIsOut: [SessionEvent] = [.started(nil, known: nil), .visitRefused]

    private static func session(
        _ account: AccountIdentifier, _ name: String, token: String
    ) -> StoreWire.Session {
        StoreWire.Session(
            account: account, name: name, environment: .sandbox, appTransactionIdentifier: "1", token: token)
    }

    /// What follows a sign-in if somebody else, or nobody, was signed in before.
    private static func begins(
        _ session: StoreWire.Session, _ chain: StoreCertificates = Self.chain
    ) -> [SessionEffect] {
        [.close, .saySignedIn(session), .open(session, trusting: chain), .tellEnded]
    }

    /// What follows a sign-out.
    private static func ends(_ session: StoreWire.Session) -> [SessionEffect] {
        [.close, .forget(session), .tellEnded, .saySignedOut, .openAnonymous, .fetchCertificates]
    }

    private static let asks: [SessionEffect] = [.ask(accountName: nil, reason: nil)]

    private static func certificates(of number: UInt8) -> StoreCertificates {
        StoreCertificates(
            certificates: StoreWire.Certificates(bundleIdentifier: "com.example", chain: ["\(number)"]),
            publicKey: [number])
    }

    private static func customer(
        _ session: StoreWire.Session, _ chain: StoreCertificates = Self.chain, isSignedIn: Bool = true
    ) -> State {
        .customer(.init(session: session, chain: chain, isSignedIn: isSignedIn))
    }
}
