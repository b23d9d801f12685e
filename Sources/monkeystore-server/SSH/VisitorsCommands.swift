internal import ArgumentParser
internal import Foundation
internal import VisitorHost

struct Who: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the visitors who are there.")

    @OptionGroup var data: DataOptions
    @OptionGroup var visitors: VisitorsOptions
    @Flag(help: "The list as JSON.") var json = false

    func run() async throws {
        try await complaining {
            let attendances = try visitors.ownFolder(of: data).attendances()
            guard !json else { return try printJSON(attendances) }
            for attendance in attendances {
                printLine("\(attendance.since.formatted(.iso8601))  \(attendance.address)  \(attendance.visitor)")
            }
            printLine(attendances.count == 1 ? "1 visitor" : "\(attendances.count) visitors")
        }
    }
}

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
