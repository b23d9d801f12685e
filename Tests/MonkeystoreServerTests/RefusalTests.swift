import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

@Suite("A monkeystore-server that cannot start", .timeLimit(.minutes(10)))
struct RefusalTests {
    /// Arguments with PIPE for a pipe, WORDS for a file with four words and EMPTY for an empty text, exit
    /// status, and words of the one sentence on standard error.
    @Test(
        "says why in one sentence, with the exit code for it",
        arguments: [
            ("--host 0.0.0.0", 64, "--without-tls"), ("--host ::", 64, "--without-tls"),
            ("--host 192.0.2.1", 64, "--without-tls"), ("--host 127.example.com", 64, "--without-tls"),
            ("--tls-cert /nowhere", 64, "--tls-key"),
            ("--port 65536", 64, "65536"), ("--account-rate -1", 64, "--account-rate is 0 or more"),
            ("--address-rate -1", 64, "--address-rate is 0 or more"),
            ("juggle", 64, "There is no command 'juggle'. monkeystore-server --help lists them."),
            ("acount", 64, "There is no command 'acount'. Did you mean 'account'?"),
            ("help juggle", 64, "There is no command 'juggle'."),
            (
                "--visitors nowhere who", 64,
                "'who' is a command, so it comes first: monkeystore-server who --visitors nowhere"
            ),
            ("--apple-names-port 0", 64, "--apple-names-port needs --apple-names"),
            ("--ocsp-port 0", 64, "--ocsp-port needs --apple-names"),
            ("content --store http://127.0.0.1:65536", 64, "with a port of 1 to 65535"),
            ("content --store http://192.0.2.1", 64, "--without-tls"),
            ("content --store http://192.0.2.1 --without-tls --books /nowhere", 65, "no folder /nowhere"),
            ("content --store https://192.0.2.1 --books /nowhere", 65, "no folder /nowhere"),
            (
                "content --store http://127.0.0.1:1 --shared-secret-file no-secret", 65,
                "no-secret for a token (No such file"
            ),
            ("copy --from EMPTY --to there", 64, "A folder has a name"),
            ("copy --from here --to EMPTY", 64, "A folder has a name"),
            ("copy --from /proc --to /proc/.", 64, "are the same"),
            ("who --visitors EMPTY", 64, "A folder has a name"),
            ("--host EMPTY", 64, "--host needs an address"),
            ("--port 49152 --content-port 49152", 64, "--port and --content-port are both 49152"),
            ("--port 442 --apple-names", 64, "--content-port and --apple-names-port are both 443"),
            ("--public-name a/b", 64, "a/b cannot be"),
            ("--public-name store.example:443", 64, "without a port"),
            ("--bundle-id com_example", 64, "1 to 155 characters"),
            ("--app-apple-id 0", 64, "1 to 9223372036854775807"),
            ("content --store http://127.0.0.1:1 --bundle-id com_example", 64, "1 to 155 characters"),
            (
                "--tls-cert /nowhere.pem --tls-key /nowhere.key", 65,
                "PEM form. Give another one with --tls-cert."
            ),
            ("--tls-cert /dev/null --tls-key /dev/null", 65, "/dev/null"),
            ("--catalogue /nowhere.storekit", 65, "/nowhere.storekit. Give --catalogue the path"),
            ("check /nowhere.storekit", 65, "/nowhere.storekit. Give check the path"),
            ("--admin-token-file /proc/token", 65, "/proc/token"),
            ("--admin-token-file /dev/null", 65, "a device, and no file"),
            ("--app /dev/zero", 65, "a device, and no file"),
            ("--catalogue /dev/zero", 65, "a device, and no file"),
            ("--tls-cert PIPE --tls-key PIPE", 65, "PEM form"),
            ("--catalogue PIPE", 65, "a device, and no file"),
            ("--admin-token-file PIPE", 65, "a device, and no file"),
            ("--admin-token-file WORDS", 65, "one line of ASCII characters without spaces"),
            ("--host-token-file WORDS", 65, "one line of ASCII characters without spaces"),
            ("--app PIPE", 65, "a device, and no file"), ("--books /nowhere", 65, "no folder /nowhere"),
            ("content --store http://127.0.0.1:1 --books PIPE", 65, "a folder with a manifest.json"),
            ("--account-purchases -1", 64, "--account-purchases is 0 or more"),
            ("--port -1", 64, "'-1' is invalid for '--port"),
            ("who --catalogue here", 64, "--catalogue"), ("say Bananas --app here", 64, "--app"),
            ("who --visitors nowhere", 69, "No demo has its visitors in"),
            ("say Bananas --visitors nowhere", 69, "No demo has its visitors in"),
            ("demo --line-patience 0", 64, "--line-patience is 1 to 60 seconds"),
            ("demo --nosuch", 64, "See 'monkeystore-server demo --help'"),
            ("demo --host-token-file here", 64, "Leave out --host-token-file"),
            ("demo --ssh-port 0", 64, "--ssh-port is 1 or more"),
            ("demo --idle 0", 64, "--idle is 1 or more"),
            ("demo --visitor-limit 0", 64, "--visitor-limit is 1 or more"),
            ("demo --network-limit -1", 64, "--network-limit is 1 or more"),
            ("demo --line-patience 61", 64, "--line-patience is 1 to 60 seconds"),
            (
                "--host 192.0.2.1 --without-tls", 69,
                "Choose another address with --host, or another port with --"
            ),
            (
                "content --store http://127.0.0.1:1 --host 192.0.2.1 --without-tls", 69,
                "Choose another address with --host, or another port with --port."
            ),
            ("--host no.such.host.invalid --without-tls", 69, "no such host"),
            ("--database foo", 74, "--database"), ("--database EMPTY", 74, "--database"),
            (
                "--data-dir /proc/monkeystore", 74,
                "nothing was changed. Choose another place with --data-dir."
            ),
        ])
    func refusals(arguments: String, status: Int32, words: String) async throws {
        let program = try ServerProgram()
        let folder = try TemporaryDirectory()
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let fourWords = folder.path + "/words"
        try "correct horse battery staple\n".write(toFile: fourWords, atomically: false, encoding: .utf8)
        let placeholders = ["PIPE": pipe, "WORDS": fourWords, "EMPTY": ""]
        var list = arguments.split(separator: " ").map { placeholders[String($0)] ?? String($0) }
        let others = ["juggle", "acount", "check", "copy", "say", "who"]
        if !list.contains(where: others.contains), !list.contains("--port") {
            list += ["--port", "0"]
        }
        let run = try await program.run(list)
        #expect(run.status == .exited(status), "\(run.error)")
        #expect(run.output.isEmpty)
        #expect(run.error.contains(words), "\(run.error)")
        if status != 64 { #expect(run.error.split(separator: "\n").count == 1, "\(run.error)") }
    }

    @Test(.ownThreads, arguments: [[:], ["HOME": "here"], ["HOME": "", "XDG_DATA_HOME": "data"]])
    func `has no data directory without a home, and says so`(environment: [String: String]) throws {
        let run = try ChildProcess.run([BuiltProgram.serverPath, "root"], environment: environment)
        #expect(run.end == .status(74), "\(run.output)")
        #expect(run.output.contains("HOME") && run.output.contains("--data-dir"), "\(run.output)")
    }

    @Test func `says why it cannot open the lock of its data directory`() async throws {
        let program = try ServerProgram()
        let lock = program.data + "/server.lock"
        try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
        let run = try await program.run(["--port", "0"])
        #expect(run.status == .exited(74) && run.output.isEmpty)
        #expect(run.error.contains("Cannot use \(lock) (Is a directory)"), "\(run.error)")
    }

    @Test(.ownThreads)
    func `has the database that MONKEYSTORE_DATABASE names if there is no --database`() throws {
        let folder = try TemporaryDirectory()
        let run = try ChildProcess.run(
            [BuiltProgram.serverPath, "audit"],
            environment: ["HOME": folder.path, "MONKEYSTORE_DATABASE": "foo"])
        #expect(run.end == .status(74) && run.output.contains("--database"), "\(run.output)")
    }

    @Test func `advises the options of copy if a place cannot be copied from or to`() async throws {
        let program = try ServerProgram()
        let file = program.folder.path + "/file"
        try "no folder".write(toFile: file, atomically: false, encoding: .utf8)
        try await program.serve { _ in
            let served = try await program.run(["copy", "--from", program.data, "--to", file])
            #expect(served.status == .exited(69) && served.output.isEmpty)
            #expect(served.error.hasSuffix(" serves \(program.data). Stop it.\n"), "\(served.error)")
        }
        let refused = try await program.run(["copy", "--from", program.data, "--to", file])
        #expect(refused.status == .exited(74) && refused.output.isEmpty)
        #expect(refused.error.hasSuffix(" Choose another place with --to.\n"), "\(refused.error)")
        let other = try ServerProgram()
        try await other.serve { _ in
            let served = try await program.run(["copy", "--from", program.data, "--to", other.data])
            #expect(served.status == .exited(69) && served.output.isEmpty)
            #expect(served.error.hasSuffix(" or choose another place with --to.\n"), "\(served.error)")
        }
        // The store that is to be copied is in no other place.
        let text = String(repeating: "Dear diary, this is not a database.\n", count: 100)
        try text.write(toFile: program.data + "/store.sqlite", atomically: false, encoding: .utf8)
        let damaged = try await program.run(["copy", "--from", program.data, "--to", program.data + "-copy"])
        #expect(damaged.status == .exited(74) && damaged.output.isEmpty)
        let end = "store.sqlite is damaged; nothing was changed.\n"
        #expect(damaged.error.hasSuffix(end), "\(damaged.error)")
    }

    @Test func `does not share a data directory, nor a port, with another server`() async throws {
        let (program, stranger) = (try ServerProgram(), try ServerProgram())
        try await program.serve { server in
            let second = try await program.run(["--port", "0"])
            #expect(second.status == .exited(69))
            #expect(second.error.contains(program.data) && second.error.contains("--data-dir"))
            let port = server.address.split(separator: ":").last.map(String.init) ?? ""
            let third = try await stranger.run(["--port", port, "--content-port", "0"])
            #expect(third.status == .exited(69) && third.error.contains("--port"), "\(third.error)")
            // Commands work beside a server.
            let made = try await program.run(["account", "add", "jane"], input: "bananas for ever\n")
            #expect(made.status == .exited(0), "\(made.error)")
            let credentials = #"{"account": "jane", "password": "bananas for ever"}"#
            #expect(try await server.send("POST", "/store/v1/sessions", body: credentials).status == 200)
        }
        #expect(try await program.serve { _ in } == .exited(0))
    }
}
