import Foundation
import Storage
import StoreModel
import TestSupport
import Testing

@testable import DeviceStorage

@Suite("A device's identifier")
struct DeviceIdentifierTests {
    private let folder: TemporaryDirectory
    private let directory: DataDirectory

    init() throws {
        folder = try TemporaryDirectory()
        directory = try DataDirectory(path: folder.path)
    }

    @Test func `is a UUID, which stays`() throws {
        let identifier = try directory.deviceIdentifier()
        #expect(identifier.isUUID)
        #expect(try directory.deviceIdentifier() == identifier)
    }

    /// A store and a content server refuse each request with a text that is no UUID.
    @Test(arguments: [
        "", "damaged", "0b5ad2c1-3b53-4c2a-9d0e-5f1a2b3c4d5", "0b5ad2c1 3b53 4c2a 9d0e 5f1a2b3c4d5e",
    ])
    func `is made anew if its file was emptied or damaged, and then stays`(text: String) throws {
        let before = try directory.deviceIdentifier()
        try Data(text.utf8).write(to: URL(fileURLWithPath: directory.file("keys/device")))
        let identifier = try directory.deviceIdentifier()
        #expect(identifier.isUUID && identifier != before)
        #expect(try directory.deviceIdentifier() == identifier)
    }
}
