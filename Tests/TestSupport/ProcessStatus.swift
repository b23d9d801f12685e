internal import Foundation
internal import Glibc

/// Linux's figures about a running process.
package enum ProcessStatus {
    /// The memory that a process has now, in KiB.
    package static func residentMemory(of process: Int32) throws -> Int { try number("VmRSS:", of: process) }

    /// The most memory that a process ever had, in KiB.
    package static func mostMemory(of process: Int32) throws -> Int { try number("VmHWM:", of: process) }

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
