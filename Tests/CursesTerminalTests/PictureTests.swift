import StoreEvents
import StoreModel
import TestSupport
import Testing

@testable import CursesTerminal
@testable import Storefront

extension PaintingTests {
    @Suite("A picture in pixels", .serialized)
    struct PictureTests {
        /// Sixteen colours, in fields that are not a multiple of a cell.
        private static let picture: Picture = {
            let (width, height) = (60, 30)
            let pixels = (0..<width * height).map { index in
                let (column, row) = (index % width / 7, index / width / 5)
                return RGB(UInt8(column * 28), UInt8(row * 50), UInt8((column + row) % 4 * 85))
            }
            return Picture(width: width, pixels: pixels)
        }()

        private static func frame(_ picture: Picture? = picture, filters: Set<PhotoFilter> = []) -> Frame {
            var frame = Frame(size: Size(columns: 80, rows: 24))
            frame[0, 0] = Cell("x")
            if let picture {
                frame.picture = PlacedPicture(
                    column: 5, row: 3, size: Size(columns: 10, rows: 4),
                    pixels: PixelSize(width: 90, height: 68),
                    picture: picture, filters: filters)
            }
            return frame
        }

        private static func asked(kitty: Bool) throws -> PaintedTerminal {
            let terminal = try PaintedTerminal()
            terminal.paint(frame(nil))
            terminal.answer(
                hasSixels: true, .kittyGraphics(kitty), .cellSize(PixelSize(width: 9, height: 17)))
            #expect(terminal.window.features.cell == PixelSize(width: 9, height: 17))
            terminal.paint(frame(nil))
            return terminal
        }

        private static func kitty(
            _ terminal: PaintedTerminal, after count: Int
        ) -> [(keys: [String: String], data: [UInt8])] {
            PictureReader.kitty(terminal.screen.strings[count...].map(\.text))
        }

        @Test func `kitty gets the pixels once, and the cells that they are for`() throws {
            let terminal = try Self.asked(kitty: true)
            let before = terminal.screen.strings.count
            terminal.paint(Self.frame())
            let commands = Self.kitty(terminal, after: before)
            #expect(commands.map { $0.keys["a"] } == ["t", "p", "d"])
            let (sent, placed) = (commands[0], commands[1])
            // It is sent in its own size, and the terminal makes it fit.
            #expect(sent.keys["s"] == "60" && sent.keys["v"] == "30" && sent.keys["f"] == "24")
            #expect(sent.data == Self.picture.pixels.flatMap { [$0.red, $0.green, $0.blue] })
            #expect(placed.keys["c"] == "10" && placed.keys["r"] == "4" && placed.keys["C"] == "1")
            #expect(placed.keys["i"] == sent.keys["i"] && commands[2].keys["i"] != sent.keys["i"])
            #expect(commands.allSatisfy { $0.keys["q"] == "2" })
            let place = try #require(terminal.screen.strings.first { $0.text.contains("a=p") })
            #expect((place.column, place.row) == (5, 3))
            #expect(terminal.screen.cells[0][0].text == "x")
            #expect(terminal.paint(Self.frame()).isEmpty)
        }

        @Test func `sixels show the pixels in their place`() throws {
            let terminal = try Self.asked(kitty: false)
            let before = terminal.screen.strings.count
            terminal.paint(Self.frame())
            let expected = Self.picture.scaled(width: 90, height: 68)
            let rows = terminal.screen.strings[before...]
            #expect(rows.map(\.row) == [3, 4, 5, 6] && rows.allSatisfy { $0.column == 5 })
            var pixels: [RGB] = []
            for row in rows {
                let read = try PictureReader.sixels(row.text)
                #expect(read.width == 90)
                pixels += read.pixels.compactMap(\.self)
            }
            #expect(pixels.count == 90 * 68)
            let far = zip(pixels, expected.pixels).filter { one, other in
                [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)]
                    .contains { abs(Int($0) - Int($1)) > 8 }
            }
            #expect(far.isEmpty)
            #expect(terminal.paint(Self.frame()).isEmpty)
        }

        @Test func `Many colours become 256, each near to its own`() throws {
            let size = 96
            let pixels = (0..<size * size).map { index in
                RGB(UInt8(index % size * 2), UInt8(index / size * 2), UInt8((index * 7) % 256 / 2))
            }
            let picture = Picture(width: size, pixels: pixels)
            let read = try PictureReader.sixels(
                "P" + SixelPicture(picture).sequence(rows: 0..<size).dropFirst(2).dropLast(2))
            #expect(Set(read.pixels.compactMap(\.self)).count <= 256)
            let distance = zip(read.pixels, pixels).reduce(0) { sum, pair in
                sum + abs(Int(pair.0!.red) - Int(pair.1.red)) + abs(Int(pair.0!.green) - Int(pair.1.green))
                    + abs(Int(pair.0!.blue) - Int(pair.1.blue))
            }
            #expect(distance / pixels.count < 30)
        }

        @Test("A filter changes the picture in its place", arguments: [true, false])
        func filtered(kitty: Bool) throws {
            let terminal = try Self.asked(kitty: kitty)
            terminal.paint(Self.frame())
            let before = terminal.screen.strings.count
            terminal.paint(Self.frame(filters: [.greyscale]))
            let strings = terminal.screen.strings[before...].map(\.text)
            let grey: [RGB]
            if kitty {
                let commands = PictureReader.kitty(strings)
                #expect(commands.map { $0.keys["a"] } == ["t", "p", "d"])
                grey = stride(from: 0, to: commands[0].data.count, by: 3).map {
                    RGB(commands[0].data[$0], commands[0].data[$0 + 1], commands[0].data[$0 + 2])
                }
            } else {
                grey = try strings.flatMap { try PictureReader.sixels($0).pixels.compactMap(\.self) }
            }
            #expect(!grey.isEmpty && grey.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
        }

        @Test("What covers it takes it away, and it comes back", arguments: [true, false])
        func covered(kitty: Bool) throws {
            let terminal = try Self.asked(kitty: kitty)
            terminal.paint(Self.frame())
            var before = terminal.screen.strings.count
            let bytes = terminal.paint(Self.frame(nil))
            if kitty {
                let commands = Self.kitty(terminal, after: before)
                #expect(
                    commands.count == 2 && commands.allSatisfy { $0.keys["a"] == "d" && $0.keys["d"] == "I" })
            } else {
                // The cells below it, which were blank before, are written again.
                var spoilt = TerminalScreen(columns: 80, rows: 24)
                for row in 3..<7 { for column in 0..<80 { spoilt.replace(column, row, with: "#") } }
                spoilt.take(bytes)
                #expect(spoilt.text.allSatisfy { $0 != "#" })
            }
            #expect(terminal.paint(Self.frame(nil)).isEmpty)
            before = terminal.screen.strings.count
            terminal.paint(Self.frame())
            #expect(terminal.screen.strings.count > before)
        }

        @Test("Painted anew, it is sent anew", arguments: [true, false])
        func anew(kitty: Bool) throws {
            let terminal = try Self.asked(kitty: kitty)
            terminal.paint(Self.frame())
            let before = terminal.screen.strings.count
            terminal.forget()
            terminal.paint(Self.frame())
            let strings = terminal.screen.strings[before...].map(\.text)
            #expect(strings.contains { $0.hasPrefix(kitty ? "_Ga=t" : "P0;1q") })
        }

        @Test(
            "A frame does not wait for the picture, nor the picture for another frame",
            arguments: [true, false])
        func between(kitty: Bool) throws {
            let terminal = try Self.asked(kitty: kitty)
            let before = terminal.screen.strings.count
            _ = terminal.paintWithoutPicture(Self.frame())
            #expect(terminal.window.isSending)
            terminal.window.sendPicture()
            var next = Self.frame()
            next[0, 0] = Cell("y")
            _ = terminal.paintWithoutPicture(next)
            #expect(terminal.screen.cells[0][0].text == "y")
            #expect(terminal.window.isSending)
            terminal.paint(next)
            #expect(!terminal.window.isSending)
            let strings = terminal.screen.strings[before...].map(\.text)
            if kitty {
                #expect(PictureReader.kitty(strings)[0].data.count == 60 * 30 * 3)
            } else {
                #expect(try strings.reduce(0) { try $0 + PictureReader.sixels($1).pixels.count } == 90 * 68)
            }
        }

        @Test(
            "Left or crashed in the middle of it, the terminal is told to forget it",
            arguments: [true, false])
        func leaving(kitty: Bool) throws {
            let terminal = try Self.asked(kitty: kitty)
            _ = terminal.paintWithoutPicture(Self.frame())
            terminal.window.sendPicture()
            let before = terminal.screen.strings.count
            let last = String(decoding: terminal.close(), as: UTF8.self)
            #expect(last.contains("\u{1B}\\"))
            let commands = PictureReader.kitty(
                terminal.screen.strings[before...].map(\.text).filter { $0.contains("a=d") })
            #expect(commands.count == (kitty ? 2 : 0))
        }
    }
}
