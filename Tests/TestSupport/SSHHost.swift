internal import Foundation
internal import Glibc
package import ProgramSupport
package import StoreModel
package import StoreRules

/// The real host: the store, the SSH host on a port of its own, and the storefront for its visitors.
package final class SSHHost: Sendable {
    package let port: UInt16
    private let storePort: UInt16
    private let folder: TemporaryDirectory
    private let process: ChildProcess
    /// The first lines on the presenter's terminal.
    package let greeting: String

    /// Starts the host, and returns when visitors can come.
    package init(_ arguments: String..., launcher: [String] = []) throws {
        folder = try TemporaryDirectory()
        port = try LoopbackSocket.freePort()
        storePort = try LoopbackSocket.freePort()
        process = try ChildProcess(
            launcher + [
                BuiltProgram.serverPath, "demo", "--port", "\(storePort)", "--content-port", "0",
                "--ssh-port",
                "\(port)",
                "--data-dir", folder.path + "/store", "--visitors", folder.path + "/visitors",
            ] + arguments, environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"],
            standardError: folder.path + "/log")
        greeting = try process.read(until: "Ctrl-C closes the store.\n")
    }

    deinit { stop() }

    /// Ends the host as an operator does.
    package func stop() {
        process.send(SIGTERM)
        // A test that failed may have left it stopped.
        resumeStore()
        process.wait()
    }

    /// Ends the host as Ctrl-C does, and returns what the presenter read since the last time.
    package func closeStore() -> (end: ProcessEnd, output: String) {
        process.send(SIGINT)
        return process.waitForOutput()
    }

    /// What the presenter reads next, up to a text.
    package func report(until text: String) throws -> String { try process.read(until: text) }

    /// What the visits logged.
    package func visitsLog() throws -> String {
        try String(contentsOfFile: visitors.log, encoding: .utf8)
    }

    /// What the host logged.
    package func log() throws -> String { try String(contentsOfFile: folder.path + "/log", encoding: .utf8) }

    // MARK: Visitors

    /// A key of this name, made when it is first asked for.
    package func key(_ name: String) throws -> String {
        let path = folder.path + "/" + name
        if !FileManager.default.fileExists(atPath: path) {
            let made = try ChildProcess.run([
                "/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path,
            ])
            guard made.end == .status(0) else { throw ToolError(description: made.output) }
        }
        return path
    }

    /// The fingerprint of a key, in the words of OpenSSH.
    package func fingerprint(_ name: String) throws -> String {
        let output = try ChildProcess.run(["/usr/bin/ssh-keygen", "-l", "-f", key(name)]).output
        return String(output.split(separator: " ")[1])
    }

    /// Options for a client that shows a key, or no key. With `asksAboutHost` it asks before it trusts the host.
    package func options(key name: String?, asksAboutHost: Bool = false) throws -> [String] {
        try [
            "-F", "none", "-o", "StrictHostKeyChecking=\(asksAboutHost ? "ask" : "no")", "-o",
            "UserKnownHostsFile=\(folder.path)/known_hosts", "-o",
            "LogLevel=ERROR", "-o", "IdentitiesOnly=yes", "-o", "IdentityFile=\(name.map(key) ?? "none")",
        ]
    }

    /// The window of a visitor with a key, or of a guest, at the host or another port. `words` come before
    /// the host's name on the command line. `command` is for a visitor who wants to run something else.
    package func window(
        key name: String?, as user: String = "visitor", port: UInt16? = nil, asksAboutHost: Bool = false,
        _ words: [String] = [],
        command: [String] = [],
        environment: [String: String] = [:]
    ) throws -> Pseudoterminal {
        var variables = [
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": folder.path,
        ]
        variables.merge(environment) { $1 }
        // The client closes every descriptor that it does not know, also the one by which the window notices
        // the end. So a shell waits for it.
        return try Pseudoterminal(
            ["/bin/sh", "-c", "\"$@\"; exit $?", "sh", "/usr/bin/ssh"]
                + options(key: name, asksAboutHost: asksAboutHost) + [
                    "-p", "\(port ?? self.port)",
                ] + words + ["\(user)@127.0.0.1"] + command, environment: variables)
    }

    /// A visitor's window with the store in it: the credits are counted, and the prices are there.
    package func store(
        key name: String, as user: String = "visitor", port: UInt16? = nil
    ) throws -> Pseudoterminal {
        let terminal = try window(key: name, as: user, port: port)
        try terminal.waitForStore()
        return terminal
    }

    /// A visitor's window with a purchase of five credits under way. It stays under way until `resumeStore`,
    /// however slow the machine is: the store's process is stopped. The SSH host is another one.
    package func purchasing(key name: String, port: UInt16? = nil) throws -> Pseudoterminal {
        let window = try store(key: name, port: port)
        let journal = try journal(of: name)
        func payments() throws -> Int? { try journal.value("SELECT count(*) FROM payment_journal") }
        let before = try payments()
        try window.write("1\r")
        try window.wait(for: "Confirm purchase")
        process.send(SIGSTOP)
        try window.answerYes(to: "Confirm purchase")
        try window.wait(for: "Purchasing")
        // It is shown before it is written down, and what is not written down is not bought.
        try window.wait("the payment in the journal") { _ in try payments() != before }
        return window
    }

    /// Lets the store go on after `purchasing`.
    package func resumeStore() { process.send(SIGCONT) }

    /// The file with a visitor's payments.
    private func journal(of name: String) throws -> SQLiteFile {
        let folder = try dataDirectory(of: name)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
        guard let file = files.first(where: { $0.hasSuffix("device.sqlite") }) else {
            throw ToolError(description: "\(name) has no journal")
        }
        return try SQLiteFile(folder + "/" + file)
    }

    private func visitor(_ name: String) throws -> VisitorName {
        let fingerprint = try fingerprint(name)
        guard let visitor = VisitorName(rawValue: fingerprint) else {
            throw ToolError(description: "\(fingerprint) is not a visitor")
        }
        return visitor
    }

    private func dataDirectory(of name: String) throws -> String {
        visitors.dataDirectory(of: try visitor(name))
    }

    /// Kills the client in a window, as a power cut would.
    package func killClient(in window: Pseudoterminal) throws {
        guard let client = try Self.children(of: window.processID).first else {
            throw ToolError(description: "there is no client in the window")
        }
        kill(client, SIGKILL)
    }

    package func run(_ program: String, key name: String, _ words: [String]) throws -> (
        end: ProcessEnd, output: String
    ) {
        try ChildProcess.run(
            ["/usr/bin/" + program] + options(key: name) + words, environment: ["HOME": folder.path])
    }

    // MARK: The host's side

    package var visitors: VisitorsFolder { VisitorsFolder(path: folder.path + "/visitors") }

    package func processID(of name: String) throws -> Int32 { try processID(of: visitor(name)) }

    package func processID(of visitor: VisitorName) throws -> Int32 {
        let lock = visitors.dataDirectory(of: visitor) + "/visit.lock"
        guard let holder = ProcessLock.holder(of: lock) else {
            throw ToolError(description: "\(visitor.rawValue) is not there")
        }
        return holder.processID
    }

    /// Waits for the end of a visitor's process, however it ends. The process holds its lock until then.
    package func waitUntilGone(_ name: String) throws {
        let directory = try dataDirectory(of: name)
        let descriptor = open(directory + "/visit.lock", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw ToolError(description: "\(name) was not there") }
        defer { close(descriptor) }
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        let end = ContinuousClock.now + .seconds(300)
        while fcntl(descriptor, F_SETLK, &lock) != 0 {
            guard ContinuousClock.now < end else { throw ToolError(description: "\(name) is still there") }
            poll(nil, 0, 20)
        }
    }

    package func command(_ words: String...) throws -> (end: ProcessEnd, output: String) {
        try ChildProcess.run(
            [BuiltProgram.serverPath] + words
                + ["--data-dir", folder.path + "/store", "--visitors", folder.path + "/visitors"],
            environment: ["HOME": folder.path])
    }

    package func hostProcess() throws -> Int32 {
        try Self.children(of: process.processID).first
            ?? { throw ToolError(description: "there is no SSH host") }()
    }

    package static func children(of process: Int32) throws -> [Int32] {
        let folder = "/proc/\(process)/task"
        while true {
            let threads = try FileManager.default.contentsOfDirectory(atPath: folder)
            let children = threads.flatMap { thread in
                ((try? String(contentsOfFile: "\(folder)/\(thread)/children", encoding: .utf8)) ?? "")
                    .split(separator: " ").compactMap { Int32($0) }
            }
            // If a thread has ended meanwhile, another one has its children.
            let now = try FileManager.default.contentsOfDirectory(atPath: folder)
            if Set(threads).isSubset(of: now) { return children }
        }
    }

    /// Does something to a purchase over HTTP, as the store's administrator.
    package func administer(_ purchase: String, _ action: String) throws {
        let token = try String(contentsOfFile: folder.path + "/store/admin-token", encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        _ = try ask(RawRequest("POST", "/admin/v1/purchases/\(purchase)/\(action)", token: token))
    }

    /// What the store has counted.
    package func metrics() throws -> String { try ask(RawRequest("GET", "/metrics")) }

    /// Sends a request to the store over HTTP, and returns the answer.
    private func ask(_ request: RawRequest) throws -> String {
        var request = request
        request.headers.append(("Connection", "close"))
        let connection = try LoopbackSocket.connect(port: storePort)
        defer { close(connection) }
        guard LoopbackSocket.send(request.bytes, to: connection) else {
            throw ToolError(description: "no request")
        }
        let answer = RawAnswer(try LoopbackSocket.receiveAll(from: connection))
        guard answer.statuses.first == 200 else { throw ToolError(description: answer.text) }
        return answer.text
    }

    package func audit() throws -> StoreAudit { try administration().audit() }

    package func administration() throws -> AppStore { try AppStore.bundled(in: folder.path + "/store") }
}

extension Pseudoterminal {
    /// Waits until the store has counted the credits and knows the prices.
    package func waitForStore() throws {
        try wait("the credits and the prices") {
            $0.screen.text.contains("monkey credits") && !$0.screen.text.contains("… monkey credits")
                && !$0.screen.text.contains("loading…")
        }
    }

    /// Closes the message that lies on the store, once it has been there long enough to be read.
    package func closeNotice() throws {
        try waitForQuietSecond()
        try write("\u{1B}")
        try waitForStore()
    }

    /// Leaves with q once nothing is in flight any more. Until then the storefront asks, and the answer is
    /// to stay.
    package func leaveStore() throws -> ProcessEnd {
        try wait("an end") { terminal in
            if terminal.hasEnded { return true }
            try terminal.write(terminal.screen.text.contains("A purchase is on its way") ? "n" : "q")
            return false
        }
        return try waitForEnd()
    }

    /// Buys the first five credits, and waits for them.
    package func buyFive() throws {
        try write("1\r")
        try answerYes(to: "Confirm purchase")
        try wait(for: " 5 monkey credits")
    }

    /// Waits for a question, and presses y until it is gone: the question ignores keys that were typed before
    /// anybody could read it.
    package func answerYes(to question: String) throws {
        try wait(for: question)
        try wait("an end of “\(question)”") { terminal in
            guard terminal.screen.text.contains(question) else { return true }
            try terminal.write("y")
            return false
        }
    }
}
