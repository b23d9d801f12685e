internal import Storage
public import StoreModel
internal import StoreRules
internal import StoreSQLite

/// A store in the application's own process, for one customer. An application or its test makes one, and has
/// its payment queue buy from it. The store sells what a StoreKit configuration file lists, signs what it
/// sells, keeps its records in a folder, and can produce the faults of real stores on purpose. It replaces
/// App Store Connect, the sandbox and Xcode's transaction manager.
public final class LocalStore: Sendable {
    private let store: AppStore
    private let session: AccountSession

    /// Opens the store in a folder. The first run makes it there. Programs that open the same folder share
    /// the store.
    ///
    /// - Parameters:
    ///   - directory: the path of the folder, which is made if it is missing.
    ///   - catalogue: the path of an Xcode StoreKit configuration file (`.storekit`) with the products; nil
    ///     for this project's own products.
    ///   - bundleIdentifier: the identifier of the application that the store sells for: 1 to 155 letters,
    ///     digits, hyphens and periods. The store keeps it from its first run. With nil it keeps the one that
    ///     it has; a new store gets the standard one.
    ///   - appleIdentifier: the application's number in the production store, at least 1. The store keeps it
    ///     in the same way.
    ///   - log: gets sentences for developers, on any thread: what is odd about the catalogue, and which
    ///     products somebody asked for that it does not have.
    /// - Throws: `LocalStoreError`.
    public init(
        directory: String, catalogue: String? = nil, bundleIdentifier: String? = nil,
        appleIdentifier: Int64? = nil, log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(LocalStoreError) {
        let bundle = bundleIdentifier.map { BundleIdentifier(rawValue: $0) }
        let number = appleIdentifier.map { AppleIdentifier(rawValue: $0) }
        if case .some(nil) = bundle { throw .badIdentifier }
        if case .some(nil) = number { throw .badIdentifier }
        let products: Catalogue
        do throws(CatalogueError) {
            products = if let catalogue { try Catalogue(contentsOfFile: catalogue) } else { try .bundled() }
        } catch {
            throw .catalogue(error.description)
        }
        products.warnings.forEach(log)
        do {
            store = try AppStore(
                directory: DataDirectory(path: directory), catalogue: products,
                application: WantedApplication(
                    bundleIdentifier: bundle ?? nil, appleIdentifier: number ?? nil),
                log: log)
            session = try store.embeddedSession()
        } catch {
            throw .storage(error)
        }
        do { try store.adoptSettings() } catch { throw .settings(error) }
        store.startRenewals()
    }

    /// The service through which a payment queue of the customer buys.
    public var paymentService: PaymentService { PaymentService(session) }

    /// Checks what the store signed for the customer. An observer of the queue asks it before it delivers.
    public var verifier: TransactionVerifier { session.verifier() }

    /// The root of the store's certificates as PEM. A program that trusts it can verify what the store signs.
    public var rootCertificate: String { store.rootCertificatePEM }

    /// The faults that are on.
    public func settings() throws(StoreAdministrationError) -> StoreSettings { try store.settings() }

    /// Turns faults on and off, at once and for every program on the same folder. What others changed at the
    /// same time is kept, and so are the settings that have no name in Swift.
    ///
    /// - Parameter change: changes the settings that are in force. It must not use the store.
    public func change(_ change: (inout StoreSettings) -> Void) throws(StoreAdministrationError) {
        _ = try store.administration {
            try store.change { settings in
                var wanted = settings
                change(&wanted)
                settings.takePublicFields(of: wanted)
            }
        }
    }

    /// Changes a purchase as a parent, an operator or the customer's bank would.
    ///
    /// - Parameters:
    ///   - action: what happens to it.
    ///   - key: the transaction's key, unless it was restored; see `perform(_:onPurchaseOf:)`.
    public func perform(
        _ action: TransactionAction, on key: IdempotencyKey
    ) throws(StoreAdministrationError) {
        _ = try store.perform(action, on: key.rawValue)
    }

    /// Changes the purchase that a transaction is about. A restored transaction has a new key, which the
    /// store does not know; its purchase is the one that was brought back.
    ///
    /// - Parameters:
    ///   - action: what happens to the purchase.
    ///   - transaction: the transaction as an observer got it.
    public func perform(
        _ action: TransactionAction, onPurchaseOf transaction: PaymentTransaction
    ) throws(StoreAdministrationError) {
        _ = try store.perform(
            action, on: transaction.transactionIdentifier?.rawValue ?? transaction.key.rawValue)
    }

    /// The customer's current app receipt, in base64, as verifyReceipt takes it.
    public func appReceipt() async throws(StoreError) -> String { try await session.appReceipt() }
}

/// Why a local store cannot be opened.
public enum LocalStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The catalogue cannot be used. The sentence says why, and where.
    case catalogue(String)
    /// The bundle identifier or the number is not valid.
    case badIdentifier
    /// The folder or a file in it cannot be used, or it holds another application's store. `StoreModel` has
    /// the cases.
    case storage(StorageError)
    /// The faults that the catalogue's file asks for cannot be turned on.
    case settings(StoreAdministrationError)

    /// What is wrong, in one sentence.
    public var description: String {
        switch self {
        case .catalogue(let sentence): sentence
        case .badIdentifier:
            "A bundle identifier has 1 to 155 letters, digits, hyphens and periods, and an application's number is at least 1."
        case .storage(let error): error.description
        case .settings(let error):
            "The settings in the catalogue's file cannot be put in force (\(error)); nothing was bought."
        }
    }
}
