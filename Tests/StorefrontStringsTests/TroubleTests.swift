import FileSystem
import Testing

@testable import StorefrontStrings

@Suite struct TroubleTests {
    static let troubles: [(Trouble, values: [String])] = [
        (.storage(.notWritable(path: "/p/q")), ["/p/q"]), (.storage(.full(path: "/p/q")), ["/p/q"]),
        (.storage(.failing(path: "/p/q")), ["/p/q"]), (.storage(.damaged(path: "/p/q")), ["/p/q"]),
        (.storage(.newerVersion(path: "/p/q")), ["/p/q"]), (.storage(.busy(path: "/p/q")), ["/p/q"]),
        (.storage(.keyMissing(path: "/p/q")), ["/p/q"]),
        (
            .storage(.anotherApplication(path: "/p/q", bundleIdentifier: "a.b", appleIdentifier: 6_740_000)),
            ["/p/q", "a.b", "6740000"]
        ),
        (.storage(.unusable(path: "/p/q", reason: "No medium")), ["/p/q", "No medium"]), (.ledgerChanged, []),
        (.recordOfOwnedChanged, []), (.storeUnreachable, []), (.transactionUnknown, []), (.actionImpossible, []),
        (.notEntitled, ["--admin-token-file"]), (.bookNotHere, []), (.bookUnreadable, []),
        (.bookNotText(path: "/p/q"), ["/p/q"]), (.letterForSubscribers, []), (.letterRanOut, []),
        (.settingsNeedAccount, []), (.paymentKept(storeSays: "Teapot."), ["Teapot."]),
        (.paymentKept(storeSays: nil), []),
    ]

    @Test("Each trouble has a sentence of its own in each language but English, with its values", arguments: troubles)
    func sentences(_ trouble: Trouble, values: [String]) throws {
        #expect(English(language: .english).sentence(for: trouble) == nil)
        let sentences = try [Language.spanish, .french, .italian].map {
            try #require($0.strings.sentence(for: trouble))
        }
        #expect(Set(sentences).count == 3)
        for sentence in sentences { #expect(values.allSatisfy(sentence.contains)) }
    }

    @Test("Trouble with files says what it means for the money", arguments: troubles.prefix(9))
    func money(_ trouble: Trouble, values: [String]) throws {
        let words: [(Language, [String])] = [
            (.spanish, ["no se ha cambiado nada", "está a salvo"]),
            (.french, ["rien n'a été modifié", "est à l'abri"]),
            (.italian, ["nulla è cambiato", "è al sicuro"]),
        ]
        for (language, words) in words {
            let sentence = try #require(language.strings.sentence(for: trouble))
            #expect(words.contains(where: sentence.contains))
        }
    }
}
