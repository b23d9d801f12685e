import Foundation
import TestSupport
import Testing

@testable import monkeystore_server

@Suite("The secret that seals the keys")
struct TokenFileTests {
    private let path: String
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        path = folder.path + "/sealing-key"
    }

    @Test(arguments: ["correct horse battery staple", "der Schlüssel für übermorgen"])
    func `may be any text, because it is in no header`(secret: String) throws {
        try (secret + "\nmore\n").write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try TokenFile.sealingSecret(path: path) == secret)
    }

    @Test func `is made only if there is no file, and nobody is told to delete it`() throws {
        let made = try TokenFile.sealingSecret(path: path)
        #expect(try TokenFile.sealingSecret(path: path) == made)
        try "short\n".write(toFile: path, atomically: false, encoding: .utf8)
        let error = #expect(throws: TokenFile.Failure.self) { try TokenFile.sealingSecret(path: path) }
        #expect(error?.description.contains("Delete") == false)
    }
}
