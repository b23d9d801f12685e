internal import ArgumentParser
internal import DeviceStorage
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import Storefront

/// The command `monkeystore read`, which prints a bought book and downloads
/// it first if it is not on this device.
struct Read: ParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "read",
        abstract: "Print a book that you bought. If it is not on this device, it is downloaded first.",
        discussion: "BOOK is an identifier, or its last part: nightferry.")

    @OptionGroup var options: StoreOptions
    @Argument(help: ArgumentHelp("What to read.", valueName: "book"), completion: .books) var book: String

    func run() throws {
        try CommandRun.run(options) { application in
            var chosen = chosen(in: application)
            if chosen == nil, await application.hosted.refresh() { chosen = self.chosen(in: application) }
            let owned = try application.replica.owned()
            guard let product = chosen, owned.ownedProducts.contains(product) else {
                // Only the content server knows whether what is owned is a book.
                if chosen == nil, application.hosted.isUnreachable, owned.mayBeBook(book) {
                    throw fail(
                        .waiting,
                        "The content server can't be reached, and the book isn't on this device. Try again later; you don't pay again."
                    )
                }
                let titles = application.hosted.products.map(\.productIdentifier.lastPart)
                let near = chosen == nil ? suggestion(for: book, among: titles) : ""
                throw fail(
                    .badUsage,
                    "You don't own the book '\(book)'. \(near)Buy it first.")
            }
            try await fetch(product, in: application)
            let listener = Listener(application.bus, [.bookOpened, .actionFailed])
            application.bus.send(.book(product))
            let answer = await listener.first { event -> Result<BookOpened, ExitCode>? in
                switch event {
                case .bookOpened(let opened): .success(opened)
                // Its sentence has already been printed.
                case .actionFailed(let trouble) where !trouble.isUnsolicited:
                    .failure(Self.failure(of: product, in: application))
                default: nil
                }
            }
            guard let opened = try answer?.get() else { return }
            for paragraph in opened.paragraphs { printLine(TerminalText(paragraph).string) }
        }
    }

    private func chosen(in application: Application) -> ProductIdentifier? {
        application.hosted.products.map(\.productIdentifier).named(book).first
    }

    private static func failure(of product: ProductIdentifier, in application: Application) -> ExitCode {
        let isOwned = try? application.replica.owned().ownedProducts.contains(product)
        return (isOwned == false ? ExitStatus.badUsage : .dataUnusable).exitCode
    }

    /// Waits until the content is here, or cannot be had now. If somebody else stops the download, the book
    /// is not here.
    private func fetch(_ product: ProductIdentifier, in application: Application) async throws {
        let listener = Listener(application.bus, [.downloadUpdated, .actionFailed])
        application.bus.send(.download(.start, of: product))
        let end = await listener.first { event -> Result<Download, ExitCode>? in
            switch event {
            case .downloadUpdated(let download) where download.productIdentifier == product:
                let isOver =
                    [.finished, .cancelled, .paused].contains(download.state) || download.error != nil
                return isOver ? .success(download) : nil
            // Its sentence has already been printed: the book was refunded in the meantime, or the device's
            // files cannot be used.
            case .actionFailed(let trouble) where !trouble.isUnsolicited:
                return .failure(Self.failure(of: product, in: application))
            default: return nil
            }
        }
        guard let end = try end?.get(), let error = end.error else { return }
        // Without its session, the device gets no receipt for the content server.
        if error.isAboutSigningIn, CommandRun.isRefused {
            throw fail(.signInNeeded, CommandRun.refusalSentence("You don't pay again."), error: error)
        }
        let outcome: ExitStatus =
            error.domain == .device ? .dataUnusable : end.state == .failed ? .purchaseFailed : .waiting
        throw fail(outcome, error.contentSentence, error: error)
    }
}

extension EntitlementsChanged {
    /// Whether something of that name is owned for good, and is not one of the application's own filters.
    fileprivate func mayBeBook(_ name: String) -> Bool {
        ownedProducts.named(name).contains {
            subscribedUntil[$0] == nil && PhotoFilter(productIdentifier: $0) == nil
        }
    }
}
