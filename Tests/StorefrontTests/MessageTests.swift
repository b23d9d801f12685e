import StoreModel
import StorefrontStrings
import Testing

@testable import Storefront

@Suite struct MessageTests {
    private static let strings = Language.english.strings
    private static let errors: [StoreError] = [
        .cannotConnect, StoreError(domain: .storeKit, code: 1), .paymentInvalid, .paymentNotAllowed,
        .productNotAvailable, .interrupted, .unknownServerError, .forgottenPassword, .networkDown, .connectionLost,
        StoreError(domain: .storeServer, code: 5999), .signInNeeded, .accountTaken, .tooManyAttempts, .deviceMoved,
        .boughtElsewhere,
    ]

    @Test(arguments: [Language.english, .spanish, .french, .italian])
    func `Our own sentences fit on the status line of an 80-column window, whole`(_ language: Language) {
        let strings = language.strings
        let sentences =
            [
                strings[.restrictedState], strings[.networkDownState(isQueued: true)],
                strings[.networkDownState(isQueued: false)],
                strings[.requestFailedByNetworkState], strings[.declined], strings[.deferred], strings[.alreadyBuying],
                strings[.tooEarly], strings[.pasteIgnored], strings[.whyLoading], strings[.whyNetworkDown],
                strings[.whyDisabled], strings[.whyNoCredits], strings[.balanceUnknown], strings[.requestingPrices],
                strings.credited("10 × 10 Monkey Credits"), strings.revoked("10 × 10 Monkey Credits"),
                strings.lapsed("10 Monkey Credits"), strings.plainBadQuantity("-1"),
                strings.spendRefused(credits: 1, balance: 0), strings.corrected(balance: 1_000_000),
                strings.whyNotAvailable("consume10credits"), strings.signedIn("jane"), strings[.feedSignedOut],
                strings[.signedOut(isInFlight: true)], strings[.signedOut(isInFlight: false)],
            ] + Self.errors.map(strings.failure) + Self.errors.map(strings.requestFailedState)
        for sentence in sentences where TerminalText(sentence).width > 78 { Issue.record("\(sentence)") }
    }

    @Test(arguments: [Language.english, .spanish, .french, .italian])
    func `The states that stay fit in the two rows of a 40-column window`(_ language: Language) {
        let strings = language.strings
        let states = [
            strings[.restrictedState], strings[.networkDownState(isQueued: true)],
            strings[.networkDownState(isQueued: false)], strings[.requestFailedByNetworkState],
        ]
        for state in states where TerminalText(state).wrapped(to: 38).count > 2 { Issue.record("\(state)") }
    }

    @Test("Each failure names its code and says what it means for the money", arguments: errors)
    func failuresNameTheirCode(_ error: StoreError) {
        let sentence = Self.strings.failure(error)
        #expect(sentence.contains("(\(error.code))"))
        #expect(sentence.contains("Nothing was charged"))
    }

    @Test("Every monkey is as wide in each row, in both alphabets", arguments: Mood.allCases)
    func monkeysAreWellShaped(_ mood: Mood) {
        for (glyphs, number) in [ScreenOptions.Glyphs.unicode, .ascii].flatMap({ glyphs in
            (0..<mood.pictures).map { (glyphs, $0) }
        }) {
            let picture = MonkeyPicture(mood, glyphs, picture: number)
            #expect(
                picture.rows.map { TerminalText($0).width }
                    == Array(repeating: MonkeyPicture.width, count: MonkeyPicture.height))
            #expect(picture.beside.count <= MonkeyPicture.height)
            #expect(picture.beside.allSatisfy { TerminalText($0).width <= MonkeyPicture.thingsWidth })
            let all = (picture.rows + picture.beside + [picture.small, picture.besideSmall]).joined()
            #expect(glyphs == .unicode || all.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    @Test func `A sentence goes after its time, and the state that stays comes back`() {
        var state = ready().hearing(network(up: false), failure(.unknownServerError))
        #expect(state.statusLine?.text.contains("5002") == true)
        state.wait(.seconds(4))
        #expect(state.statusLine?.text.hasPrefix("Network down.") == true)
        state.wait(.seconds(3600))
        #expect(state.statusLine?.text.hasPrefix("Network down.") == true)
        state.hear(network(up: true))
        #expect(state.statusLine == nil)
    }
}
