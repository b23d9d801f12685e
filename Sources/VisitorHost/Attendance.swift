package import FoundationEssentials

/// A visitor who is in the store now, in the list that `monkeystore-server who` prints.
package struct Attendance: Hashable, Sendable, Codable {
    package var visitor: String
    package var address: String
    package var since: Date
    package var processID: Int32 = 0

    private enum CodingKeys: String, CodingKey { case visitor, address, since }
}

extension VisitorsFolder {
    /// The visitors who are in the store, the first to come first.
    package func attendances() -> [Attendance] {
        names(in: slots).compactMap { name in
            guard let holder = ProcessLock.holder(of: slots + "/" + name),
                var attendance = try? JSONDecoder().decode(Attendance.self, from: Data(holder.text))
            else { return nil }
            attendance.processID = holder.processID
            return attendance
        }.sorted { $0.since < $1.since }
    }
}
