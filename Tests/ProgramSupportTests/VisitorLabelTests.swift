import ProgramSupport
import Testing

@Suite("What visitors are called")
struct VisitorLabelTests {
    @Test(arguments: [
        ("anna", "anna"), ("Jos\u{E9}", "Jos\u{E9}"), ("안나", "안나"), ("anna-maria.2", "anna-maria.2"),
        ("अनीता", "अनीता"),
        // No control sequences for a terminal, and nothing that looks like another line.
        ("an\u{1B}[31mna", "an31mna"), ("anna\nbob came", "annabobcame"), ("\u{202E}anna\u{200B}", "anna"),
        ("anna 2", "anna2"), ("anna🐒", "anna"),
        // No letters and marks that nobody sees.
        ("anna\u{3164}2", "anna2"), ("anna\u{FFA0}2", "anna2"), ("anna\u{115F}\u{1160}2", "anna2"),
        ("\u{3164}", "visitor"), ("anna\u{FE0F}", "anna"), ("anna\u{34F}", "anna"),
        // A letter keeps a few marks at most, and a mark needs a letter.
        ("a\u{301}\u{302}\u{303}\u{304}", "a\u{301}\u{302}"), ("\u{301}a", "a"),
        (String(repeating: "x", count: 200), String(repeating: "x", count: 24)), ("", "visitor"),
        ("  ", "visitor"),
    ])
    func typed(name: String, label: String) {
        #expect(VisitorLabel(typed: name).description == label)
    }

    @Test func `two of the same name are told apart, and each keeps the own label`() {
        var labels = VisitorLabels()
        #expect(labels.label(of: "a", typed: VisitorLabel(typed: "anna")) == "anna")
        #expect(labels.label(of: "b", typed: VisitorLabel(typed: "Anna")) == "Anna 2")
        #expect(labels.label(of: "c", typed: VisitorLabel(typed: "anna")) == "anna 3")
        #expect(labels.label(of: "b", typed: VisitorLabel(typed: "Anna")) == "Anna 2")
        labels.forget("b")
        #expect(labels.label(of: "d", typed: VisitorLabel(typed: "anna")) == "anna 2")
        // Under another name.
        #expect(labels.label(of: "a", typed: VisitorLabel(typed: "bob")) == "bob")
        #expect(labels.label(of: "e", typed: VisitorLabel(typed: "anna")) == "anna")
    }

    @Test func `who is here or left lately keeps the label, and who left long ago makes room for others`() {
        let anna = VisitorLabel(typed: "anna")
        var labels = VisitorLabels()
        #expect(labels.label(of: "here", typed: anna) == "anna")
        for number in 0...FormerVisitors.most {
            #expect(labels.label(of: "\(number)", typed: anna) == "anna \(number + 2)")
            labels.left("\(number)")
        }
        #expect(labels.label(of: "new", typed: anna) == "anna 2")
        #expect(labels.label(of: "1", typed: anna) == "anna 3")
        #expect(labels.label(of: "here", typed: anna) == "anna")
        // Whoever is back is not among those who left.
        for number in 0...FormerVisitors.most {
            _ = labels.label(of: "later \(number)", typed: anna)
            labels.left("later \(number)")
        }
        #expect(labels.label(of: "1", typed: anna) == "anna 3")
    }

    @Test func `events are lines, and other lines are none`() {
        let events: [HostEvent] = [
            .listening(fingerprint: "SHA256:x", confinesFiles: false), .cannotListen(error: 98),
            .came(visitor: "SHA256:x", label: "an\"na"), .moved(visitor: "SHA256:x", label: "anna"),
            .left(visitor: "SHA256:x", end: .idle),
        ]
        for event in events {
            #expect(!event.line.contains("\n"))
            #expect(HostEvent(line: event.line) == event)
        }
        for line in ["", "listening", "{}", #"{"came":{}}"#] { #expect(HostEvent(line: line) == nil) }
    }

    @Test(arguments: [
        (Int32(0), true, false, false, VisitEnd.left), (130, true, true, true, .left),
        (142, true, false, false, .idle), (2, true, false, false, .noScreen),
        (143, true, true, false, .elsewhere), (143, true, false, true, .closed),
        (143, true, false, false, .ended),
        (137, true, false, false, .ended), (129, true, false, false, .disconnected),
        (143, false, false, false, .disconnected), (129, false, true, false, .elsewhere),
        (74, true, false, false, .failed),
        (139, true, false, false, .failed),
    ])
    func end(status: Int32, isConnected: Bool, isReplaced: Bool, isClosing: Bool, end: VisitEnd) {
        let found = VisitEnd(
            status: status, isConnected: isConnected, isReplaced: isReplaced, isClosing: isClosing)
        #expect(found == end)
    }
}
