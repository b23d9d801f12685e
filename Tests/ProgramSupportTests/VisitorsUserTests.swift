import Glibc
import Storage
import TestSupport
import Testing

@testable import monkeystore_server

@Suite("The user who runs visitors' processes")
struct VisitorsUserTests {
    @Test(
        "gets a folder of root's that a killed run had just made, and no other one", .asRoot,
        arguments: [("new", mode_t(0o700), true), ("full", 0o700, false), ("open", 0o755, false)])
    func folder(name: String, mode: mode_t, isGiven: Bool) throws {
        let user = try VisitorsUser()
        let folder = try TemporaryDirectory()
        let path = folder.path + "/" + name
        #expect(mkdir(path, mode) == 0 && chmod(path, mode) == 0)
        if name == "full" { mkdir(path + "/thing", 0o700) }
        if isGiven {
            try user.makeFolder(path)
        } else {
            #expect(throws: DemoError.self) { try user.makeFolder(path) }
        }
        #expect(try #require(FileStatus(at: path)).owner == (isGiven ? user.user : 0))
    }
}
