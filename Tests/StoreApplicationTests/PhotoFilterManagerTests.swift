import DeviceStorage
import Storage
import StoreApplication
import StoreEvents
import StoreModel
import TestSupport
import Testing

@Suite("Photo filters", .timeLimit(.minutes(5)))
struct PhotoFilterManagerTests {
    private struct Device {
        let bus = EventBus()
        let folder: TemporaryDirectory
        let recorder: BusRecorder
        let manager: PhotoFilterManager

        init(_ folder: TemporaryDirectory? = nil) throws {
            self.folder = try folder ?? TemporaryDirectory()
            recorder = BusRecorder(bus)
            let file = try DatabaseFile(
                path: self.folder.path + "/device.sqlite", migrations: PhotoFilterTable.migrations)
            manager = PhotoFilterManager(bus: bus, file: file)
        }

        func own(_ filters: PhotoFilter...) {
            bus.publish(
                .entitlementsChanged(
                    EntitlementsChanged(
                        ownedProducts: Set(filters.map(\.productIdentifier)).union(["another"]))))
        }

        /// The filters that were on after each event, once all requests are done.
        func filters() async -> [Set<PhotoFilter>] {
            await manager.close()
            return recorder.all(Event.filtersChanged)
        }
    }

    @Test func `that are owned go on and off, both at once, too, and all off together`() async throws {
        let device = try Device()
        device.own(.greyscale, .sepia)
        for filter in [PhotoFilter.sepia, .greyscale, .sepia, .sepia] { device.manager.toggle(filter) }
        device.manager.clear()
        #expect(
            await device.filters() == [
                [], [.sepia], [.sepia, .greyscale], [.greyscale], [.sepia, .greyscale], [],
            ])
    }

    @Test func `that nobody bought are refused, and stay off when they are bought later`() async throws {
        let device = try Device()
        device.own(.greyscale)
        device.manager.toggle(.sepia)
        device.own(.greyscale, .sepia)
        #expect(await device.filters() == [[], []])
        #expect(device.recorder.all(Event.filterRefused) == [.sepia])
    }

    @Test func `stay on over a restart, but not over a refund`() async throws {
        let first = try Device()
        first.own(.greyscale, .sepia)
        first.manager.toggle(.greyscale)
        first.manager.toggle(.sepia)
        #expect(await first.filters().last == [.greyscale, .sepia])
        let second = try Device(first.folder)
        second.own(.greyscale, .sepia)
        second.own(.greyscale)
        #expect(await second.filters() == [[.greyscale, .sepia], [.greyscale]])
    }

    @Test func `that another program on the same data switches are switched here, and told once`()
        async throws
    {
        let first = try Device(), second = try Device(first.folder)
        for device in [first, second] { device.own(.greyscale) }
        first.manager.toggle(.greyscale)
        #expect(await first.filters() == [[], [.greyscale]])
        for _ in 0..<2 { second.manager.fileMayHaveChanged() }
        second.manager.toggle(.greyscale)
        #expect(await second.filters().suffix(2) == [[.greyscale], []])
        #expect(second.recorder.all(Event.filtersChanged).count <= 3)
    }

    @Test func `are not told of after the end`() async throws {
        let device = try Device()
        device.own(.sepia)
        #expect(await device.filters() == [[]])
        device.own(.sepia, .greyscale)
        #expect(await device.filters() == [[]])
    }

    @Test func `that cannot be kept are an error, and it names the file`() async throws {
        let (folder, bus) = (try TemporaryDirectory(), EventBus())
        let recorder = BusRecorder(bus)
        // Without the table.
        let file = try DatabaseFile(path: folder.path + "/device.sqlite", migrations: [])
        let manager = PhotoFilterManager(bus: bus, file: file)
        manager.clear()
        await manager.close()
        #expect(recorder.all(StorefrontEvent.actionFailed).map { $0.isAbout(file.path) } == [true])
    }
}
