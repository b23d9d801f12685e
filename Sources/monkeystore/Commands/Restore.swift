internal import ArgumentParser
internal import DeviceStorage
internal import EventBus
internal import StoreApplication
internal import StoreModel
internal import Storefront
internal import StorefrontMessages

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring back what this account bought for good, on any of its devices.",
        discussion: "Credits are not restored: they stay where they were bought.")

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print {\"restored\": N, \"ownedProducts\": […]}.") var json = false

    func run() throws {
        try Session.run(options) { application in
            let listener = Listener(application.bus)
            application.bus.send(.restore)
            guard let end = await listener.first(Ending.init) else { return }
            try report(end, owned: application.entitlements.ownedProducts())
        }
    }

    private func report(_ end: Ending, owned: Set<ProductIdentifier>) throws {
        switch end {
        case .finished(let event):
            if json {
                try Output.json(RestoreRecord(restored: event.restored, owned: owned))
            } else {
                printLine(event.sentence)
            }
        case .failed(let event):
            if json { try Output.json(RestoreRecord(restored: event.restored, owned: owned, error: event.error)) }
            throw fail(event.error.domain == .device ? .dataUnusable : ExitStatus(of: event.error), event.sentence)
        }
    }
}

/// How a restore ended.
private enum Ending {
    case finished(RestoreFinished)
    case failed(RestoreFailed)

    init?(_ event: StorefrontEvent) {
        switch event {
        case .restoreFinished(let event): self = .finished(event)
        case .restoreFailed(let event): self = .failed(event)
        default: return nil
        }
    }
}
