internal import ArgumentParser
internal import DeviceStorage
internal import EventBus
internal import StoreApplication
internal import StoreModel
internal import Storefront
internal import StorefrontMessages

/// The command `monkeystore read`, which prints a bought book and fetches it first where it is not on this device.
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
            let opened = try await answer(to: .book(product), in: application) { event -> BookOpened? in
                guard case .bookOpened(let opened) = event else { return nil }
                return opened
            }
            guard let opened else { return }
            for paragraph in opened.paragraphs { printLine(TerminalText(paragraph).string) }
        }
    }

    private func chosen(in application: Application) -> ProductIdentifier? {
        application.hosted.products.map(\.productIdentifier).named(book).first
    }

    /// Waits until the content is here, or cannot be had now. Where somebody else stops the download, the book is not here.
    private func fetch(_ product: ProductIdentifier, in application: Application) async throws {
        let end = try await answer(to: .download(.start, of: product), in: application) { event -> Download? in
            guard case .downloadUpdated(let download) = event else { return nil }
            let isOver = [.finished, .cancelled, .paused].contains(download.state) || download.error != nil
            return isOver && download.productIdentifier == product ? download : nil
        }
        guard let end, let error = end.error else { return }
        throw fail(end.state == .failed ? .purchaseFailed : .waiting, error.contentSentence)
    }

    /// The first event after a command of which `choose` makes something; throws the exit code where the command failed.
    private func answer<Choice: Sendable>(
        to command: StorefrontCommand, in application: Application, _ choose: (StorefrontEvent) -> Choice?
    ) async throws -> Choice? {
        let listener = Listener(application.bus)
        application.bus.send(command)
        let answer = await listener.first { event -> Result<Choice, ExitCode>? in
            // Its sentence has been said.
            if case .actionFailed = event { return .failure(ExitStatus.dataUnusable.exitCode) }
            return choose(event).map { .success($0) }
        }
        return try answer?.get()
    }
}
