import Foundation
import TestSupport
import Testing

/// Text comes from outside, from arguments, files and names. Whatever is printed of it, a terminal
/// only shows.
@Suite("Printed text of monkeystore-server", .timeLimit(.minutes(10)))
struct PrintedTextTests {
    /// Arguments with TEXT for hostile text, FILE for a file of that name which is not a folder, CATALOGUE for a
    /// catalogue whose texts are hostile, and WRONG for one that is refused.
    @Test(arguments: [
        "TEXT", "--TEXT", "--port TEXT", "--notification-url TEXT", "--host TEXT --without-tls --port 0",
        "--tls-cert TEXT --tls-key TEXT --port 0", "--admin-token-file /nowhere/TEXT --port 0",
        "account add TEXT",
        "account add jane --environment TEXT", "account list", "check TEXT", "check FILE", "check CATALOGUE",
        "check CATALOGUE TEXT", "check CATALOGUE otherTEXT", "check WRONG", "audit --catalogue TEXT",
        "audit --catalogue CATALOGUE", "audit --json --catalogue CATALOGUE", "content --store TEXT",
        "content --store http://127.0.0.1:1 --shared-secret-file /nowhere/TEXT", "audit --data-dir FILE",
        "demo --storefront TEXT", "who --visitors TEXT", "copy --from TEXT --to FILE",
        "audit --database TEXT",
        "audit --database postgres://TEXT",
    ])
    func `Nothing that steers a terminal comes out of a command, nor into the log`(
        line: String
    ) async throws {
        let program = try ServerProgram()
        let folder = program.folder.path
        let paths = [
            "CATALOGUE": folder + "/Some.storekit", "WRONG": folder + "/Wrong.storekit",
            "FILE": folder + "/" + hostileText,
        ]
        try hostileCatalogue.write(to: URL(filePath: paths["CATALOGUE"]!))
        try JSONSerialization.data(withJSONObject: [
            "products": [["productID": hostileText, "type": hostileText]]
        ])
        .write(to: URL(filePath: paths["WRONG"]!))
        try Data("no database".utf8).write(to: URL(filePath: paths["FILE"]!))
        if line == "account list" {
            _ = try await program.run(["account", "add", "jane"], input: "bananas for ever")
            // The store allows no such name; its file may hold one.
            try SQLiteFile(program.data + "/store.sqlite").run(
                "UPDATE account SET name = ? WHERE name = 'jane'", [hostileText])
        }
        // Whoever only reads makes no store.
        if line.hasPrefix("audit") { _ = try await program.run(["root"]) }
        let arguments = line.split(separator: " ").map { word in
            paths.reduce(String(word)) { $0.replacing($1.key, with: $1.value) }.replacing(
                "TEXT", with: hostileText)
        }
        let run = try await program.run(arguments, input: "bananas for ever")
        run.expectPrintable()
        if line.hasPrefix("audit") && line.hasSuffix("CATALOGUE") {
            #expect(run.error.contains("the App Store takes only letters"))
        }
        if line == "account list" { #expect(run.output.contains("\\u{9B}31m")) }
    }
}
