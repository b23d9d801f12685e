internal import CursesTerminal
internal import EventBus
internal import Foundation
internal import PictureFiles
internal import Storefront
internal import StorefrontMessages
internal import Synchronization

/// Opens the picture that filters are for, on a thread of its own: a large one takes long. The user's file is opened
/// as soon as there is a screen, so that an error is said at once; the picture in the program when it is to be shown.
final class PictureLoader: Sendable {
    private let file: String?
    private let bus: EventBus
    private let observation = Mutex<Observation?>(nil)

    /// - Parameter file: the user's picture; nil for the one in the program.
    init(file: String?, bus: EventBus) {
        self.file = file
        self.bus = bus
    }

    /// - Parameter giveUp: told why there is no picture.
    func begin(giveUp: @escaping @Sendable (any Error) -> Void) {
        if file != nil { return open(giveUp) }
        let token = bus.observe { [weak self] (command: StorefrontCommand) in
            if case .picture = command { self?.open(giveUp) }
        }
        observation.withLock { $0 = token }
    }

    private func open(_ giveUp: @escaping @Sendable (any Error) -> Void) {
        Thread.detachNewThread { [file, bus] in
            CursesTerminal.guardThread {
                do {
                    let picture = try file.map(PictureFile.open) ?? PictureFile.bundled()
                    bus.publish(.pictureOpened(picture))
                } catch {
                    giveUp(error)
                }
            }
        }
    }
}
