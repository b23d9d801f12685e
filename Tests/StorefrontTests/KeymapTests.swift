import StoreModel
import Testing

@testable import Storefront

@Suite struct KeymapTests {
    private let keymap = Keymap()

    @Test("No key means two things in one place", arguments: Keymap.Context.allCases)
    func keysAreUnambiguous(_ context: Keymap.Context) {
        let keys = keymap.bindings.filter { $0.context == context }.flatMap(\.keys)
        #expect(keys.count == Set(keys).count)
    }

    @Test func `The help names every key of the table`() {
        let help = [ready(account: "jane"), ready(account: nil)].flatMap { state in
            var state = state
            state.account.piecesLeft = ["com.example.coins": 1]
            state.press("?")
            // In one column.
            return ReadingBox(state, Size(columns: 60, rows: 24)).lines.map { $0.text.string }
        }.joined(separator: " ").split(separator: " ").joined(separator: " ")
        for binding in keymap.bindings {
            #expect(help.contains("\(keymap.keyNames(binding)) \(binding.words)"))
        }
    }

    @Test func `Signing in and out are named on the store's screen and in its help only if one can`() {
        let cases = [
            (ready(account: "jane"), false, true), (ready(account: nil), true, false),
            (ready(), false, false),
        ]
        for (state, canSignIn, canSignOut) in cases {
            var state = state
            #expect(state.frame().description.contains("i sign in") == canSignIn)
            #expect(state.frame().description.contains("o sign out") == canSignOut)
            state.press("?")
            let help = ReadingBox(state, Size(columns: 80, rows: 24)).lines.map { $0.text.string }
            #expect(help.contains { $0.contains(/\bi +sign in\b/) } == canSignIn)
            #expect(help.contains { $0.contains(/\bo +sign out\b/) } == canSignOut)
        }
    }

    @Test
    func `While text is typed, no key that writes a character is for anything else, and none is offered`() {
        for scalar in 0x20..<0x7F {
            let character = Character(UnicodeScalar(UInt8(scalar)))
            for context in [Keymap.Context.signIn, .prompt] {
                #expect(keymap.action(for: .character(character), in: context) == nil)
            }
        }
        var state = ready(account: nil).hearing(signInQuestion())
        let footer = state.frame().description.split(separator: "\n").last ?? ""
        #expect(footer.contains("F1 Keys") && !footer.contains("q quit"))
        state.press(.function(1))
        #expect(state.layer == .help)
        #expect(
            ReadingBox(state, Size(columns: 80, rows: 24)).lines.first?.text.string.hasPrefix(
                "Signing in ")
                == true)
    }

    @Test func `The help begins with the keys that work below it, and a typed line is there after it`() {
        func begins(_ state: StorefrontState, with heading: String) -> Bool {
            let lines = ReadingBox(state, Size(columns: 80, rows: 24)).lines
            return state.layer == .help && lines.first?.text.string.hasPrefix(heading) == true
        }
        let asked = ready().hearing(updated(transaction()), sheet())
        #expect(begins(asked.pressing("?"), with: "Questions "))
        var typing = ready().pressing(":").writing("settings n").pressing(.function(1))
        #expect(begins(typing, with: "Commands and search "))
        #expect(!typing.frame().description.contains(":settings n"))
        #expect(typing.handle(.paste("x")) == [])
        #expect(typing.pressing("/").prompt?.kind == .find)
        for keys in [[Key.escape], [":"], ["m", .escape]] {
            let back = typing.pressing(keys)
            #expect(back.context == .prompt && back.prompt?.field.text == "settings n", "\(keys)")
            #expect(back.frame().description.contains(":settings n"), "\(keys)")
        }
        #expect(typing.hearing(updated(transaction())).pressing("q").layer == .question(.quit))
    }

    @Test(
        "The keys that people expect do what they expect",
        arguments: [
            (Key.up, Action.previous), ("k", .previous), (.backTab, .previous), (.down, .next), ("j", .next),
            (.tab, .next),
            (.left, .less), ("h", .less), ("-", .less), (.right, .more), ("l", .more), ("+", .more),
            (.enter, .activate), (" ", .activate), ("1", .product(1)), ("2", .product(2)), ("r", .retry),
            ("s", .settings), ("t", .transactions), ("?", .help), (.function(1), .help), ("q", .quit),
            (.control("c"), .interrupt), (.control("l"), .redraw), (.control("z"), .suspend),
        ] as [(Key, Action)])
    func expectedKeys(_ key: Key, _ action: Action) { #expect(keymap.action(for: key, in: .store) == action) }

    @Test(
        "Keys for pages and for both ends work in the help and in a value that stands alone",
        arguments: [("help", 5), ("inspector-alone", 10)])
    func pages(name: String, page: Int) throws {
        var state = try #require(Screens.all.first { $0.name == name }).state
        state.size = Size(columns: 40, rows: 12)
        let last = state.lastFirstLine
        let keys: [(Key, Int)] = [
            (.pageDown, page), (.pageDown, 2 * page), (.pageUp, page), (.end, last), (.pageDown, last),
            (.pageUp, last - page), (.home, 0), (.pageUp, 0), ("G", last), ("g", 0),
        ]
        for (key, line) in keys {
            state.press(key)
            #expect(state.shown.firstLine == line, "\(key)")
        }
    }

    @Test func `The key that suspends is named, but not to visitors, who have no shell`() {
        let states = [
            (ready(account: nil), true), (ready(account: "jane"), true),
            (ready().hearing(opened(account: "jane", hasAccounts: false)), false),
        ]
        for (shown, isNamed) in states {
            let actions = shown.workingBindings(in: .everywhere).map(\.action)
            #expect(actions.contains(.suspend) == isNamed)
        }
    }
}
