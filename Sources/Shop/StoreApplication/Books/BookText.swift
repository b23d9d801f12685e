internal import FoundationEssentials
internal import StoreEvents
internal import StoreModel

/// Reads the file of a downloaded book into paragraphs, when `HostedProductManager` opens the book.
enum BookText {
    /// The largest book that can be read on a terminal, in bytes.
    private static let largest = 8 << 20

    /// The paragraphs of the file at `path`: its lines.
    static func paragraphs(at path: String) throws(Trouble) -> [String] {
        let url = URL(filePath: path)
        guard let data = try? Data(contentsOf: url, options: .alwaysMapped) else { throw .bookUnreadable }
        guard data.count <= largest, let text = String(validating: data, as: UTF8.self),
            !text.utf8.contains(0)
        else { throw .bookNotText(path: path) }
        // The line end of Windows is one character.
        return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.flatMap(parts)
    }

    /// Splits a line into parts that are not too long, between words if possible.
    private static func parts(_ line: Substring) -> [String] {
        var parts: [String] = []
        var rest = line.unicodeScalars[...]
        while let end = rest.index(
            rest.startIndex, offsetBy: BookOpened.longestParagraph, limitedBy: rest.endIndex),
            end < rest.endIndex
        {
            let part = rest[..<end]
            let space = part.lastIndex(of: " ").map { rest.index(after: $0) } ?? end
            parts.append(String(rest[..<space]))
            rest = rest[space...]
        }
        return parts + [String(rest)]
    }
}
