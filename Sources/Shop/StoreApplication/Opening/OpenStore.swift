internal import DeviceStorage
package import Storage
package import StoreModel

/// A store and the device's files for one of its accounts: everything that an `Application` is built on.
/// `EmbeddedStore.swift` of `monkeystore` makes one for the embedded store, `RemoteStore` one for a store at
/// an address.
package struct OpenStore: Sendable {
    package var service: any StoreService & StoreAdministration
    package var content: any ContentService
    package var account: AccountIdentifier
    /// The account's name, for people to read; nil if this device is the customer.
    package var accountName: String?
    /// Whether people sign in to the store and out of it.
    package var hasAccounts: Bool
    /// Whether this program may play the store's part. For the embedded store, everybody may.
    package var isAdministrator: Bool
    package var environment: StoreEnvironment
    package var verifier: TransactionVerifier
    /// The device's files, for this account only.
    package var directory: DataDirectory
    /// The data directory, which all accounts of the device have in common.
    package var dataDirectory: DataDirectory
    package var file: DatabaseFile
    /// What the store sells, if that is known without asking.
    package var productIdentifiers: [ProductIdentifier]?

    package init(
        service: any StoreService & StoreAdministration, content: any ContentService,
        account: AccountIdentifier,
        accountName: String?, hasAccounts: Bool, isAdministrator: Bool = true, environment: StoreEnvironment,
        verifier: TransactionVerifier,
        directory: DataDirectory, dataDirectory: DataDirectory, file: DatabaseFile,
        productIdentifiers: [ProductIdentifier]? = nil
    ) {
        self.service = service
        self.content = content
        self.account = account
        self.accountName = accountName
        self.hasAccounts = hasAccounts
        self.isAdministrator = isAdministrator
        self.environment = environment
        self.verifier = verifier
        self.directory = directory
        self.dataDirectory = dataDirectory
        self.file = file
        self.productIdentifiers = productIdentifiers
    }

    /// Opens the device's database for an account.
    package static func deviceFile(in directory: DataDirectory) throws(StorageError) -> DatabaseFile {
        try DatabaseFile(path: directory.file("device.sqlite"), migrations: DeviceDatabase.migrations)
    }
}
