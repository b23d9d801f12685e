internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization

/// A program that a test started, with nothing on standard input. It does not use Foundation's `Process`,
/// which has crashed while other tests of the same process opened and closed thousands of descriptors. A
/// program that takes longer than five minutes for what is waited for is killed, even if it goes on writing.
/// So each wait has an end.
package final class ChildProcess: Sendable {
    package let processID: Int32
    private let output: Int32
    private let end = Mutex<ProcessEnd?>(nil)

    /// Starts a program; the first argument is its path. Without a file, standard error is read together with
    /// standard output.
    package init(
        _ arguments: [String], environment: [String: String]? = nil, standardError: String? = nil
    ) throws {
        // Not a pipe: any other program that is started would have its ends open for a moment.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw ToolError(description: "no socket: \(String(cString: strerror(errno)))")
        }
        defer { close(ends[1]) }
        do {
            processID = try Self.spawn(
                arguments, environment ?? ProcessInfo.processInfo.environment, output: ends[1],
                standardError: standardError)
        } catch {
            close(ends[0])
            throw error
        }
        output = ends[0]
    }

    deinit {
        kill()
        close(output)
    }

    /// Runs a program to its end, and returns how it ended and all that it wrote.
    package static func run(
        _ arguments: [String], environment: [String: String]? = nil
    ) throws -> (end: ProcessEnd, output: String) {
        try ChildProcess(arguments, environment: environment).waitForOutput()
    }

    /// Waits until the program has ended, and returns how it ended and all that it wrote since the last read.
    package func waitForOutput() -> (end: ProcessEnd, output: String) {
        let end = Self.endOfPatience
        var bytes: [UInt8] = []
        while case let piece = read(until: end), !piece.isEmpty { bytes += piece }
        return (wait(), String(decoding: bytes, as: UTF8.self))
    }

    /// Waits for what the program writes next; empty if it will not write any more.
    package func read() -> [UInt8] { read(until: Self.endOfPatience) }

    private func read(until end: DispatchTime) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = withPatience(until: end) {
            var count: Int
            repeat { count = Glibc.read(output, &buffer, buffer.count) } while count < 0 && errno == EINTR
            return count
        }
        return Array(buffer.prefix(max(0, count)))
    }

    /// Waits for a text from the program, and returns everything up to it. Throws a `ToolError` if the
    /// program ends before that.
    @discardableResult
    package func read(until text: String) throws -> String {
        let end = Self.endOfPatience
        var said: [UInt8] = []
        while true {
            let piece = read(until: end)
            guard !piece.isEmpty else {
                throw ToolError(description: "the program ended: \(String(decoding: said, as: UTF8.self))")
            }
            said += piece
            let all = String(decoding: said, as: UTF8.self)
            if all.contains(text) { return all }
        }
    }

    @discardableResult
    package func wait() -> ProcessEnd {
        if end.withLock({ $0 }) == nil {
            // It keeps its number until then, and other threads may end it meanwhile.
            withPatience(until: Self.endOfPatience) {
                var info = siginfo_t()
                while waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            }
        }
        return end.withLock { end in
            if let end { return end }
            var status: Int32 = 0
            while waitpid(processID, &status, 0) < 0, errno == EINTR {}
            let ended = ProcessEnd(waitStatus: status)
            end = ended
            return ended
        }
    }

    /// Ends the program as a power cut does, unless it has ended.
    package func kill() {
        send(SIGKILL)
        wait()
    }

    /// Sends a signal, unless somebody has waited for the end: the number may be another program's since.
    package func send(_ signal: Int32) { end.withLock { if $0 == nil { Glibc.kill(processID, signal) } } }

    private static var endOfPatience: DispatchTime { .now() + 300 }

    /// Runs a closure that waits for the program, and kills the program if that takes too long.
    private func withPatience<Value>(until end: DispatchTime, _ waiting: () -> Value) -> Value {
        // The queue keeps this until the deadline, and releasing a `ChildProcess` ends its program.
        // Hence `weak`.
        let giveUp = DispatchWorkItem { [weak self] in self?.send(SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: end, execute: giveUp)
        defer { giveUp.cancel() }
        return waiting()
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String: String], output: Int32, standardError: String?
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        if let standardError {
            posix_spawn_file_actions_addopen(
                &actions, STDERR_FILENO, standardError, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        } else {
            posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        }
        // The program does not inherit what the test has open.
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        return try TestSupport.spawn(arguments, environment, &actions)
    }
}

/// Starts a program; the first argument is its path.
func spawn(
    _ arguments: [String], _ environment: [String: String], _ actions: inout posix_spawn_file_actions_t,
    _ attributes: UnsafePointer<posix_spawnattr_t>? = nil
) throws -> pid_t {
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var processID = pid_t()
    let failure = posix_spawn(&processID, arguments[0], &actions, attributes, argv, envp)
    guard failure == 0 else {
        throw ToolError(description: "cannot start \(arguments[0]): \(String(cString: strerror(failure)))")
    }
    return processID
}
