import EventBus
import SQLiteStorage
import StoreApplication
import StoreModel
import TestSupport
import Testing

@Suite("Photo filters", .timeLimit(.minutes(5)))
struct PhotoFilterManagerTests {
    /// A manager on files of its own.
    private struct Device {
        let bus = EventBus()
        let folder: TemporaryDirectory
        let recorder: BusRecorder
        let manager: PhotoFilterManager

        init(_ folder: TemporaryDirectory? = nil) throws {
            self.folder = try folder ?? TemporaryDirectory()
            recorder = BusRecorder(bus)
            let file = try DatabaseFile(
                path: self.folder.path + "/device.sqlite", migrations: PhotoFilterManager.migrations)
            manager = PhotoFilterManager(bus: bus, file: file)
        }

        func own(_ filters: PhotoFilter...) {
            bus.post(EntitlementsChanged(ownedProducts: Set(filters.map(\.productIdentifier)).union(["another"])))
        }

        /// Posts wishes, and returns the filters that were on after each fact, once all are done.
        func wish(_ wishes: any Sendable...) async -> [Set<PhotoFilter>] {
            for wish in wishes {
                if let toggle = wish as? FilterToggleRequested { bus.post(toggle) }
                if let clear = wish as? FiltersClearRequested { bus.post(clear) }
            }
            await manager.close()
            return recorder.all(FiltersChanged.self).map(\.filters)
        }
    }

    private let greyscale = FilterToggleRequested(filter: .greyscale)
    private let sepia = FilterToggleRequested(filter: .sepia)

    @Test("that are owned go on and off, both at once, too, and all off together")
    func toggle() async throws {
        let device = try Device()
        device.own(.greyscale, .sepia)
        let filters = await device.wish(sepia, greyscale, sepia, sepia, FiltersClearRequested())
        #expect(
            filters == [[], [.sepia], [.sepia, .greyscale], [.greyscale], [.sepia, .greyscale], []])
    }

    @Test("that nobody bought are refused, and stay off when they are bought later")
    func refused() async throws {
        let device = try Device()
        device.own(.greyscale)
        device.bus.post(sepia)
        device.own(.greyscale, .sepia)
        #expect(await device.wish() == [[], []])
        #expect(device.recorder.all() == [FilterRefused(filter: .sepia)])
    }

    @Test("stay on over a restart, but not over a refund")
    func restart() async throws {
        let first = try Device()
        first.own(.greyscale, .sepia)
        #expect(await first.wish(greyscale, sepia).last == [.greyscale, .sepia])
        let second = try Device(first.folder)
        second.own(.greyscale, .sepia)
        second.own(.greyscale)
        #expect(await second.wish() == [[.greyscale, .sepia], [.greyscale]])
    }

    @Test("switch nothing after the end")
    func closed() async throws {
        let device = try Device()
        device.own(.sepia)
        #expect(await device.wish() == [[]])
        device.bus.post(sepia)
        #expect(await device.wish() == [[]])
    }
}
