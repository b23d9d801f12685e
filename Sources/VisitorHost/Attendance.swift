package import FoundationEssentials

/// Somebody who is there.
package struct Attendance: Hashable, Sendable, Codable {
    /// What the store calls the visitor.
    package var visitor: String
    /// Where the visitor comes from.
    package var address: String
    /// Since when.
    package var since: Date
    /// The visit's process.
    package var processID: Int32 = 0

    private enum CodingKeys: String, CodingKey { case visitor, address, since }
}

extension VisitorsFolder {
    /// Who is there, those who came first standing first.
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
