import Foundation
import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite struct TroubleTests {
    private static let path = "/p/q"
    private static let address = "https://zoo:1"

    /// Each error, with the values that its sentence names.
    static let troubles: [(Trouble, values: [String])] = [
        (.storage(.notWritable(path: path)), [path]), (.storage(.full(path: path)), [path]),
        (.storage(.failing(path: path)), [path]), (.storage(.damaged(path: path)), [path]),
        (.storage(.newerVersion(path: path)), [path]), (.storage(.earlierBuild(path: path)), [path]),
        (.storage(.busy(path: path)), [path]),
        (.storage(.keyMissing(path: path)), [path]),
        (.storage(.anotherKey(path: path, key: "/k")), [path, "/k"]),
        (
            .storage(.anotherApplication(path: path, bundleIdentifier: "a.b", appleIdentifier: 6_740_000)),
            [path, "a.b", "6740000"]
        ),
        (.storage(.unusable(path: path, reason: "EIO")), [path, "EIO"]),
        (.storage(.unconfirmed(path: path)), [path]), (.storage(.uncertain(path: path)), [path]),
        (.storage(.replaced(path: path)), [path]),
        (.trust(.notAChain(store: address)), [address]),
        (.trust(.anotherStore(store: address, pinFile: path)), [address, path]),
        (.trust(.notProved(store: address)), [address]), (.trust(.noProof(store: address)), [address]),
        (.trust(.noStore(store: address)), [address]),
        (
            .trust(.anotherApplication(store: address, bundleIdentifier: "a.b")),
            [address, "\"a.b\"", "--bundle-id"]
        ),
        (.untrusted, []), (.storeNotReached, []),
        (.alreadySubscribed, []), (.numberTaken, []), (.keyUsed, []), (.offerCannotWait, []),
        (.offerNotForCustomer, []),
        (.unreadableAnswer, []), (.paymentKept(.unreadableAnswer), []),
        (.paymentKept(.deviceTrouble(.busy(path: path))), [path]),
        (.paymentKept(.unknownServerError), []), (.paymentKept(.cannotConnect), []),
        (.paymentKept(.tooManyAttempts), []),
        (.paymentKept(StoreError(domain: .storeServer, code: 1, message: "418")), ["418"]),
        (.purchaseNotProved, []), (.purchasesLeftOut, []), (.highWaterMarkNotKept(.full(path: path)), [path]),
        (.notEnoughCredits(balance: 3), ["3"]),
        (.notEnoughPieces(product: "7Q", left: 3), ["7Q", "3"]), (.notUsed(.full(path: path)), [path]),
        (.usedAndUnread, []), (.useTaken, []),
        (.recountInterrupted, []),
        (.noAddress, ["--store"]), (.badAddress(text: "7Q"), ["7Q"]), (.catalogueElsewhere, ["--catalogue"]),
        (.appleIdentifierElsewhere, ["--app-apple-id"]), (.badAdminToken(path: path), [path]),
        (.builtWithoutRemote, ["--store"]), (.noTransactionFound, []), (.invalidAction, []),
        (.notEntitled, []), (.cannotPlay(ScenarioRefusal(.isSubscribed("7Q"))), ["7Q"]),
        (.cannotPlay(ScenarioRefusal(.isOwned("7Q"))), ["7Q"]),
        (.notInCatalogue(product: "7Q"), ["7Q"]),
        (.noAnswer(store: address), [address]),
        (.refused(store: address, status: 418), [address, "418"]), (.unreadableMaybeDone, []),
        (.signInForSubscriptions, []), (.bookNotHere, []), (.bookNotOwned, []), (.bookUnreadable, []),
        (.bookNotText(path: path), [path]),
        (.letterNeedsSubscription, []), (.letterExpired, []),
        (.signInNeeded, ["monkeystore sign-in"]), (.accountTaken, []),
        (.tooManyAttempts(seconds: 42), ["42"]),
        (.tooManyAttempts(seconds: nil), []), (.wrongPassword, ["5020", "--new"]), (.badName, ["1", "64"]),
        (.badPassword, ["8", "256"]),
        (.tooManyPurchases, []), (.tooManyRequests, []),
        (.pictureUnreadable(file: path, reason: "EIO"), [path, "EIO", "--picture"]),
        (.pictureNotAFile(file: path), [path]), (.pictureEmpty(file: path), [path]),
        (.pictureTooLarge(file: path, megabytes: 50), [path, "50"]),
        (
            .pictureTooManyPixels(file: path, width: 9000, height: 8000, millions: 40),
            [path, "9000", "8000", "40"]
        ),
        (.notAPicture(file: path), [path]), (.pictureDamaged(file: path), [path]),
    ]

    @Test("Each error has a sentence of its own in each language, with its values", arguments: troubles)
    func sentences(_ trouble: Trouble, values: [String]) {
        let sentences = Language.allCases.map { $0.strings.sentence(for: trouble) }
        for sentence in sentences {
            #expect(values.allSatisfy(sentence.contains) && !sentence.contains("{"), "\(sentence)")
        }
        #expect(Set(sentences).count == sentences.count)
    }

    @Test func `No error is left out of these tests`() throws {
        func names(_ file: String) throws -> [String] {
            try source(file).matches(of: #/\n    case (\w+)/#).map { String($0.1) }
        }
        func name(_ error: some Any) -> String { String("\(error)".prefix { $0 != "(" }) }
        func label(_ error: some Any) -> String? { Mirror(reflecting: error).children.first?.label }
        let tested = Self.troubles.map(\.0)
        // Described errors are in English everywhere.
        #expect(try Set(names("Shop/StoreEvents/Trouble")) == Set(tested.map(name) + ["described"]))
        let storage = tested.compactMap { if case .storage(let error) = $0 { label(error) } else { nil } }
        let trust = tested.compactMap { if case .trust(let error) = $0 { label(error) } else { nil } }
        #expect(try Set(names("Shop/StoreModel/StorageError")) == Set(storage))
        #expect(try Set(names("Shop/StoreModel/TrustError")) == Set(trust))
    }

    @Test("Trouble with files says what it means for the money", arguments: troubles.prefix(10))
    func money(_ trouble: Trouble, values: [String]) {
        let words: [(Language, [String])] = [
            (.english, ["nothing was changed", "is safe"]),
            (.german, ["es hat sich nichts geändert", "ist sicher"]),
            (.spanish, ["no se ha cambiado nada", "está a salvo"]),
            (.french, ["rien n'a changé", "est à l'abri"]),
            (.italian, ["non è stato modificato nulla", "è al sicuro"]),
        ]
        for (language, words) in words {
            #expect(words.contains(where: language.strings.sentence(for: trouble).contains))
        }
    }

    @Test func `A disk that takes nothing is no reason to promise that something will be delivered`() {
        let words: [(Language, String)] = [
            (.english, "deliver"), (.german, "geliefert"), (.spanish, "entrega"), (.french, "livré"),
            (.italian, "arriva"),
        ]
        for error in [StorageError.full(path: "/p"), .failing(path: "/p")] {
            for (language, word) in words {
                #expect(!language.strings.sentence(for: .storage(error)).contains(word))
            }
            #expect(!error.description.contains("deliver"))
        }
    }

    /// Each error of a file, with the path that its sentence names.
    private static let storage: [(StorageError, path: String)] = troubles.compactMap { trouble, values in
        if case .storage(let error) = trouble { (error, values[0]) } else { nil }
    }

    @Test(
        "Trouble with a file means for a kept payment that it goes on, and nobody is told to try again",
        arguments: storage)
    func kept(_ error: StorageError, path: String) {
        let words: [(Language, kept: String, wrong: [String])] = [
            (.english, "The payment is kept, goes on by itself, and is charged once.", ["nothing", "again"]),
            (.german, "Die Zahlung bleibt, geht von selbst weiter", ["nichts geändert", "nochmal"]),
            (.spanish, "El pago se guarda, luego sigue solo", ["no se ha cambiado nada", "otra vez"]),
            (.french, "Le paiement est gardé, reprend tout seul", ["rien n'a changé", "éessaie"]),
            (.italian, "Il pagamento è conservato, riparte da solo", ["non è stato modificato", "iprova"]),
        ]
        // The store in this process names its own file in the first one.
        let reasons = [
            StoreError(domain: .storeKit, code: 0, detail: .storage(error)), .deviceTrouble(error),
        ]
        for (language, kept, wrong) in words {
            let strings = language.strings
            // A paid purchase that is not delivered yet has its own words for the money.
            let what = strings.undelivered(because: .storage(error))
            #expect(what.contains(path) && !wrong.contains(where: what.contains), "\(what)")
            for reason in reasons {
                let sentence = strings.explanation(of: .paymentKept(reason))
                #expect(sentence.hasPrefix("\(what) \(kept)"), "\(sentence)")
            }
        }
    }

    @Test("A command ends, so it does not promise that something goes on by itself", arguments: troubles)
    func commands(_ trouble: Trouble, values: [String]) {
        let sentence = trouble.commandSentence
        #expect(values.allSatisfy(sentence.contains), "\(sentence)")
        for word in ["by itself", "by themselves", "{"] where sentence.contains(word) {
            Issue.record("\(sentence)")
        }
    }

    @Test(
        "What a command says of a payment that waits does not depend on whether the payment or something else failed",
        arguments: [StoreError.tooManyPurchases, .tooManyRequests, .untrusted])
    func commands(_ error: StoreError) {
        #expect(Trouble(saidBy: error)?.commandSentence == Trouble.paymentKept(error).commandSentence)
    }

    @Test(
        "Options are named to people who start the program, and to nobody whom a host lets in",
        arguments: Language.allCases)
    func options(_ language: Language) {
        let failure = Trouble.storage(.notWritable(path: "/p"))
        let stores = [
            (opened(account: nil, hasAccounts: false), true), (opened(account: "jane"), true),
            (opened(account: "anna", hasAccounts: false), false),
        ]
        for (store, isNamed) in stores {
            for (trouble, option) in [(Trouble.notEntitled, "--admin-token-file"), (failure, "--data-dir")] {
                let state = StorefrontState(now: start, language: language).hearing(
                    store, .actionFailed(trouble))
                #expect(state.status?.text.contains(state.strings.sentence(for: trouble)) == true)
                #expect(state.status?.text.contains(option) == isNamed)
                #expect(state.log.last?.detail.contains(option) == isNamed)
            }
        }
    }

    @Test func `One credit is one credit in each sentence of a command, and many have no groups of digits`() {
        #expect(creditsPhrase(1) == "1 monkey credit")
        #expect(creditsPhrase(12345) == "12345 monkey credits")
        #expect(refusedSentence(credits: 1, balance: 0).contains("it takes 1 credit, and you have 0."))
        let words = [
            "You have only 1 monkey credit,", "Du hast nur 1 Affen-Credit,", "Solo tienes 1 crédito de mono,",
            "Tu n'as que 1 crédit de singe,", "Hai solo 1 credito scimmia,",
        ]
        for (language, words) in zip([Language.english, .german, .spanish, .french, .italian], words) {
            #expect(language.strings.sentence(for: .notEnoughCredits(balance: 1)).hasPrefix(words))
        }
    }

    @Test("What to do about a file is said in each language", arguments: Language.allCases)
    func advice(_ language: Language) {
        let english = Language.english.strings
        for case (.storage(let error), let values) in Self.troubles {
            let advice = language.strings.advice(for: error)
            #expect((advice == nil) == (english.advice(for: error) == nil))
            #expect(advice?.contains("--data-dir") != false)
            #expect(language == .english || advice == nil || advice != english.advice(for: error))
            if case .anotherApplication = error {
                #expect(values.dropFirst().allSatisfy { advice?.contains($0) == true })
            }
        }
    }

    @Test
    func `What was found of an account has a sentence of its own in each language, and what counts is said`()
    {
        let languages = Language.allCases
        let sentences = languages.flatMap { language in
            AccountFinding.allCases.map { language.strings[.accountFinding($0)] }
        }
        #expect(Set(sentences).count == AccountFinding.allCases.count * languages.count)
        for sentence in sentences where sentence.last != "." { Issue.record("\(sentence)") }
        for language in languages { #expect(language.strings.accountRecounted(balance: -7).hasSuffix("-7.")) }
    }

    /// The errors of the store's limits as they arrive over HTTP, each with what it means for the money and
    /// what to do.
    static let limits: [(StoreError, [(Language, words: [String])])] = [
        (
            .tooManyPurchases,
            [
                (.english, ["nothing was charged", "charged once", "Wait"]),
                (.german, ["wurde nichts abgebucht", "nur einmal abgebucht", "Warte"]),
                (.spanish, ["no se ha cobrado nada", "se cobra una sola vez", "Espera"]),
                (.french, ["rien n'a été débité", "débité une seule fois", "Attends"]),
                (.italian, ["nessun addebito", "addebitato una sola volta", "Aspetta"]),
            ]
        ),
        (
            .tooManyRequests,
            [
                (.english, ["nothing was charged", "in a minute"]),
                (.german, ["wurde nichts abgebucht", "in einer Minute"]),
                (.spanish, ["no se ha cobrado nada", "en un minuto"]),
                (.french, ["rien n'a été débité", "dans une minute"]),
                (.italian, ["nessun addebito", "tra un minuto"]),
            ]
        ),
        (
            StoreError(domain: .account, code: 429, detail: .wait(seconds: 42)),
            [
                (.english, ["Nothing was charged", "try again in 42 s"]),
                (.german, ["nichts abgebucht", "in 42 s"]),
                (.spanish, ["No se ha cobrado nada", "Reintenta en 42 s"]),
                (.french, ["Rien n'a été débité", "réessaie dans 42 s"]),
                (.italian, ["Nessun addebito", "Riprova tra 42 s"]),
            ]
        ),
    ]

    @Test("A limit of the store is told in each language, with the money and what to do", arguments: limits)
    func limit(_ error: StoreError, words: [(Language, words: [String])]) {
        for (language, words) in words {
            let sentence = language.strings.ownSentence(error) ?? ""
            for word in words { #expect(sentence.contains(word), "\(sentence)") }
        }
        let pseudo = PseudoLanguage.speaking { Language.english.strings.ownSentence(error) }
        #expect(pseudo?.contains("[") == true)
    }

    @Test(
        "What an error says in addition to its number is said in the language", arguments: Language.allCases)
    func own(_ language: Language) {
        let strings = language.strings
        let errors: [(StoreError, Trouble)] = [
            (.alreadySubscribed, .alreadySubscribed), (.numberTaken, .numberTaken),
            (.unreadableAnswer, .unreadableAnswer), (.ineligibleForOffer, .offerNotForCustomer),
            (.deviceTrouble(.full(path: Self.path)), .storage(.full(path: Self.path))),
            // The server tells developers in English what the error means.
            (
                StoreError(domain: .http, code: 429, message: "Too many.", detail: .purchasesOfADay),
                .tooManyPurchases
            ),
            (StoreError(domain: .http, code: 429, message: "Too many."), .tooManyRequests),
        ]
        for (error, trouble) in errors {
            #expect(strings.ownSentence(error) == strings.sentence(for: trouble))
        }
        #expect(
            strings.ownSentence(StoreError(domain: .storeServer, code: 1, message: "Its words."))
                == "Its words.")
        #expect(strings.ownSentence(.networkDown) == nil)
    }
}
