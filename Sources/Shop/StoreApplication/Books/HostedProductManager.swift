internal import DeviceStorage
package import PaymentQueueKit
internal import StoreEvents
package import StoreModel
internal import Synchronization

/// Lists the products whose content lies on a content server, such as books, delivers what was bought of
/// them, and opens it to be read. `Application` passes on the user's commands.
///
/// A transaction is finished when its content is on disk. Content that is longer than `largestAwaited` takes
/// long: its transaction is finished as soon as the receipt is on disk, and the content comes later. Where
/// the user gives a download up, the transaction is finished, too: what is owned can be fetched at any time.
package final class HostedProductManager: Manager {
    /// A transaction waits for content of this length at most, in bytes.
    package static let largestAwaited: Int64 = 64 << 20

    private struct State {
        var products: [HostedProduct] = []
        /// The products of which a download was begun, ever.
        var begun: Set<ProductIdentifier> = []
        /// What to do with a transaction when its content is there, by product.
        var waiting: [ProductIdentifier: [Delivery]] = [:]
    }

    private typealias Delivery = (transaction: PaymentTransaction, finish: @Sendable () -> Void)

    package let work: WorkQueue
    let account: AccountManager
    private let downloads: DownloadQueue
    private let content: any ContentService
    private let replica: AccountReplica
    private let table: BookTable
    private let state: Mutex<State>

    /// A manager that fetches nothing before `start`.
    init(
        bus: ApplicationBus, store: OpenStore, downloads: DownloadQueue, replica: AccountReplica,
        account: AccountManager
    ) {
        work = WorkQueue(bus)
        self.account = account
        self.downloads = downloads
        content = store.content
        self.replica = replica
        table = BookTable(file: store.file)
        // Without the list that was there before, the next one is as good.
        state = Mutex(State(products: (try? table.list())?.products ?? []))
        work.observe(.networkChanged) { event in
            guard case .networkChanged(isUp: true) = event else { return }
            Task { await downloads.networkCameBack() }
        }
    }

    package var products: [HostedProduct] { state.withLock { $0.products } }

    /// Whether there is content to download of a product, or was: the content server may have it no longer.
    func hasContent(_ product: ProductIdentifier) -> Bool {
        isListed(product) || state.withLock { $0.begun.contains(product) }
    }

    private func isListed(_ product: ProductIdentifier) -> Bool {
        products.contains { $0.productIdentifier == product }
    }

    /// Says what is there, and goes on with what an earlier run of the program left.
    func start() async { await bus.reporting { try await downloads.add(self) } }

    /// What is on its way goes on at the next start.
    package func close() async {
        await work.close()
        await downloads.close()
    }

    /// Asks the content server what it has. The list that was there before stays where it does not answer,
    /// and where it says that it is still right.
    ///
    /// - Returns: whether other products are sold from now on; then `hostedProductsListed` was posted.
    package func refresh() async -> Bool {
        do {
            let known = try table.list()
            guard let list = try await content.hostedProducts(unlessMatching: known?.validator) else {
                return false
            }
            try table.set(list)
            let isNew = state.withLock { state in
                defer { state.products = list.products }
                return state.products != list.products
            }
            if isNew { bus.publish(.hostedProductsListed(list.products)) }
            return isNew
        } catch let error as StorageError {
            bus.report(error)
        } catch {
            // Whether there is a network is told by those who need it more.
        }
        return false
    }

    /// Does something about the content of a product: `downloadUpdated` follows, or
    /// `actionFailed` if it is not owned.
    func request(_ action: DownloadAction, of product: ProductIdentifier) {
        work.add { [self] in
            switch action {
            case .start:
                guard try replica.owned().ownedProducts.contains(product) else {
                    throw ApplicationError.bookNotOwned
                }
                await downloads.resume(product)
            case .pause: try await downloads.pause(product)
            case .cancel: try await downloads.cancel(product)
            }
        }
    }

    /// Opens a book: `bookOpened` follows, or `actionFailed`.
    func requestBook(_ product: ProductIdentifier) {
        work.add { [self] in
            guard try replica.owned().ownedProducts.contains(product) else {
                throw ApplicationError.bookNotOwned
            }
            guard let path = downloads.contentPath(of: product) else { throw ApplicationError.bookNotHere }
            let paragraphs = try BookText.paragraphs(at: path)
            let place = try table.place(in: product)
            bus.publish(
                .bookOpened(BookOpened(productIdentifier: product, paragraphs: paragraphs, place: place)))
        }
    }

    func keep(_ place: ReadingPlace, in product: ProductIdentifier) {
        // A place that is lost is found again by leafing.
        work.add { try? self.table.set(place, in: product) }
    }

    private func fail(_ product: ProductIdentifier, _ error: StoreError) {
        for delivery in state.withLock({ $0.waiting[product] ?? [] }) {
            bus.publish(.deliveryFailed(delivery.transaction, reason: .notFetched(error)))
        }
    }
}

extension HostedProductManager: Deliverer {
    func claims(_ goods: Goods) -> Bool { goods.hasContent }

    /// Delivers a purchase: `finish` is called when its content is here, and not at all if that cannot be
    /// had: then `deliveryFailed` is posted, and the transaction comes back at the next start. What was
    /// bought on another device is fetched when somebody asks for it.
    func deliver(_ transaction: PaymentTransaction, finish: @escaping @Sendable () -> Void) throws {
        try record(transaction)
        let product = transaction.payment.productIdentifier
        guard !transaction.isFromElsewhere, isListed(product), downloads.contentPath(of: product) == nil
        else { return finish() }
        state.withLock { $0.waiting[product, default: []].append((transaction, finish)) }
        bus.publish(.transactionUpdated(transaction))
        work.add { await self.downloads.start(product) }
    }

    /// Takes a refunded purchase back, and its content if it is not owned by another purchase.
    func takeBack(_ transaction: PaymentTransaction) throws {
        try account.merge([transaction], because: .refund)
        let product = transaction.payment.productIdentifier
        guard (try? replica.owned().ownedProducts.contains(product)) == false else { return }
        work.add { try await self.downloads.remove(product) }
    }
}

extension HostedProductManager: DownloadObserver {
    /// Says how a download stands, and has the transaction finished that waits for it.
    package func downloadQueue(_ queue: DownloadQueue, updatedDownload download: Download) {
        let product = download.productIdentifier
        state.withLock { _ = $0.begun.insert(product) }
        bus.publish(.downloadUpdated(download))
        if download.allowsFinish {
            let deliveries = state.withLock { $0.waiting.removeValue(forKey: product) ?? [] }
            for delivery in deliveries { delivery.finish() }
        } else if let error = download.error {
            if download.state == .failed { return fail(product, error) }
            // It waits; whoever waits for it may do something else meanwhile.
            for delivery in state.withLock({ $0.waiting[product] ?? [] }) {
                bus.publish(.transactionUpdated(delivery.transaction))
            }
        }
    }
}

extension Download {
    /// Whether the transaction that it belongs to need not wait for it any longer.
    fileprivate var allowsFinish: Bool {
        switch state {
        case .finished, .cancelled: true
        case .waiting, .active, .paused, .failed:
            isReceiptKept && length ?? 0 > HostedProductManager.largestAwaited
        }
    }
}
