internal import Crypto
internal import Foundation

/// Ends a real program at one chosen call that it makes to the disk, or makes its disk full or failing from one
/// call on.
///
/// The calls are write, pwrite, fsync, fdatasync, ftruncate, unlink, rename and link on files. Calls on a
/// terminal, a pipe or a socket are not counted. The program must be linked to the C library dynamically, and
/// starts with `environment`. What SQLite writes to the memory-mapped index beside its log is not a call.
/// Nothing is lost with it, since SQLite makes it anew.
package struct KillSwitch: Sendable {
    package enum Action: Sendable {
        /// The program gets SIGKILL instead of its call number `call`, 1 for the first.
        case killBefore(call: Int)
        /// The program gets SIGKILL after its call number `call`.
        case killAfter(call: Int)
        /// The stack of the thread that makes call number `call` runs out before the call.
        case useStackUp(call: Int)
        /// Every write (or pwrite) from number `write` on fails with ENOSPC. Only these two are counted.
        case diskFull(fromWrite: Int)
        /// Flush (fsync or fdatasync) number `flush` fails with EIO, alone or with all after it. Only flushes are
        /// counted.
        case flushFailure(flush: Int, isLasting: Bool)
        case countOnly
    }

    package let environment: [String: String]

    /// A switch for the files whose path contains `files`. A log gets number,
    /// function and file of each counted call.
    package init(_ action: Action, files: String, log: String? = nil) throws {
        let (name, call): (String?, Int?) =
            switch action {
            case .killBefore(let call): ("before", call)
            case .killAfter(let call): ("after", call)
            case .useStackUp(let call): ("deep", call)
            case .diskFull(let write): ("full", write)
            case .flushFailure(let flush, let isLasting): (isLasting ? "flushes" : "flush", flush)
            case .countOnly: (nil, nil)
            }
        environment = [
            "LD_PRELOAD": try Self.library.get(), "KILLSWITCH_FILES": files, "KILLSWITCH_LOG": log,
            "KILLSWITCH_ACTION": name, "KILLSWITCH_CALL": call.map(String.init),
        ].compactMapValues { $0 }
    }

    /// The calls in a log, each as its function and file.
    package static func calls(in log: String) throws -> [Substring] {
        try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map {
            $0.drop { $0 != " " }.dropFirst()
        }
    }

    /// The calls before which a kill leaves something that no other kill leaves: the first and the last of
    /// each run of calls that change one file. The index beside SQLite's log does not count, because SQLite
    /// makes it anew.
    ///
    /// - Parameter isAnswering: whether somebody outside sees what the program does after a call that waits
    ///   for the disk. For the disk it makes no difference: what a process has written stays.
    package static func turningPoints(of calls: [Substring], isAnswering: Bool = false) -> [Int] {
        calls.indices.filter { index in
            let call = calls[index]
            if call.hasSuffix("-shm") { return false }
            if call.hasPrefix("fsync ") || call.hasPrefix("fdatasync ") { return isAnswering }
            return index == 0 || calls[index - 1] != call || index + 1 == calls.count
                || calls[index + 1] != call
        }.map { $0 + 1 }
    }

    /// The compiled library, once for each version of its source.
    private static let library = Result {
        let source = URL(fileURLWithPath: #filePath).deletingPathExtension().appendingPathComponent(
            "killswitch.c")
        let digest = SHA256.hash(data: try Data(contentsOf: source)).prefix(8).map { String($0, radix: 16) }
            .joined()
        let library = NSTemporaryDirectory() + "monkeystore-killswitch-\(digest).so"
        if !FileManager.default.fileExists(atPath: library) {
            let draft = library + "." + UUID().uuidString
            try CCompiler.compile(source.path, to: draft, options: ["-shared", "-fPIC"])
            // rename, not moveItem: another test run may have been first.
            rename(draft, library)
        }
        return library
    }
}
