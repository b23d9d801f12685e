internal import Dispatch
internal import Glibc
internal import ProgramSupport
internal import StoreModel
internal import StoreRules

/// Prints `DemoReport` on the terminal from which a demo was started. The lines have their own thread, so
/// that nobody waits for a terminal that has stopped.
final class PresentersTerminal: Sendable {
    private let queue = DispatchQueue(label: "presenters-terminal")
    /// Used only on the queue. Its time is that of the start.
    nonisolated(unsafe) private var report: DemoReport
    nonisolated(unsafe) private var start: ContinuousClock.Instant?

    /// `log` is the path of the log of the visits.
    init(log: String) { report = DemoReport(log: log) }

    /// Prints the first lines when visitors can come.
    func open(with lines: [String]) {
        queue.async { [self] in
            start = .now
            lines.forEach(printLine)
        }
    }

    func tell(_ event: HostEvent) { queue.async { [self] in report.line(about: event).map(printLine) } }

    func tell(_ fact: PaymentNews) { queue.async { [self] in report.line(about: fact).map(printLine) } }

    /// Prints the totals if visitors could come. If the terminal has stopped, it waits two seconds.
    func close() {
        let isPrinted = DispatchSemaphore(value: 0)
        queue.async { [self] in
            if let start {
                // After the ^C that the terminal shows.
                if isatty(STDOUT_FILENO) == 1 { printLine("") }
                printLine(report.sums(after: .now - start))
            }
            isPrinted.signal()
        }
        _ = isPrinted.wait(timeout: .now() + 2)
    }
}

/// Tells the presenter what becomes of payments. It hears nothing of changes that other programs make.
struct PurchaseReport: FactFollower {
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
