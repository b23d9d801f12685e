import Testing

@testable import CursesTerminal

@Suite("What the environment asks for")
struct EnvironmentTests {
    @Test func `NO_COLOR counts when it is not empty, and the option counts more`() {
        #expect(CursesTerminal.usesColour(.auto, noColour: nil))
        #expect(CursesTerminal.usesColour(.auto, noColour: ""))
        #expect(!CursesTerminal.usesColour(.auto, noColour: "0"))
        #expect(CursesTerminal.usesColour(.always, noColour: "1"))
        #expect(!CursesTerminal.usesColour(.never, noColour: nil))
    }

    @Test(
        "A locale's name asks for ASCII when it names something else than UTF-8",
        arguments: [
            ("C", true), ("POSIX", true), ("en_US.ISO-8859-1", true), ("de_DE.ISO-8859-15@euro", true),
            ("C.UTF-8", false), ("en_US.utf8", false), ("de_DE.UTF-8@euro", false), ("de_DE", false), ("", false),
        ])
    func locale(name: String, asksForOther: Bool) { #expect(CharacterLocale.namesOtherCodeset(name) == asksForOther) }
}
