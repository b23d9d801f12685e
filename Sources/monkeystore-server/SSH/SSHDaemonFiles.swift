internal import Foundation
internal import Kiosk

/// The files of an SSH server that shows visitors the storefront and nothing else. It needs no rights of its own:
/// visitors have whatever names they give, anybody's key counts, and nobody has a password.
struct SSHDaemonFiles {
    /// Its folder, in the visitors' folder.
    let path: String
    let user: VisitorsUser

    var configuration: String { path + "/sshd_config" }
    var log: String { path + "/sshd.log" }
    var processID: String { path + "/sshd.pid" }
    private var hostKey: String { path + "/host_key" }
    private var methods: String { path + "/pam" }

    init(in folder: VisitorsFolder, user: VisitorsUser) {
        path = folder.path + "/sshd"
        self.user = user
    }

    /// What it runs in. The library `door` stands between it and the machine's users, ways to sign in and patience.
    ///
    /// - Parameter linePatience: after how many seconds without an answer a line is dead.
    func environment(door: String, linePatience: Int) -> [String: String] {
        // While a purchase is under way, something is sent every 250 ms; and the kernel counts from its second repetition, some
        // 400 ms later.
        let silence = linePatience * 1000 - 800
        return [
            "LD_PRELOAD": door, "VISITOR_DOOR_PAM": methods, "VISITOR_DOOR_SILENCE": "\(silence)",
            "PATH": "/usr/bin:/bin",
        ]
    }

    /// Writes them, but for the host's key, which is kept between runs.
    ///
    /// - Parameters:
    ///   - command: the visitors' only command, with its arguments.
    ///   - host: the address to listen on.
    ///   - visitorLimit: how many visitors there may be at a time.
    ///   - idleSeconds: after how long without a key the storefront ends by itself.
    /// - Throws: `DemoError`.
    func write(command: [String], host: String, port: UInt16, visitorLimit: Int, idleSeconds: Int) throws {
        for folder in [path, methods] {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw DemoError.unusable(path: folder, reason: "\(error)")
            }
            try user.give(folder)
        }
        try write(
            configuration,
            """
            Port \(port)
            ListenAddress \(host)
            HostKey "\(hostKey)"
            PidFile "\(processID)"

            # Whoever comes is let in: known by the key, or as a guest.
            UsePAM yes
            AuthenticationMethods publickey keyboard-interactive
            KbdInteractiveAuthentication yes
            PasswordAuthentication no
            AuthorizedKeysFile none
            AuthorizedKeysCommand /bin/echo restrict,pty %t %k
            AuthorizedKeysCommandUser \(user.name)
            ExposeAuthInfo yes
            LoginGraceTime 20
            MaxStartups \(visitorLimit):30:\(visitorLimit * 2)

            # To the storefront, and nowhere else.
            ForceCommand exec \(command.map(quoted).joined(separator: " "))
            DisableForwarding yes
            PermitUserRC no
            PermitUserEnvironment no
            MaxSessions 1
            AcceptEnv LANG LC_ALL LC_CTYPE LC_MESSAGES COLORTERM NO_COLOR
            SetEnv SWIFT_BACKTRACE=enable=no
            PrintMotd no
            PrintLastLog no
            UseDNS no

            # A client that has stopped is noticed (a line that is dead, by the door), and so is somebody who does not want to
            # see the store. The storefront has a limit of its own, which comes first.
            ClientAliveInterval 15
            ClientAliveCountMax 4
            UnusedConnectionTimeout 20
            ChannelTimeout session:*=\(idleSeconds + 120)

            """)
        let kinds = ["auth", "account", "session", "password"]
        for service in ["sshd", "other"] {
            try write(methods + "/" + service, kinds.map { "\($0) required pam_permit.so\n" }.joined())
        }
    }

    /// What makes the host's key; nil where it is there.
    var keyMaker: [String]? {
        FileManager.default.fileExists(atPath: hostKey)
            ? nil : ["/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "monkeystore", "-f", hostKey]
    }

    /// What the server said last.
    var lastWords: String {
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return text.split(whereSeparator: \.isNewline).suffix(2).joined(separator: "; ")
    }

    private func write(_ path: String, _ text: String) throws(DemoError) {
        do { try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
            throw .unusable(path: path, reason: "\(error)")
        }
        try user.give(path)
    }

    /// A word for a shell.
    private func quoted(_ word: String) -> String { "'" + word.replacing("'", with: "'\\''") + "'" }
}
