internal import Storefront

/// Turns the bytes that a terminal sends into what the person did. It reads the sequences itself, and not through curses,
/// because a sequence that curses does not know comes out of it as single keys, and a key here can buy something.
struct InputDecoder {
    private enum State {
        case ground
        /// Some bytes of a character of several, and how many are missing.
        case character([UInt8], missing: Int)
        case escape
        /// `ESC [` and what followed: parameters, then one final byte.
        case control([UInt8])
        /// `ESC O`: one more byte.
        case singleShift
        /// `ESC [ [`, as the Linux console writes F1 to F5: one more byte.
        case consoleFunction
        /// A terminal's report, which ends with BEL or `ESC \`.
        case report
        /// An escape character in a report.
        case reportEnd
        case paste(PasteBuffer)
    }

    private var state = State.ground
    private var inputs: [Input] = []

    /// After how long a silence what has come counts as all there is; nil when nothing is half done.
    var silence: Duration? {
        switch state {
        case .ground: nil
        case .paste: .seconds(1)
        default: .milliseconds(40)
        }
    }

    /// Takes bytes as they come, and returns what they complete.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Input] {
        for byte in bytes { take(byte) }
        defer { inputs.removeAll() }
        return inputs
    }

    /// Takes the silence: an escape character alone is the Escape key, a paste ends, and half a sequence is dropped.
    mutating func settle() -> [Input] {
        let unsettled = state
        state = .ground
        switch unsettled {
        case .escape: return [.key(.escape)]
        case .paste(let paste): return [.paste(paste.text)]
        default: return []
        }
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: takeFirst(byte)
        case .character(let bytes, let missing): takeCharacter(bytes, missing: missing, byte)
        case .escape: takeAfterEscape(byte)
        case .control(let bytes): takeControl(bytes, byte)
        case .singleShift: complete(.singleShift(byte), byte)
        case .consoleFunction: complete(.consoleFunction(byte), byte)
        case .report: if byte == 0x07 { state = .ground } else if byte == 0x1B { state = .reportEnd }
        case .reportEnd: state = .ground
        case .paste(var paste):
            state = .ground  // The buffer must have one owner, or it would be copied for every byte.
            if paste.append(byte) { inputs.append(.paste(paste.text)) } else { state = .paste(paste) }
        }
    }

    private mutating func takeFirst(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .escape
        case 0xC2...0xDF: state = .character([byte], missing: 1)
        case 0xE0...0xEF: state = .character([byte], missing: 2)
        case 0xF0...0xF4: state = .character([byte], missing: 3)
        default: if let key = Key(byte: byte) { inputs.append(.key(key)) }
        }
    }

    private mutating func takeCharacter(_ bytes: [UInt8], missing: Int, _ byte: UInt8) {
        guard (0x80...0xBF).contains(byte) else {
            state = .ground
            return takeFirst(byte)
        }
        let bytes = bytes + [byte]
        guard missing == 1 else {
            state = .character(bytes, missing: missing - 1)
            return
        }
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
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .report
        default:
            inputs.append(.key(.escape))
            state = .ground
            takeFirst(byte)
        }
    }

    private mutating func takeControl(_ bytes: [UInt8], _ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "[") where bytes.isEmpty:
            state = .consoleFunction
        case 0x20...0x3F:
            // Longer than any that means something: what is cut off only has to be read.
            state = .control(bytes.count < 16 ? bytes + [byte] : bytes)
        case UInt8(ascii: "~") where bytes == Array("200".utf8):
            state = .paste(PasteBuffer())
        default:
            complete(.control(parameters: bytes, final: byte), byte)
        }
    }

    /// Ends a sequence. A control character in the place of its last byte starts anew.
    private mutating func complete(_ sequence: KeySequence, _ byte: UInt8) {
        state = .ground
        if byte < 0x20 {
            takeFirst(byte)
        } else if let key = sequence.key {
            inputs.append(.key(key))
        }
    }
}
