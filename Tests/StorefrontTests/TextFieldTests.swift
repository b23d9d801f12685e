import Testing

@testable import Storefront

@Suite struct TextFieldTests {
    @Test func `Text is put in where the cursor stands, and the editing keys change it there`() {
        var field = TextField("jane")
        field.moveCursor(by: -2)
        field.insert("-")
        #expect(field.text == "ja-ne" && field.beforeCursor == "ja-")
        field.eraseBefore()
        field.eraseAfter()
        #expect(field.text == "jae" && field.cursor == 2)
        field.moveCursor(by: 99)
        field.eraseAfter()
        #expect(field.text == "jae" && field.cursor == 3)
        field.moveCursor(by: -99)
        field.eraseBefore()
        #expect(field.text == "jae" && field.cursor == 0)
    }

    @Test func `Of a text that is pasted the first line goes in, without control characters`() {
        var field = TextField()
        field.insert("ja\u{1B}[31mne\t\u{7}\u{9B}!\r\nDROP")
        #expect(field.text == "ja[31mne!")
        field.insert("\nnothing")
        #expect(field.text == "ja[31mne!")
    }

    @Test func `A mark that joins the character before it moves no cursor, and leaves as one character with it`() {
        var field = TextField("ae")
        field.moveCursor(by: -1)
        field.insert("\u{301}")
        #expect(field.text == "a\u{301}e" && field.cursor == 1)
        field.moveCursor(by: -1)
        field.insert("猿🍌")
        #expect(field.cursor == 2 && field.beforeCursor == "猿🍌")
        field.eraseAfter()
        #expect(field.text == "猿🍌e")
        field = TextField("e")
        field.moveCursor(by: -1)
        field.insert("x")
        field.eraseBefore()
        field.insert("\u{301}")
        #expect(field.cursor <= field.text.count)
    }
}
