import StoreEvents
import TestSupport
import Testing

/// Pictures as a terminal reads them from the strings on a screen.
enum PictureReader {
    /// The pixels of a sixel picture; nil if nothing is drawn.
    static func sixels(_ string: String) throws -> (width: Int, pixels: [RGB?]) {
        let body = try #require(string.firstIndex(of: "q").map { string[string.index(after: $0)...] })
        var rest = Array(body.utf8)[...]
        func number() -> Int {
            var value = 0
            while let byte = rest.first, (0x30...0x39).contains(byte) {
                value = value * 10 + Int(byte) - 0x30
                rest = rest.dropFirst()
            }
            return value
        }
        func numbers() -> [Int] {
            var all = [number()]
            while rest.first == UInt8(ascii: ";") {
                rest = rest.dropFirst()
                all.append(number())
            }
            return all
        }
        #expect(rest.popFirst() == UInt8(ascii: "\""))
        let raster = numbers()
        let (width, height) = (raster[2], raster[3])
        #expect(raster[..<2] == [1, 1])
        var pixels = [RGB?](repeating: nil, count: width * height)
        var colours: [Int: RGB] = [:]
        var (colour, column, top) = (0, 0, 0)
        func draw(_ byte: UInt8, _ count: Int) {
            for _ in 0..<count {
                for bit in 0..<6 where (byte - 0x3F) >> UInt8(bit) & 1 == 1 {
                    #expect(column < width && top + bit < height)
                    pixels[(top + bit) * width + column] = colours[colour]
                }
                column += 1
            }
        }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "#"):
                let parts = numbers()
                colour = parts[0]
                if parts.count == 5 {
                    #expect(parts[1] == 2 && parts[0] < 256)
                    colours[colour] = RGB(
                        UInt8(parts[2] * 255 / 100), UInt8(parts[3] * 255 / 100), UInt8(parts[4] * 255 / 100))
                }
            case UInt8(ascii: "!"):
                let count = number()
                draw(rest.popFirst() ?? 0x3F, count)
            case UInt8(ascii: "$"): column = 0
            case UInt8(ascii: "-"): (column, top) = (0, top + 6)
            case 0x3F...0x7E: draw(byte, 1)
            default: Issue.record("no sixel: \(byte)")
            }
        }
        return (width, pixels)
    }

    /// The commands of kitty's protocol: their keys, and the data that a transfer has brought in total.
    static func kitty(_ strings: [String]) -> [(keys: [String: String], data: [UInt8])] {
        var commands: [(keys: [String: String], data: [UInt8])] = []
        var isOpen = false
        for string in strings where string.hasPrefix("_G") {
            let parts = string.dropFirst(2).split(separator: ";", maxSplits: 1)
            var keys: [String: String] = [:]
            for pair in parts[0].split(separator: ",") {
                let sides = pair.split(separator: "=")
                keys[String(sides[0])] = String(sides[1])
            }
            let data = parts.count > 1 ? base64(parts[1]) : []
            if isOpen {
                #expect(Array(keys.keys) == ["m"])
                commands[commands.count - 1].data += data
            } else {
                commands.append((keys, data))
            }
            isOpen = keys["m"] == "1"
            #expect(parts.count < 2 || parts[1].utf8.count <= 4096)
        }
        #expect(!isOpen)
        return commands
    }

    static func base64(_ text: some StringProtocol) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        #expect(text.utf8.count % 4 == 0)
        var bytes: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in text.utf8.prefix(while: { $0 != UInt8(ascii: "=") }) {
            bits = bits << 6 | (alphabet.firstIndex(of: byte) ?? -1)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 255))
            }
        }
        return bytes
    }
}
