import Foundation
import Subprocess
import TestSupport
import Testing

@Suite("A data directory that cannot be used")
struct DataDirectoryTests {
    @Test("is one sentence and exit 74, and nothing in it is changed", arguments: DamagedData.all)
    func command(damaged: DamagedData) async throws {
        let program = try await damaged.program()
        let before = try program.content()
        for arguments in [["balance"], ["buy", "consume5credits", "--yes"]] {
            let run = try await program.run(arguments)
            run.expectRefusal(74, damaged.words)
            #expect(run.error.hasPrefix("monkeystore: "), "\(run.error)")
        }
        #expect(try program.content() == before)
    }

    @Test func `is one sentence where it cannot even be made`() async throws {
        let run = try await Program(data: "/proc/monkeystore/data").run("balance")
        #expect(run.status == .exited(74))
        #expect(
            run.error
                == "monkeystore: Cannot use /proc/monkeystore (No such file or directory); nothing was changed. Choose another "
                + "place with --data-dir.\n")
    }
}

@Suite("A storefront that cannot start", .ownThreads)
struct StartTests {
    @Test("gives the terminal back, says why in one sentence, and exits with 74", arguments: DamagedData.all)
    func data(damaged: DamagedData) async throws {
        let program = try await damaged.program()
        let before = try program.content()
        try expectRefusal(74, damaged.words, of: program)
        #expect(try program.content() == before)
    }

    @Test func `exits with 65 when it is the catalogue that is broken`() throws {
        let program = try Program()
        let file = try program.file("broken.storekit", "{\n  \"products\" : [ 1, ]\n}\n")
        try expectRefusal(65, "broken.storekit:2:", of: program, ["--catalogue", file])
    }

    @Test(
        "exits with 65 or 66 when it is the picture that cannot be shown",
        arguments: [("no picture", Int32(65), "is not a PNG or JPEG"), (nil, 66, "Cannot read the picture")])
    func picture(content: String?, status: Int32, words: String) throws {
        let program = try Program()
        let file = program.folder.path + "/photo.png"
        try content?.write(toFile: file, atomically: true, encoding: .utf8)
        try expectRefusal(status, words, of: program, ["--picture", file])
    }

    private func expectRefusal(
        _ status: Int32, _ words: String, of program: Program, _ arguments: [String] = []
    ) throws {
        let window = try StoreWindow(starting: program, arguments: arguments)
        #expect(try window.terminal.waitForEnd() == .status(status))
        #expect(window.terminal.isAsBefore)
        let error = try window.standardError
        #expect(error.hasPrefix("monkeystore: ") && error.contains(words), "\(error)")
        #expect(error.split(separator: "\n").count == 1, "\(error)")
    }
}
