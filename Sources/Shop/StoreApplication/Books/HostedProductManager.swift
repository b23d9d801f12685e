internal import DeviceStorage
package import PaymentQueueKit
internal import StoreEvents
package import StoreModel
internal import Synchronization

/// Lists the products whose content is on a content server, such as books, delivers the purchased ones, and
/// opens them for reading. `Application` passes on the user's commands.
///
/// A transaction is finished when its content is on disk. Content that is longer than `largestAwaited` takes
/// long. Its transaction is finished as soon as the receipt is on disk, and the content comes later. If the
/// user cancels a download, the transaction is finished, too: the content of an owned product can be fetched
/// at any time.
package final class HostedProductManager: Manager {
    /// The longest content that a transaction waits for, in bytes.
    package static let largestAwaited: Int64 = 64 << 20

    private struct State {
        var products: [HostedProduct] = []
        var isUnreachable = false
        /// The state of each download that was ever begun, as it was published last.
        var downloads: [ProductIdentifier: DownloadState] = [:]
        /// What to do with transactions when their content is there, by product.
        var waiting: [ProductIdentifier: [Delivery]] = [:]
    }

    private typealias Delivery = (transaction: PaymentTransaction, finish: @Sendable () -> Void)

    package let work: WorkQueue
    let account: AccountManager
    private let downloads: DownloadQueue
    private let content: any ContentService
    private let replica: AccountReplica
    private let table: BookTable
    private let looks = CoalescedWork<Void>()
    private let state: Mutex<State>

    /// A manager that fetches nothing before `start`.
    init(
        bus: EventBus, store: OpenStore, downloads: DownloadQueue, replica: AccountReplica,
        account: AccountManager
    ) {
        work = WorkQueue(bus)
        self.account = account
        self.downloads = downloads
        content = store.content
        self.replica = replica
        table = BookTable(file: store.file)
        // If the previous list cannot be read, the next one will do.
        state = Mutex(State(products: (try? table.list())?.others ?? []))
        work.observe(.networkChanged) { event in
            guard case .networkChanged(isUp: true) = event else { return }
            Task { await downloads.networkCameBack() }
        }
    }

    package var products: [HostedProduct] { state.withLock { $0.products } }

    /// Whether the content server did not answer the last request for its list.
    package var isUnreachable: Bool { state.withLock { $0.isUnreachable } }

    /// Whether a product has content to download, or once had: the content server may no longer have it.
    func hasContent(_ product: ProductIdentifier) -> Bool {
        isListed(product) || state.withLock { $0.downloads[product] != nil }
    }

    private func isOwned(_ product: ProductIdentifier) throws -> Bool {
        try replica.owned().ownedProducts.contains(product)
    }

    /// The products whose purchases were all refunded. For a subscription, the latest period counts.
    private func refunded() throws -> [ProductIdentifier] {
        let numbers = try replica.numbers()
        return Dictionary(
            grouping: numbers.boughtForGood + numbers.latestPeriods, by: \.productIdentifier
        ).filter { $0.value.allSatisfy { $0.revocationDate != nil } }.map(\.key)
    }

    private func isListed(_ product: ProductIdentifier) -> Bool {
        products.contains { $0.productIdentifier == product }
    }

    /// Removes what is here of refunded products, publishes the downloads, and goes on with what an earlier
    /// run of the program left.
    func start() async {
        // The run that heard of a refund may have ended before the content was gone.
        await bus.reporting { for product in try refunded() { try await downloads.remove(product) } }
        await bus.reporting { try await downloads.add(self) }
    }

    /// Stops the work. Downloads that are under way go on at the next start.
    package func close() async {
        await work.close()
        await downloads.close()
    }

    /// Asks the content server what it has. The previous list stays if the server does not answer, or says
    /// that the list is still right. A list that cannot be written down is used until the program ends.
    ///
    /// - Returns: whether other products are sold from now on. If so, `hostedProductsListed` was posted.
    package func refresh() async -> Bool {
        // If it cannot be read, the whole list is fetched.
        let known = try? table.list()
        let fetched: HostedProductList?
        do throws(StoreError) {
            fetched = try await content.hostedProducts(unlessMatching: known?.validator)
        } catch {
            state.withLock { $0.isUnreachable = true }
            return false
        }
        state.withLock { $0.isUnreachable = false }
        // What is known may be new here: another program on the same files may have fetched it.
        guard let list = fetched ?? known, !Task.isCancelled else { return false }
        if let fetched { await bus.reporting { try table.set(fetched) } }
        let products = list.others
        let isNew = state.withLock { state in
            defer { state.products = products }
            return state.products != products
        }
        if isNew { bus.publish(.hostedProductsListed(products)) }
        return isNew
    }

    /// Publishes the downloads that another program on the same files has finished.
    func fileMayHaveChanged() {
        looks.add((), to: work) { [weak self] in
            guard let self else { return }
            let finished = state.withLock { $0.downloads.filter { $0.value == .finished } }
            // What cannot be read now is published after the next change of the file.
            try? await downloads.tellFinished(except: Set(finished.keys))
        }
    }

    /// Does something to the content of a product. `downloadUpdated` follows, or `actionFailed` if
    /// it is not owned.
    func request(_ action: DownloadAction, of product: ProductIdentifier) {
        work.add { [self] in
            switch action {
            case .start:
                guard try isOwned(product) else { throw Trouble.bookNotOwned }
                await downloads.resume(product)
            case .pause: try await downloads.pause(product)
            case .cancel: try await downloads.cancel(product)
            }
        }
    }

    /// Opens a book. `bookOpened` follows, or `actionFailed`.
    func requestBook(_ product: ProductIdentifier) {
        work.add { [self] in
            guard try isOwned(product) else { throw Trouble.bookNotOwned }
            guard let path = downloads.contentPath(of: product) else { throw Trouble.bookNotHere }
            let paragraphs = try BookText.paragraphs(at: path)
            let place = try table.place(in: product)
            bus.publish(
                .bookOpened(BookOpened(productIdentifier: product, paragraphs: paragraphs, place: place)))
        }
    }

    func keep(_ place: ReadingPlace, in product: ProductIdentifier) {
        // If the place is lost, the reader finds it by turning pages.
        work.add { try? self.table.set(place, in: product) }
    }

    private func fail(_ product: ProductIdentifier, _ error: StoreError) {
        for delivery in state.withLock({ $0.waiting[product] ?? [] }) {
            bus.publish(.deliveryFailed(delivery.transaction, reason: .notFetched(error)))
        }
    }
}

extension HostedProductManager: Deliverer {
    /// Only an owner opens content, so none is fetched for what nobody owns.
    func claims(_ product: SoldProduct) -> Bool { product.hasContent && product.kind.isRestorable }

    /// Delivers a purchase, and calls `finish` when its content is here. If the content cannot be fetched,
    /// `finish` is not called: `deliveryFailed` is posted, and the transaction comes again at the next start.
    /// The content of a purchase from another device is fetched when somebody asks for it.
    func deliver(_ transaction: PaymentTransaction, finish: @escaping @Sendable () -> Void) throws {
        try record(transaction)
        let product = transaction.payment.productIdentifier
        guard !transaction.isFromElsewhere, isListed(product), downloads.contentPath(of: product) == nil
        else { return finish() }
        state.withLock { $0.waiting[product, default: []].append((transaction, finish)) }
        bus.publish(.transactionUpdated(transaction))
        work.add { await self.downloads.start(product) }
    }

    /// Fetches what was bought here and finished by another program or device, unless it is here.
    func fetchContent(of product: ProductIdentifier) {
        guard isListed(product), downloads.contentPath(of: product) == nil else { return }
        work.add { [self] in
            if try isOwned(product) { await downloads.start(product) }
        }
    }

    /// Takes a refunded purchase back, and its content unless another purchase makes it owned.
    func takeBack(_ transaction: PaymentTransaction) throws {
        let product = transaction.payment.productIdentifier
        // The end of its download must not count as its delivery.
        state.withLock { $0.waiting[product]?.removeAll { $0.transaction.key == transaction.key } }
        try account.merge([transaction], because: .refund)
        work.add { [self] in
            // It may have been bought again meanwhile.
            if try !isOwned(product) { try await downloads.remove(product) }
        }
    }
}

extension HostedProductManager: DownloadObserver {
    /// Publishes the state of a download, and finishes the transactions that wait for it.
    package func downloadQueue(_ queue: DownloadQueue, updatedDownload download: Download) {
        let product = download.productIdentifier
        state.withLock { $0.downloads[product] = download.state }
        bus.publish(.downloadUpdated(download))
        if download.allowsFinish {
            let deliveries = state.withLock { $0.waiting.removeValue(forKey: product) ?? [] }
            for delivery in deliveries { delivery.finish() }
        } else if download.state == .failed, let error = download.error {
            fail(product, error)
        } else if download.error != nil || download.state == .paused {
            // The download does not go on now, so nobody has to wait for it.
            for delivery in state.withLock({ $0.waiting[product] ?? [] }) {
                bus.publish(.transactionUpdated(delivery.transaction))
            }
        }
    }
}

extension HostedProductList {
    /// The list without the application's own products, which the application delivers itself.
    fileprivate var others: [HostedProduct] {
        products.filter { !BuiltInProducts.identifiers.contains($0.productIdentifier) }
    }
}

extension Download {
    /// Whether the transaction of this download no longer needs to wait for it.
    fileprivate var allowsFinish: Bool {
        switch state {
        case .finished, .cancelled: true
        case .waiting, .active, .paused, .failed:
            isReceiptKept && length ?? 0 > HostedProductManager.largestAwaited
        }
    }
}
