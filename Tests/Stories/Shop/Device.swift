import Foundation
import Storage
import StoreApplication
import StoreClient
import StoreEvents
import StoreModel
import StoreRules
import StoreWire
import Storefront
import Synchronization
import TestSupport
import Testing
import monkeystore

typealias Event = StorefrontEvent

/// A device of a shop's customer, on which the storefront runs without a terminal: real files, a real bus, the
/// real application, and the screen as text. Stories press keys and read the screen.
final class Device: Sendable {
    private static let size = Size(columns: 120, rows: 48)

    let shop: Shop
    let bus = EventBus()
    let recorder: BusRecorder
    private let folder: TemporaryDirectory
    /// Its data directory.
    var path: String { folder.path }
    /// The screen, and the time that its user lives in: a second for each key. If the user waits for a text, it
    /// goes on until the screen changes no more by itself.
    private let window: Mutex<(screen: StorefrontScreen, now: ContinuousClock.Instant)>
    /// Ends the drawing of frames.
    private let wake: AsyncStream<Void>.Continuation
    private let closing = Mutex<(@Sendable () async -> Void)?>(nil)

    /// A device on which the storefront is not open yet: a new one, or one with these files.
    init(of shop: Shop, files: TemporaryDirectory? = nil) throws {
        self.shop = shop
        folder = try files ?? TemporaryDirectory()
        let screen = StorefrontScreen(bus: bus, options: ScreenOptions(allowsAnimation: false))
        let (news, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wake = wake
        screen.appear { wake.yield() }
        window = Mutex((screen, .now))
        // After the screen: what is recorded has reached it.
        recorder = BusRecorder(bus)
        // The screen sends its commands when it is drawn.
        Task { [weak self] in for await _ in news { _ = self?.screen } }
    }

    deinit { wake.finish() }

    /// Makes the customer known to the device, if the store has accounts.
    func signIn() async throws {
        guard let remote = try remote() else { return }
        let credentials = StoreWire.Credentials(account: Shop.account.rawValue, password: Shop.password)
        try remote.keep(await remote.accounts.signIn(credentials))
    }

    /// Starts the application, as the program does.
    func open() async throws {
        if let remote = try remote() {
            let coordinator = SessionCoordinator(store: remote, bus: bus, threadGuard: { $0() }) {
                // Without the device, its files are gone, too.
                [weak self] trouble in
                if self != nil { Issue.record("The storefront gave up: \(trouble)") }
            }
            coordinator.open()
            isOpen(until: coordinator.close)
        } else {
            let application = try await application()
            try await application.start()
            application.recountInBackground()
        }
    }

    /// The application, not started yet, with nothing around it: no sign-in, and no count of what is there.
    func application() async throws -> Application {
        let application = try Application(store: await store(), bus: bus)
        isOpen(until: application.close)
        return application
    }

    /// Keeps what closes the storefront. What a story leaves open, its shop closes.
    private func isOpen(until close: @escaping @Sendable () async -> Void) {
        closing.withLock { $0 = close }
        shop.closeAtEnd(close)
    }

    private func store() async throws -> OpenStore {
        if let remote = try remote() {
            let session = try #require(remote.sessions.read())
            let chain = try await remote.fetchTrustedCertificates()
            return try remote.open(session, trusting: chain, onSignInNeeded: { _ in }).store
        }
        return try OpenStore.embedded(
            shop.store, content: shop.content, in: DataDirectory(path: folder.path))
    }

    func close() async {
        await closing.withLock { $0.take() }?()
        window.withLock { $0.screen.disappear() }
    }

    /// Ends the storefront, and starts it again on the same device.
    func restart(meanwhile: () async throws -> Void = {}) async throws -> Device {
        await close()
        try await meanwhile()
        let next = try reopened()
        try await next.open()
        return next
    }

    /// The same device, after it was closed, with the storefront not open yet.
    func reopened() throws -> Device { try Device(of: shop, files: folder) }

    private func remote() throws -> RemoteStore? {
        guard let address = shop.address else { return nil }
        var location = StoreLocation()
        location.dataDirectory = folder.path
        location.content = address.contentLine.address
        location.adminTokenFile = nil
        return try RemoteStore(at: address.line.address, location: location)
    }

    // MARK: The screen

    /// What is on the screen now.
    var screen: String { window.withLock { Self.paint(&$0) } }

    private static func paint(
        _ window: inout (screen: StorefrontScreen, now: ContinuousClock.Instant)
    ) -> String {
        window.screen.advance(to: window.now)
        let frame = window.screen.frame(size: size)
        window.screen.painted(at: window.now)
        return frame.description
    }

    /// Presses keys, a second after each other.
    func press(_ keys: Key...) { press(keys) }

    func type(_ text: String) { press(text.map(Key.character)) }

    private func press(_ keys: [Key]) {
        window.withLock { window in
            for key in keys {
                _ = Self.paint(&window)
                window.now += .seconds(1)
                window.screen.handle(.key(key), at: window.now)
            }
        }
    }

    /// Waits until a text is on the screen, and another one is not.
    func shows(
        _ text: String, insteadOf other: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        while true {
            let seen = recorder.events.count
            let (screen, isShown, hasWaited) = look(for: text, insteadOf: other)
            if isShown { return }
            if hasWaited { continue }
            do { try await recorder.waitForMore(than: seen) } catch {
                Issue.record("no “\(text)” on the screen:\n\(screen)", sourceLocation: sourceLocation)
                throw error
            }
        }
    }

    /// Looks for a text. If it is not there, waits until the screen changes by itself, as a message goes away,
    /// unless it won't.
    private func look(
        for text: String, insteadOf other: String?
    ) -> (screen: String, isShown: Bool, hasWaited: Bool) {
        // Under one lock: a message that another thread drew after the look would be over after the wait.
        window.withLock { window in
            let screen = Self.paint(&window)
            let isShown = screen.contains(text) && (other.map { !screen.contains($0) } ?? true)
            guard !isShown, let deadline = window.screen.nextDeadline else { return (screen, isShown, false) }
            window.now = deadline
            return (screen, false, true)
        }
    }

    /// Waits until the balance reads so many credits.
    func has(_ credits: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await shows(" \(credits) monkey credit", sourceLocation: sourceLocation)
    }

    /// Orders from the button with this number, and waits for the sheet.
    func order(
        _ button: Int, quantity: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await shows("$", insteadOf: "loading…", sourceLocation: sourceLocation)
        press("1")
        for _ in 1..<button { press(.down) }
        for _ in 1..<quantity { press(.right) }
        press(.enter)
        try await shows("Confirm purchase", sourceLocation: sourceLocation)
    }

    /// Orders, and says yes to the sheet.
    func buy(
        _ button: Int, quantity: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await order(button, quantity: quantity, sourceLocation: sourceLocation)
        press("y")
    }

    // MARK: Its files

    /// Changes the device's database, as a user can with the sqlite3 program.
    func edit(_ statement: String) throws {
        let files = try #require(FileManager.default.subpaths(atPath: folder.path))
        let file = try #require(files.first { $0.hasSuffix("device.sqlite") })
        try SQLiteFile(folder.path + "/" + file).run(statement)
    }
}
