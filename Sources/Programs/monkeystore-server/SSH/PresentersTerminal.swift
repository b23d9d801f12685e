internal import Glibc
internal import ProgramSupport
internal import StoreModel
internal import StoreRules
internal import Synchronization

/// Prints `DemoReport` on the terminal from which a demo was started. Nobody waits for a terminal that has
/// stopped.
final class PresentersTerminal: Sendable {
    private struct State {
        var report: DemoReport
        /// When the first lines were printed.
        var start: ContinuousClock.Instant?
    }

    private let writer = LineWriter(STDOUT_FILENO)
    /// Also held while a line is added, so that the lines have the order of the events.
    private let state: Mutex<State>

    /// `log` is the path of the log of the visits.
    init(log: String) { state = Mutex(State(report: DemoReport(log: log))) }

    /// Prints the first lines when visitors can come.
    func open(with lines: [String]) {
        state.withLock { state in
            state.start = .now
            lines.forEach(add)
        }
    }

    func tell(_ event: HostEvent) {
        state.withLock { state in
            if let line = state.report.line(about: event) { add(line) }
        }
    }

    func tell(_ fact: PaymentNews) {
        state.withLock { state in
            if let line = state.report.line(about: fact) { add(line) }
        }
    }

    /// Prints the totals if visitors could come. If the terminal has stopped, it waits a second.
    func close() {
        state.withLock { state in
            guard let start = state.start else { return }
            // After the ^C that the terminal shows.
            if isatty(STDOUT_FILENO) == 1 { add("") }
            add(state.report.sums(after: .now - start))
        }
        writer.finish()
    }

    private func add(_ line: String) { writer.add(PrintableText.line(line) + "\n") }
}

/// Tells the presenter what becomes of payments. It hears nothing of changes that other programs make.
struct PurchaseAnnouncer: FactFollower {
    let terminal: PresentersTerminal

    func follow(_ fact: StoreFact, of checkout: Checkout, _ database: any StoreTransaction) {
        guard case .payment(let event, let record, _) = fact else { return }
        let product = record.request.productIdentifier
        let news = PaymentNews(
            event: event, account: checkout.account.name, product: product,
            title: checkout.store.assortment.products[product]?.localizedTitle ?? "",
            quantity: record.request.quantity)
        database.afterCommit { terminal.tell(news) }
    }
}
