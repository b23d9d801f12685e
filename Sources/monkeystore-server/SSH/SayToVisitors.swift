internal import ArgumentParser
internal import VisitorHost

struct SayToVisitors: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "say", abstract: "Say a line to all visitors who are there.")

    @OptionGroup var data: DataOptions
    @OptionGroup var visitors: VisitorsOptions
    @Argument(help: "The line, in one word or in many.") var words: [String]

    private var line: String { words.joined(separator: " ") }

    func validate() throws {
        guard line.contains(where: { !$0.isWhitespace }), line.utf8.count <= VisitorsFolder.longestLine else {
            throw ValidationError("A line has 1 to \(VisitorsFolder.longestLine) bytes; nothing was said.")
        }
    }

    func run() async throws {
        try await complaining {
            let folder = try visitors.ownFolder(of: data)
            let count = folder.attendances().count
            if count > 0 { try folder.announce(line) }
            printLine(count == 1 ? "Said to 1 visitor." : "Said to \(count) visitors.")
        }
    }
}
