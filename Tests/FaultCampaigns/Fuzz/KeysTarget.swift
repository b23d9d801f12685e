internal import Foundation
internal import StoreModel
internal import StoreRules
internal import TestSupport

/// The real program on a terminal: keys, pastes, mouse reports and halves of them, and between them windows
/// of any size. An input begins with the columns and the rows, two bytes each.
final class KeysTarget: FuzzTarget {
    private let folder: String
    private let corpus: Corpus
    private var terminal: Pseudoterminal
    private var isWide = false

    var processID: Int32 { terminal.processID }

    init(folder: String) throws {
        self.folder = folder
        let sequences = [
            "jjkk\r", "\u{1B}[A\u{1B}[B\u{1B}OA\u{1B}OB", "ll\ry", "+ y\r", "s\u{1B}[C\u{1B}[Cjj  \u{1B}",
            "tjjGga\u{1B}",
            "pgsc\u{1B}", "u\r\u{1B}", "??", "\u{1B}[<0;10;5M\u{1B}[<0;10;5m", "\u{1B}[<64;3;3M",
            "\u{1B}[M !!",
            "\u{1B}[200~pasted \u{1F435}\u{1B}[201~", "iname\tpassword\r\u{1B}",
            "\u{1B}OP\u{1B}[11~\u{1B}[[A", "\u{C}",
            "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}[?62;4c", "\u{1B}[1;5C\u{1B}[3~\u{1B}[5~",
            "1y2y3y4yRrx",
            "é\u{1F435}e\u{301}",
            "\u{1B}[I\u{1B}[O",
        ]
        corpus = Corpus(inputs: sequences.map { Array($0.utf8) })
        terminal = try Self.open(folder)
    }

    private static func open(_ folder: String) throws -> Pseudoterminal {
        let terminal = try Pseudoterminal(
            [BuiltProgram.path, "--data-dir", folder + "/data"], environment: environment(folder),
            standardError: folder + "/stderr", followsScreen: false)
        try terminal.wait("the first frame") { $0.bytes.count > 1000 }
        return terminal
    }

    private static func environment(_ folder: String) -> [String: String] {
        // For a build with the address sanitizer.
        let sanitizer = "detect_leaks=0:exitcode=99:quarantine_size_mb=8"
        return [
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": folder,
            "ASAN_OPTIONS": sanitizer,
        ]
    }

    func input(_ random: inout SeededGenerator) -> [UInt8] {
        let sizes: [UInt16] = [
            0, 1, 2, 3, 5, 10, 20, 24, 40, 60, 80, 100, 132, 200, 512, 513, 5000, 32_767, 32_768, 65_535,
        ]
        let size = (0..<2).flatMap { _ in
            let size =
                Bool.random(using: &random)
                ? sizes.randomElement(using: &random)! : .random(in: 0...200, using: &random)
            return [UInt8(size >> 8), UInt8(size & 0xFF)]
        }
        var keys = corpus.next(&random) + corpus.next(&random)
        // Keys that end or stop the program are rare. Otherwise it would never run for long.
        if Int.random(in: 0..<1000, using: &random) > 0 {
            let ends = Set([0x03, 0x04, 0x1A, 0x1C, UInt8(ascii: "q")])
            keys = keys.map { ends.contains($0) ? UInt8(ascii: "j") : $0 }
        }
        return size + keys.prefix(4096)
    }

    func take(_ input: [UInt8]) throws -> String? {
        guard input.count >= 4 else { return nil }
        let (columns, rows) = (Int(input[0]) << 8 | Int(input[1]), Int(input[2]) << 8 | Int(input[3]))
        let keys = Array(input[4...])
        do {
            try terminal.write(Array(keys[..<(keys.count / 2)]))
            terminal.report(columns: columns, rows: rows, shownColumns: 1, shownRows: 1)
            try terminal.write(Array(keys[(keys.count / 2)...]))
            terminal.forget()
            isWide.toggle()
            // A window of another size is always painted.
            terminal.report(columns: isWide ? 90 : 80, rows: 24, shownColumns: 1, shownRows: 1)
            try terminal.wait("a frame") { !$0.bytes.isEmpty }
        } catch {
            guard terminal.hasEnded else { return "\(error)" }
        }
        guard terminal.hasEnded else { return nil }
        let end = try terminal.waitForEnd()
        defer { terminal = (try? Self.open(folder)) ?? terminal }
        if end == .status(0) || end == .status(130) { return nil }
        return "\(end): \((try? String(contentsOfFile: folder + "/stderr", encoding: .utf8)) ?? "")"
    }

    func checkUp() throws -> String? {
        // The keys may have set a delay of a minute for each answer.
        try AppStore.bundled(in: folder + "/data").apply(StoreSettings())
        let audit = try ChildProcess.run(
            [BuiltProgram.path, "audit", "--data-dir", folder + "/data"],
            environment: Self.environment(folder))
        return audit.end == .status(0) ? nil : "the audit: \(audit.output)"
    }
}
