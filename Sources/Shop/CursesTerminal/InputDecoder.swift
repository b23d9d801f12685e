internal import Storefront

/// Turns the bytes that `TerminalSession` reads into input for the screen. Curses does not read them, because
/// it passes an unknown sequence on as single keys, and a key here can buy something. For the same reason, no
/// pause, however long, turns the rest of a sequence, a report or a paste into keys: a slow line may hold
/// back any byte.
struct InputDecoder {
    private enum State {
        case ground
        /// In a character of several bytes.
        case character
        case escape
        /// After an escape character that counted as the Escape key, because nothing followed it for a while.
        case lateEscape
        /// After `ESC [`: parameters, then one final byte.
        case control
        /// After `ESC O`: one more byte.
        case singleShift
        /// After `ESC [ [`, as the Linux console writes F1 to F5: one more byte.
        case consoleFunction
        /// After `ESC [ M`: the three bytes of a mouse report in its oldest form.
        case oldMouseReport
        /// In a terminal's report, a string that ends with BEL or `ESC \`.
        case report
        /// After an escape character in a report.
        case reportEnd
        case paste
    }

    private var state = State.ground
    /// The bytes of a character or a report so far, or the parameters of a control sequence.
    private var bytes: [UInt8] = []
    /// No known sequence or report is longer than this. What is longer is read and dropped.
    private static let longest = 96
    /// How many bytes the character or mouse report still needs.
    private var missing = 0
    private var paste = PasteBuffer()
    private var inputs: [Input] = []

    /// Whether the terminal was asked to report the mouse.
    private let readsMouse: Bool

    init(readsMouse: Bool = false) { self.readsMouse = readsMouse }

    /// The pause after which `settle` is to be called; nil if a pause means nothing.
    var silence: Duration? {
        switch state {
        case .escape, .reportEnd: .milliseconds(40)
        case .paste where paste.hasNews: .milliseconds(500)
        default: nil
        }
    }

    /// Takes bytes as they arrive, and returns the input that they complete.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Input] {
        for byte in bytes { take(byte) }
        defer { inputs.removeAll() }
        return inputs
    }

    /// Takes note of a pause. An escape character alone is then the Escape key. A paste goes on until its end
    /// arrives. If the end is lost, the way out is Control-C, typed between two pauses.
    mutating func settle() -> [Input] {
        switch state {
        case .escape:
            state = .lateEscape
            bytes = []
            return [.key(.escape)]
        case .reportEnd:
            state = .lateEscape
            return []
        case .paste: return [paste.settle() ? .key(.control("c")) : .unfinishedPaste]
        default: return []
        }
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: takeFirst(byte)
        case .character: takeCharacter(byte)
        case .escape, .lateEscape: takeAfterEscape(byte)
        case .control: takeControl(byte)
        case .singleShift: complete(KeySequence.singleShift(byte), byte)
        case .consoleFunction: complete(KeySequence.consoleFunction(byte), byte)
        case .oldMouseReport:
            missing -= 1
            if byte < 0x20 || missing == 0 { complete(nil, byte) }
        case .report: takeReport(byte)
        case .reportEnd: takeReportEnd(byte)
        case .paste:
            guard paste.append(byte) else { return }
            inputs.append(.paste(paste.text))
            state = .ground
        }
    }

    private mutating func takeFirst(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .escape
        case 0xC2...0xDF: startCharacter(byte, missing: 1)
        case 0xE0...0xEF: startCharacter(byte, missing: 2)
        case 0xF0...0xF4: startCharacter(byte, missing: 3)
        default: if let key = Key(byte: byte) { inputs.append(.key(key)) }
        }
    }

    private mutating func startCharacter(_ byte: UInt8, missing: Int) {
        state = .character
        bytes = [byte]
        self.missing = missing
    }

    private mutating func takeCharacter(_ byte: UInt8) {
        guard (0x80...0xBF).contains(byte) else {
            state = .ground
            return takeFirst(byte)
        }
        bytes.append(byte)
        missing -= 1
        guard missing == 0 else { return }
        state = .ground
        // U+0080 to U+009F are control characters.
        if let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first,
            scalar.value > 0x9F
        {
            inputs.append(.key(.character(Character(scalar))))
        }
    }

    private mutating func takeAfterEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["):
            state = .control
            bytes = []
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .report
            bytes = [byte]
        // The end of a report whose last byte came late.
        case UInt8(ascii: "\\") where state == .lateEscape: completeReport()
        default:
            if state == .escape { inputs.append(.key(.escape)) }
            state = .ground
            takeFirst(byte)
        }
    }

    /// A report contains no control characters. If one arrives, somebody typed it, and it ends what only
    /// looked like a report.
    private mutating func takeReport(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .reportEnd
        case 0x03:
            state = .ground
            takeFirst(byte)
        case 0x07: completeReport()
        case 0x00..<0x20: state = .ground
        default: keep(byte)
        }
    }

    /// Takes the byte after an escape character in a report. It ends the report, or is the first byte of a
    /// key's sequence.
    private mutating func takeReportEnd(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\\"): completeReport()
        case UInt8(ascii: "["), UInt8(ascii: "O"): takeAfterEscape(byte)
        default:
            state = .report
            takeReport(byte)
        }
    }

    private mutating func takeControl(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "[") where bytes.isEmpty: state = .consoleFunction
        case 0x20...0x3F: keep(byte)
        case UInt8(ascii: "~") where bytes == Array("200".utf8):
            state = .paste
            paste = PasteBuffer()
        case UInt8(ascii: "M") where readsMouse && bytes.isEmpty:
            state = .oldMouseReport
            missing = 3
        default:
            let mouse = readsMouse ? Input(mouseReport: bytes, final: byte) : nil
            guard let input = mouse ?? Input(report: bytes, final: byte), bytes.count < Self.longest else {
                return complete(KeySequence.control(bytes, final: byte), byte)
            }
            state = .ground
            inputs.append(input)
        }
    }

    private mutating func keep(_ byte: UInt8) {
        if bytes.count < Self.longest { bytes.append(byte) }
    }

    private mutating func completeReport() {
        state = .ground
        if bytes.count < Self.longest, let report = TerminalReport(string: bytes) {
            inputs.append(.report(report))
        }
    }

    /// Ends a sequence. A control character in place of its last byte starts a new one.
    private mutating func complete(_ key: Key?, _ byte: UInt8) {
        state = .ground
        if byte < 0x20 {
            takeFirst(byte)
        } else if let key {
            inputs.append(.key(key))
        }
    }
}

/// The bytes of a paste, for `InputDecoder`. It keeps the beginning and drops the rest.
private struct PasteBuffer {
    private static let end = Array("\u{1B}[201~".utf8)
    private static let limit = 4096

    private var bytes: [UInt8] = []
    private var matched = 0
    /// Whether something came since the last pause.
    private(set) var hasNews = true
    /// Whether that was Control-C and nothing else. What arrives together with the beginning of the paste is
    /// part of it.
    private var isInterrupt = false

    /// Takes a byte. True if it completes the mark that ends a paste.
    mutating func append(_ byte: UInt8) -> Bool {
        isInterrupt = byte == 0x03 && (isInterrupt || !hasNews)
        hasNews = true
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count
        }
        // The matched bytes were text. Only the first byte of the mark can start it again.
        keep(Self.end[..<matched])
        matched = byte == Self.end[0] ? 1 : 0
        if matched == 0 { keep([byte]) }
        return false
    }

    /// Takes note of a pause; true if somebody typed Control-C, and nothing else, since the last one.
    mutating func settle() -> Bool {
        defer { (hasNews, isInterrupt) = (false, false) }
        return isInterrupt
    }

    /// The text, without bytes that are not UTF-8.
    var text: String { String(decoding: bytes, as: UTF8.self).filter { $0 != "\u{FFFD}" } }

    private mutating func keep(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more.prefix(max(0, Self.limit - bytes.count)))
    }
}

extension Key {
    /// The key that sends this single byte; nil if there is none.
    init?(byte: UInt8) {
        switch byte {
        case 0x0D, 0x0A: self = .enter
        case 0x09: self = .tab
        case 0x08, 0x7F: self = .backspace
        case 0x01...0x1A: self = .control(Character(UnicodeScalar(byte + 0x60)))
        case 0x20...0x7E: self = .character(Character(UnicodeScalar(byte)))
        default: return nil
        }
    }
}
