internal import ArgumentParser
internal import EventBus
internal import StoreApplication
internal import StoreModel
internal import Storefront

struct Read: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print a book that was bought; it is fetched first where it is not on this device.",
        discussion: "BOOK is an identifier, or its last part: nightferry.")

    @OptionGroup var options: StoreOptions
    @Argument(help: ArgumentHelp("What to read.", valueName: "book")) var book: String

    func run() throws {
        try Session.run(options) { application in
            var chosen = chosen(in: application)
            if chosen == nil, await application.hosted.refresh() { chosen = self.chosen(in: application) }
            guard let product = chosen, try application.entitlements.ownedProducts().contains(product)
            else {
                throw fail(
                    .badUsage,
                    "'\(book)' is no book that was bought here. Buy or restore it first.")
            }
            try await fetch(product, in: application)
            let listener = Listener<Result<BookOpened, ExitCode>> { facts in
                [
                    application.bus.observe { (fact: BookOpened) in facts.yield(.success(fact)) },
                    // Its sentence has been said.
                    application.bus.observe { (_: ActionFailed) in
                        facts.yield(.failure(ExitStatus.dataUnusable.exitCode))
                    },
                ]
            }
            application.bus.post(BookRequested(productIdentifier: product))
            guard let opened = try await listener.first({ $0 })?.get() else { return }
            for paragraph in opened.paragraphs { printLine(TerminalText(paragraph).string) }
        }
    }

    private func chosen(in application: Application) -> ProductIdentifier? {
        application.hosted.products.map(\.productIdentifier).first {
            $0.rawValue == book || $0.rawValue.hasSuffix("." + book)
        }
    }

    /// Waits until the content is here, or cannot be had now.
    private func fetch(_ product: ProductIdentifier, in application: Application) async throws {
        let listener = Listener<Download> { facts in
            [application.bus.observe { (fact: DownloadUpdated) in facts.yield(fact.download) }]
        }
        application.bus.post(DownloadActionRequested(productIdentifier: product, action: .start))
        let end = await listener.first { (download: Download) -> Download? in
            let isOver = download.state == .finished || download.error != nil
            return isOver && download.productIdentifier == product ? download : nil
        }
        guard let end, let error = end.error else { return }
        throw fail(end.state == .failed ? .purchaseFailed : .waiting, error.contentSentence)
    }
}
