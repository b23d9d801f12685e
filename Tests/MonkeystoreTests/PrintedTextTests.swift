import Foundation
import TestSupport
import Testing

/// Whatever comes from outside, from arguments, files, names and the environment, a terminal only shows what is printed of it.
@Suite("Printed text")
struct PrintedTextTests {
    private let program: Program

    init() throws { program = try Program() }

    /// Arguments with TEXT for hostile text, FILE for a file of that name which is no folder, and CATALOGUE for a catalogue whose texts
    /// are hostile.
    @Test(arguments: [
        "TEXT", "--TEXT", "--color TEXT", "buy TEXT --yes", "buy consume5credits --yes --quantity TEXT",
        "read TEXT",
        "subscriptions TEXT", "subscriptions cancel TEXT", "products --catalogue TEXT",
        "products --catalogue CATALOGUE",
        "products --catalogue CATALOGUE --json", "buy TEXT --yes --json --catalogue CATALOGUE",
        "balance --store TEXT",
        "balance --store http://127.0.0.1:1 --admin-token-file TEXT", "sign-in TEXT --store http://127.0.0.1:1",
        "backup FILE/TEXT", "restore-backup TEXT", "restore-backup FILE", "backup backup --passphrase-file TEXT",
        "balance --data-dir FILE", "--plain --data-dir FILE",
    ])
    func `Nothing that steers a terminal comes out of a command`(line: String) async throws {
        let (file, catalogue) = (program.folder.path + "/" + hostileText, program.folder.path + "/Some.storekit")
        try Data("no database".utf8).write(to: URL(filePath: file))
        try hostileCatalogue.write(to: URL(filePath: catalogue))
        let words = ["CATALOGUE": catalogue, "FILE": file]
        let arguments = line.split(separator: " ").map { word in
            words.reduce(String(word)) { $0.replacing($1.key, with: $1.value) }.replacing("TEXT", with: hostileText)
        }
        let run = try await program.run(arguments)
        let log = program.expectPrintable(run)
        if line.contains("CATALOGUE") { #expect(log?.contains("the App Store takes only letters") == true) }
    }

    @Test("What the environment says is only shown, too", arguments: ["--help", "balance", "help buy"])
    func environment(line: String) async throws {
        let variables = ["XDG_DATA_HOME": program.folder.path + "/" + hostileText, "MONKEYSTORE_STORE": hostileText]
        let run = try await program.run(line.split(separator: " ").map(String.init), environment: variables)
        #expect(!(run.output + run.error).isEmpty)
        #expect((run.output + run.error).unprintable.isEmpty, "\(run.output)\(run.error)")
    }

    @Test func `JSON keeps the texts as they are, and is printable`() async throws {
        let catalogue = program.folder.path + "/Some.storekit"
        try hostileCatalogue.write(to: URL(filePath: catalogue))
        let run = try await program.run("products", "--json", "--catalogue", catalogue)
        #expect(run.output.unprintable.isEmpty)
        let products = try run.array()
        #expect(products.map { $0["localizedTitle"] as? String } == [hostileText])
        #expect(products.map { $0["productIdentifier"] as? String } == [hostileIdentifier])
    }
}
