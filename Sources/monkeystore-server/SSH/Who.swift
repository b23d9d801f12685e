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
