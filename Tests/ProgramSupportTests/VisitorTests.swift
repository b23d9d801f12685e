import Foundation
import ProgramSupport
import StoreModel
import TestSupport
import Testing

@Suite("Who visits")
struct VisitorTests {
    private let folder: TemporaryDirectory
    // ssh-keygen -l says SHA256:i/HeuBV2/9v547RP39ZsOJOVFIJueV2UjbFRf5lHdLo of it.
    private static let key =
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBCLhJjQs4SRP/iSbQHwXzyGDKiIL9pEi+FeF1jQ6H3x"

    init() throws { folder = try TemporaryDirectory() }

    private func visitor(_ text: String, permissions: Int = 0o600) throws -> VisitorName {
        let path = folder.path + "/auth"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        return try VisitorName(authenticationFile: path)
    }

    @Test func `a key is known by the fingerprint that OpenSSH shows`() throws {
        let visitor = try visitor("publickey \(Self.key)\n")
        #expect(visitor.rawValue == "SHA256:i/HeuBV2/9v547RP39ZsOJOVFIJueV2UjbFRf5lHdLo")
        #expect(visitor.shortName == "SHA256:i/HeuBV2" && !visitor.isGuest)
    }

    @Test func `a key counts wherever it is among the methods`() throws {
        let visitor = try visitor("keyboard-interactive/pam\npublickey \(Self.key)\n")
        #expect(!visitor.isGuest)
    }

    @Test(arguments: [
        ("/srv/store", true), ("/srv/store/visitors", true), ("/srv/store/a/b", true),
        ("/srv/visitors", false), ("/srv/store-visitors", false), ("/srv", false),
    ])
    func `a folder of visitors is inside the store's or beside it`(path: String, isInside: Bool) {
        #expect(VisitorsFolder(path: path).isInside("/srv/store") == isInside)
    }

    @Test func `without a key there is a guest, each time another one`() throws {
        let (first, second) = (
            try visitor("keyboard-interactive/pam\n"), try visitor("keyboard-interactive/pam\n")
        )
        #expect(first.isGuest && VisitorName(rawValue: first.rawValue) == first)
        #expect(first.shortName == String(first.rawValue.prefix(14)))
        #expect(first != second)
    }

    @Test(arguments: ["", "publickey", "publickey ssh-ed25519 %%%"])
    func `what the server did not write for this user alone names nobody`(text: String) throws {
        #expect(throws: VisitorHostError.visitorUnknown) { try visitor(text) }
    }

    @Test func `what is left of a visitor's data whose removal was killed goes with the next removal`() throws
    {
        let visitors = folder.path + "/visitors"
        for left in ["/accounts/bought/keys", "/removed-looked-1/keys"] {
            try FileManager.default.createDirectory(
                atPath: visitors + left, withIntermediateDirectories: true)
        }
        VisitorsFolder(path: visitors).removeUnused { _ in false }
        #expect(try FileManager.default.contentsOfDirectory(atPath: visitors) == ["accounts"])
    }

    @Test func `a visitor has data in the folder of the key, and until then is new`() throws {
        let visitors = VisitorsFolder(path: folder.path + "/visitors")
        let visitor = try visitor("publickey \(Self.key)\n")
        #expect(!visitors.hasData(of: visitor))
        try visitors.make(visitors.dataDirectory(of: visitor))
        #expect(visitors.hasData(of: visitor))
    }

    @Test func `a file that others can read, a link, and no file name nobody`() throws {
        #expect(throws: VisitorHostError.visitorUnknown) {
            try visitor("publickey \(Self.key)\n", permissions: 0o644)
        }
        let link = folder.path + "/link"
        _ = try visitor("publickey \(Self.key)\n")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/auth")
        #expect(throws: VisitorHostError.visitorUnknown) { try VisitorName(authenticationFile: link) }
        #expect(throws: VisitorHostError.visitorUnknown) {
            try VisitorName(authenticationFile: folder.path + "/nothing")
        }
        #expect(throws: VisitorHostError.visitorUnknown) { try VisitorName(authenticationFile: "") }
    }

    @Test func `a guest is not told that credits are safe, and one visitor is not called many`() {
        #expect(
            VisitorHostError.full(limit: 1).sentence(isGuest: true)
                == "The store is full: 1 visitor is here. Come back when they have left.")
        #expect(
            VisitorHostError.full(limit: 2).description
                == "The store is full: 2 visitors are here. Your credits are safe. Come back in a few minutes."
        )
        #expect(
            VisitorHostError.noScreen.sentence(isGuest: true)
                == "The store cannot draw on this kind of terminal. Come back with: TERM=xterm-256color ssh …"
        )
    }
}
