import StorefrontStrings
import Testing

@testable import Storefront

@Suite struct GoldenScreenTests {
    static let windows = [ScreenOptions.Glyphs.unicode, .ascii].flatMap { glyphs in
        [(40, 12), (80, 24), (200, 60)].map { Window(columns: $0, rows: $1, glyphs: glyphs) }
    }

    private static let styled = ["ready", "purchases-off", "failed", "sheet", "transactions", "photo"]

    struct Window: CustomTestStringConvertible, Sendable {
        let columns: Int
        let rows: Int
        let glyphs: ScreenOptions.Glyphs
        var testDescription: String { "\(columns)x\(rows)-\(glyphs)" }
    }

    @Test("Each screen looks as it was recorded", arguments: windows)
    func screensLookAsRecorded(_ window: Window) throws {
        for (name, state) in Screens.all {
            let frame = state.frame(window.columns, window.rows, options: ScreenOptions(glyphs: window.glyphs))
            try expectRecorded(frame.description, as: "\(name)-\(window.testDescription)")
        }
    }

    @Test("A picture is there without colours, too", arguments: windows)
    func screensWithoutColoursLookAsRecorded(_ window: Window) throws {
        var options = ScreenOptions(glyphs: window.glyphs)
        options.hasColour = false
        let photo = try #require(Screens.all.first { $0.name == "photo" }).state
        let frame = photo.frame(window.columns, window.rows, options: options)
        try expectRecorded(frame.description, as: "photo-without-colours-\(window.testDescription)")
    }

    @Test func `Titles, warnings, the selection and what is disabled have styles of their own`() throws {
        for name in Self.styled {
            let state = try #require(Screens.all.first { $0.name == name }).state
            try expectRecorded(state.frame().styleDescription, as: "\(name)-styles")
        }
        for name in ["sign-in", "sign-in-refused", "sign-in-waiting", "new-account"] {
            let state = try #require(Screens.all.first { $0.name == name }).state
            try expectRecorded(state.frame().styleDescription, as: "\(name)-80x24-styles")
            try expectRecorded(state.frame(40, 12).styleDescription, as: "\(name)-40x12-styles")
        }
    }

    @Test(
        "Each screen looks as it was recorded in every language, at three sizes, with its styles",
        arguments: Language.allCases.dropFirst())
    func translatedScreensLookAsRecorded(_ language: Language) throws {
        for (name, state) in Screens.all(in: language) {
            var text = ""
            for window in Self.windows where window.glyphs == .unicode {
                text += "\(window.columns)x\(window.rows)\n\(state.frame(window.columns, window.rows))"
            }
            if Self.styled.contains(name) { text += "80x24, styles\n\(state.frame().styleDescription)" }
            try expectRecorded(text, as: "\(language.code ?? "pseudo")/\(name)")
        }
    }
}
