import DeviceStorage
import Foundation
import StoreModel
import TestSupport
import Testing

@testable import monkeystore

extension Stories {
    @Test(arguments: Place.all)
    func `F2: whoever restores a backup finds the purchases at once`(place: Place) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.buy(1)
        try await device.has(5)
        try await device.buy(4)
        try await device.shows("[ Sepia: off ]")
        try await shop.hasClosedBooks(charges: 2)

        let folder = try TemporaryDirectory()
        let backup = BackupFile(path: folder.path + "/backup", rounds: 2)
        try backup.write(from: device.path, passphrase: "bananas", progress: { _ in })
        await device.close()
        let files = try TemporaryDirectory()
        try backup.restore(
            to: files.path, passphrase: "bananas", progress: { _ in }, prepare: RestoreBackup.prepare)
        // Nothing is asked of the store.
        try shop.set(.down)
        let restored = try Device(of: shop, files: files)
        try await restored.open()
        try await restored.has(5)
        try await restored.shows("[ Sepia: off ]")
    }
}
