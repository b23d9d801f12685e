import Glibc
import StoreModel
import Testing

@testable import Storefront

/// The screens as text files in `Screens/`. With `RECORD_SCREENS=1` they are written anew, and the test fails so that this
/// cannot stay on.
@Suite struct GoldenScreenTests {
    static let windows = [
        Window(columns: 40, rows: 12, .unicode), Window(columns: 80, rows: 24, .unicode),
        Window(columns: 200, rows: 60, .unicode), Window(columns: 40, rows: 12, .ascii),
        Window(columns: 80, rows: 24, .ascii), Window(columns: 200, rows: 60, .ascii),
    ]

    private static let styled = ["ready", "purchases-off", "failed", "sheet", "transactions", "photo"]

    struct Window: CustomTestStringConvertible, Sendable {
        let columns: Int
        let rows: Int
        let glyphs: ScreenOptions.Glyphs
        var testDescription: String { "\(columns)x\(rows)-\(glyphs)" }

        init(columns: Int, rows: Int, _ glyphs: ScreenOptions.Glyphs) {
            self.columns = columns
            self.rows = rows
            self.glyphs = glyphs
        }
    }

    @Test("Each screen looks as it was recorded", arguments: windows)
    func screensLookAsRecorded(_ window: Window) throws {
        for (name, state) in Screens.all {
            let frame = state.frame(window.columns, window.rows, options: ScreenOptions(glyphs: window.glyphs))
            try expect(frame.description, isRecordedAs: "\(name)-\(window.testDescription)")
        }
    }

    @Test("A picture is there without colours, too", arguments: windows)
    func screensWithoutColoursLookAsRecorded(_ window: Window) throws {
        var options = ScreenOptions(glyphs: window.glyphs)
        options.hasColour = false
        let photo = try #require(Screens.all.first { $0.name == "photo" }).state
        let frame = photo.frame(window.columns, window.rows, options: options)
        try expect(frame.description, isRecordedAs: "photo-without-colours-\(window.testDescription)")
    }

    @Test("Titles, warnings, the selection and what is disabled have styles of their own")
    func stylesAreAsRecorded() throws {
        for name in Self.styled {
            let state = try #require(Screens.all.first { $0.name == name }).state
            try expect(state.frame().styleDescription, isRecordedAs: "\(name)-styles")
        }
        for name in ["sign-in", "sign-in-refused", "sign-in-waiting", "new-account"] {
            let state = try #require(Screens.all.first { $0.name == name }).state
            try expect(state.frame().styleDescription, isRecordedAs: "\(name)-80x24-styles")
            try expect(state.frame(40, 12).styleDescription, isRecordedAs: "\(name)-40x12-styles")
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
            try expect(text, isRecordedAs: "\(language.code ?? "pseudo")/\(name)")
        }
    }

    private func expect(_ text: String, isRecordedAs name: String) throws {
        let path = String(#filePath.dropLast("GoldenScreenTests.swift".count)) + "Screens/\(name).txt"
        if let variable = getenv("RECORD_SCREENS"), String(cString: variable) == "1" {
            let file = try #require(fopen(path, "w"))
            fputs(text, file)
            fclose(file)
            Issue.record("recorded \(name)")
            return
        }
        let file = try #require(fopen(path, "r"), "no recorded screen \(name)")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        #expect(text == String(decoding: bytes, as: UTF8.self), "\(name)")
    }
}
