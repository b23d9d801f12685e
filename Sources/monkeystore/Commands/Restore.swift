internal import ArgumentParser
internal import EventBus
internal import StoreApplication
internal import StoreModel
internal import Storefront

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring back what this account bought for good, on any of its devices.",
        discussion: "Credits are not restored: they stay where they were bought.")

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print {\"restored\": N, \"ownedProducts\": […]}.") var json = false

    func run() throws {
        try Session.run(options) { application in
            let listener = Listener<Ending> { facts in
                [
                    application.bus.observe { (fact: RestoreFinished) in facts.yield(.finished(fact)) },
                    application.bus.observe { (fact: RestoreFailed) in facts.yield(.failed(fact)) },
                ]
            }
            application.bus.post(RestoreRequested())
            guard let end = await listener.first({ $0 }) else { return }
            try report(end, owned: application.entitlements.ownedProducts())
        }
    }

    private func report(_ end: Ending, owned: Set<ProductIdentifier>) throws {
        switch end {
        case .finished(let fact):
            if json {
                try Output.json(RestoreRecord(restored: fact.restored, owned: owned))
            } else {
                printLine(fact.sentence)
            }
        case .failed(let fact):
            if json { try Output.json(RestoreRecord(restored: fact.restored, owned: owned, error: fact.error)) }
            throw fail(fact.error.domain == .device ? .dataUnusable : ExitStatus(of: fact.error), fact.sentence)
        }
    }
}

/// How a restore ended.
private enum Ending: Sendable {
    case finished(RestoreFinished)
    case failed(RestoreFailed)
}
