internal import Foundation
internal import Glibc

/// Linux's figures about a running process.
package enum ProcessStatus {
    /// The memory that a process has now, in KiB.
    package static func residentMemory(of process: Int32) throws -> Int { try number("VmRSS:", of: process) }

    /// The most memory that a process ever had, in KiB.
    package static func mostMemory(of process: Int32) throws -> Int { try number("VmHWM:", of: process) }

    /// The memory that no other process has now, in KiB: all of it, and that which is not a page of a file.
    package static func privateMemory(of process: Int32) throws -> (all: Int, withoutFiles: Int) {
        let text = try String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
        func sum(_ fields: String...) -> Int {
            text.split(separator: "\n").filter { line in fields.contains { line.hasPrefix($0) } }
                .reduce(0) { $0 + (Int($1.filter(\.isNumber)) ?? 0) }
        }
        return (sum("Private_Clean:", "Private_Dirty:"), sum("Anonymous:"))
    }

    /// The time that processors have worked for a process.
    package static func processorTime(of process: Int32) throws -> Duration {
        let status = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // The program's name, in brackets, may have spaces. The times are the 14th and the 15th field.
        let fields = status[(status.lastIndex(of: ")") ?? status.startIndex)...].split(separator: " ")
        let ticks = fields.dropFirst(12).prefix(2).reduce(0) { $0 + (Int($1) ?? 0) }
        return .seconds(1) * ticks / sysconf(Int32(_SC_CLK_TCK))
    }

    /// Sets how many files this process, and the processes that it starts, may have open: at most as many as
    /// the system allows.
    package static func setOpenFiles(_ count: Int) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
        setrlimit(resource, &limit)
    }

    private static func number(_ field: String, of process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
