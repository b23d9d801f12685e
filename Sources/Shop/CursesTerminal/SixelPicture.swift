internal import StoreEvents

/// A picture in at most 256 colours, and the sixels for its rows, for `PictureTransfer`. A sixel is a column
/// of six pixels of one colour. A band of them is written once for each colour in it.
struct SixelPicture {
    private let width: Int
    /// The number of each pixel's colour.
    private let pixels: [UInt8]
    private let colours: [RGB]

    init(_ picture: Picture) {
        width = picture.width
        let palette = SixelPalette(picture.pixels)
        colours = palette.colours
        pixels = picture.pixels.map(palette.number)
    }

    /// Some rows of the picture, to be drawn at the cursor.
    func sequence(rows: Range<Int>) -> String {
        // What is not drawn stays as it is, and a pixel is square.
        var text = Array("\u{1B}P0;1q\"1;1;\(width);\(rows.count)".utf8)
        var isDefined = [Bool](repeating: false, count: colours.count)
        for index in pixels[rows.lowerBound * width..<rows.upperBound * width] {
            isDefined[Int(index)] = true
        }
        for (index, colour) in colours.enumerated() where isDefined[index] {
            let parts = [colour.red, colour.green, colour.blue].map { (Int($0) * 100 + 127) / 255 }
            text += "#\(index);2;\(parts[0]);\(parts[1]);\(parts[2])".utf8
        }
        for top in stride(from: rows.lowerBound, to: rows.upperBound, by: 6) {
            appendBand(top..<min(top + 6, rows.upperBound), to: &text)
        }
        return String(decoding: text, as: UTF8.self) + "\u{1B}\\"
    }

    private func appendBand(_ rows: Range<Int>, to text: inout [UInt8]) {
        // For each colour in the band: its sixels from left to right, and where they begin.
        var sixels: [UInt8] = []
        var starts = [Int](repeating: -1, count: colours.count)
        for (bit, row) in rows.enumerated() {
            for column in 0..<width {
                let colour = Int(pixels[row * width + column])
                if starts[colour] < 0 {
                    starts[colour] = sixels.count
                    sixels += repeatElement(0, count: width)
                }
                sixels[starts[colour] + column] |= 1 << bit
            }
        }
        for (colour, start) in starts.enumerated() where start >= 0 {
            text += "#\(colour)".utf8
            Self.append(sixels[start..<start + width], to: &text)
            text.append(UInt8(ascii: "$"))
        }
        text.append(UInt8(ascii: "-"))
    }

    /// Appends sixels as counted runs, without the empty ones at the end.
    private static func append(_ sixels: ArraySlice<UInt8>, to text: inout [UInt8]) {
        let end = (sixels.lastIndex { $0 != 0 } ?? sixels.startIndex - 1) + 1
        var start = sixels.startIndex
        while start < end {
            let character = UInt8(ascii: "?") + sixels[start]
            let count = sixels[start..<end].prefix { $0 == sixels[start] }.count
            if count > 3 {
                text += "!\(count)".utf8
                text.append(character)
            } else {
                text += repeatElement(character, count: count)
            }
            start += count
        }
    }
}

/// The colours for a picture: its own, if they are few, or else by median cut: boxes are halved along their
/// longest side, and each gives its mean colour. It counts colours in steps of eight.
private struct SixelPalette {
    private(set) var colours: [RGB] = []
    private var numbers = [UInt8](repeating: 0, count: 1 << 15)

    /// The pixels of one such step.
    private struct Shade {
        let key: Int
        var count = 0
        var sums = SIMD3<Int>()
        var mean: SIMD3<Int> { sums / SIMD3(repeating: count) }
    }

    private struct Box {
        var shades: ArraySlice<Shade>
        /// The axis of its longest side.
        var axis = 0
        /// The length of that side; 0 for a box that cannot be halved.
        var length = 0

        init(_ shades: ArraySlice<Shade>) {
            self.shades = shades
            guard shades.count > 1 else { return }
            var (least, most) = (SIMD3(repeating: 255), SIMD3(repeating: 0))
            for shade in shades {
                let mean = shade.mean
                least = pointwiseMin(least, mean)
                most = pointwiseMax(most, mean)
            }
            let lengths = most &- least
            axis = (0..<3).max { lengths[$0] < lengths[$1] }!
            length = lengths[axis] + 1
        }

        /// Two boxes with about half of the pixels each.
        var halves: [Box] {
            let sorted = shades.sorted { ($0.mean[axis], $0.key) < ($1.mean[axis], $1.key) }
            let half = sorted.reduce(0) { $0 + $1.count } / 2
            var (counted, middle) = (0, 0)
            while middle < sorted.count - 1, counted < half || middle == 0 {
                counted += sorted[middle].count
                middle += 1
            }
            return [Box(sorted[..<middle]), Box(sorted[middle...])]
        }

        var mean: RGB {
            let whole = shades.reduce(into: Shade(key: 0)) {
                $0.count += $1.count
                $0.sums &+= $1.sums
            }
            return RGB(UInt8(whole.mean.x), UInt8(whole.mean.y), UInt8(whole.mean.z))
        }
    }

    init(_ pixels: [RGB]) {
        var shades = (0..<numbers.count).map { Shade(key: $0) }
        for pixel in pixels {
            let key = Self.key(pixel)
            shades[key].count += 1
            shades[key].sums &+= SIMD3(Int(pixel.red), Int(pixel.green), Int(pixel.blue))
        }
        var boxes = [Box(shades.filter { $0.count > 0 }[...])]
        while boxes.count < 256, let longest = boxes.indices.max(by: { boxes[$0].length < boxes[$1].length }),
            boxes[longest].length > 0
        {
            boxes += boxes.remove(at: longest).halves
        }
        for (index, box) in boxes.enumerated() {
            colours.append(box.mean)
            for shade in box.shades { numbers[shade.key] = UInt8(index) }
        }
    }

    func number(_ colour: RGB) -> UInt8 { numbers[Self.key(colour)] }

    private static func key(_ colour: RGB) -> Int {
        Int(colour.red >> 3) << 10 | Int(colour.green >> 3) << 5 | Int(colour.blue >> 3)
    }
}
