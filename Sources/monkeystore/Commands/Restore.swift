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
            guard let ending = await listener.first(Ending.init) else { return }
            try report(ending, owned: application.entitlements.ownedProducts())
        }
    }

    private func report(_ ending: Ending, owned: Set<ProductIdentifier>) throws {
        switch ending {
        case .finished(let restored, let rejected):
            if json {
                try Output.json(RestoreRecord(restored: restored, owned: owned))
            } else {
                printLine(restoredSentence(restored, rejected: rejected))
            }
        case .failed(let error, let restored):
            if json { try Output.json(RestoreRecord(restored: restored, owned: owned, error: error)) }
            throw fail(
                error.domain == .device ? .dataUnusable : ExitStatus(of: error),
                error.restoreSentence(restored: restored))
        }
    }
}

/// How a restore ended.
private enum Ending {
    case finished(restored: Int, rejected: Int)
    case failed(StoreError, restored: Int)

    init?(_ event: StorefrontEvent) {
        switch event {
        case .restoreFinished(let restored, let rejected): self = .finished(restored: restored, rejected: rejected)
        case .restoreFailed(let error, let restored): self = .failed(error, restored: restored)
        default: return nil
        }
    }
}
