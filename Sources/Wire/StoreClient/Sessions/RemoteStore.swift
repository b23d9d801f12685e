internal import DeviceStorage
internal import Glibc
internal import Logging
internal import Storage
package import StoreApplication
internal import StoreEvents
internal import StoreModel
package import StoreWire

/// A store at an address, with what this device knows about it: who is signed in, and whose signatures are
/// accepted. The commands of `monkeystore` buy from it, and the `SessionCoordinator` signs people in there.
package struct RemoteStore: Sendable {
    package let address: StoreAddress
    package let accounts: AccountClient
    package let sessions: SessionFile
    private let ended: EndedSessions
    package let trust: StoreTrust
    private let connection: StoreConnection
    private let contentAddress: StoreAddress
    /// `stores/<host>-<port>` in the data directory. Each account has its own folder in it.
    private let directory: DataDirectory
    private let dataDirectory: DataDirectory
    private let adminToken: String?
    private let visitor: VouchedVisitor?
    private let bundleIdentifier: String

    /// Whether people sign in here. If not, a host vouches for its visitors.
    package var hasAccounts: Bool { visitor == nil }
    var time: TimeSource { connection.time }
    /// The visitor's name for people.
    package var visitorName: String? { visitor?.shortName }

    /// The store that a location names; nothing is sent to it yet.
    package init(at address: String, location: StoreLocation) throws {
        let isAnswered = location.visitor?.hasAnsweredSockets ?? false
        let parsed = try isAnswered ? .answered : Self.address(address)
        guard location.catalogue == nil else { throw Trouble.catalogueElsewhere }
        guard location.appleIdentifier == nil else { throw Trouble.appleIdentifierElsewhere }
        bundleIdentifier = (location.bundleIdentifier ?? .standard).rawValue
        self.address = parsed
        adminToken = try location.adminTokenFile.map { path in
            guard let token = try? RegularFile.token(in: path) else {
                throw Trouble.badAdminToken(path: path)
            }
            return token
        }
        visitor = location.visitor
        // A host's visitors have one store, wherever it listens at the moment.
        let folder = visitor == nil ? "stores/\(parsed.folderName)" : "store"
        dataDirectory = try DataDirectory(ofProgram: location.dataDirectory)
        directory = try DataDirectory(path: dataDirectory.file(folder))
        let log = Logger(label: "store")
        trust = StoreTrust(in: directory, store: parsed, bundleIdentifier: bundleIdentifier)
        connection = StoreConnection(address: parsed, trust: trust) { log.notice("\(parsed): \($0)") }
        contentAddress = try isAnswered ? .answered : location.content.map(Self.address) ?? parsed.next
        accounts = AccountClient(connection: connection)
        sessions = SessionFile(in: directory)
        ended = EndedSessions(in: directory)
    }

    /// Whether there is an administrator's token, with which the store's settings are read and changed.
    var hasAdminToken: Bool { adminToken != nil }

    /// The store without a session: prices, and the settings for an administrator.
    package func anonymous() -> HTTPStore { HTTPStore(connection: connection, adminToken: adminToken) }

    /// The settings of the store and of this device, for the administrator, who need not be signed in.
    package func settings() -> SettingsManager {
        settings(of: anonymous(), bus: EventBus())
    }

    /// The settings as a client of this store knows them, and those of this device.
    func settings(of store: HTTPStore, bus: EventBus) -> SettingsManager {
        SettingsManager(bus: bus, in: dataDirectory, store: store)
    }

    /// The content server without a session: its list only.
    package func anonymousContent() -> HTTPContent { content(for: nil) }

    private func content(for device: String?) -> HTTPContent {
        HTTPContent(address: contentAddress, device: device) { [contentAddress] in
            Logger(label: "store").notice("\(contentAddress): \($0)")
        }
    }

    /// The store as an account sees it, on this device.
    package func open(
        _ session: StoreWire.Session, trusting chain: StoreCertificates,
        onSignInNeeded: @escaping @Sendable (String) -> Void
    ) throws -> (store: OpenStore, client: HTTPStore) {
        let own = try DataDirectory(path: directory.file(session.account.rawValue))
        let verifier = try TransactionVerifier(
            publicKey: chain.publicKey, bundleIdentifier: bundleIdentifier,
            appTransaction: session.appTransactionIdentifier, environment: session.environment)
        let device = try own.deviceIdentifier()
        let client = HTTPStore(
            connection: connection, session: session, device: device,
            adminToken: adminToken, onSignInNeeded: onSignInNeeded)
        let store = OpenStore(
            service: client, content: content(for: device),
            account: session.account, accountName: visitorName ?? session.name, hasAccounts: hasAccounts,
            isAdministrator: hasAdminToken, environment: session.environment, verifier: verifier,
            directory: own,
            dataDirectory: dataDirectory, file: try OpenStore.deviceFile(in: own))
        return (store, client)
    }

    /// Signs in the visitor that the host vouches for; nil if people sign in. The session is kept.
    package func visit() async throws -> StoreWire.Session? {
        guard let visitor else { return nil }
        let session = try await accounts.visit(as: visitor.name, voucher: visitor.voucher)
        try keep(session)
        return session
    }

    /// Keeps the session of the account that has signed in. The session before it ends.
    package func keep(_ session: StoreWire.Session) throws {
        if let earlier = sessions.read(), earlier.token != session.token { try ended.add(earlier.token) }
        try sessions.write(session)
    }

    /// Forgets the account that was signed in. `tellEnded` tells the store, now or later.
    package func forget(_ session: StoreWire.Session) throws {
        try ended.add(session.token)
        try sessions.remove()
    }

    /// Tells the store about the sessions that have ended here. Returns false if some are left for the
    /// next time.
    @discardableResult
    package func tellEnded() async -> Bool { await ended.tell(accounts) }

    /// Fetches the store's certificates, and accepts them if they are trusted. An answer that is no proof
    /// may be that of a proxy whose store starts again, so it is a `StoreError`: the caller may wait.
    package func fetchTrustedCertificates() async throws -> StoreCertificates {
        do { return try await trust.accept(connection.certificates()) } catch TrustError.noProof(let store) {
            throw StoreError.untrusted(.noProof(store: store))
        }
    }

    /// Fetches the store's certificates. Throws `TrustError`, `StorageError` or `StoreError`.
    package func certificates() async throws -> StoreWire.Certificates { try await connection.certificates() }

    private static func address(_ text: String) throws(Trouble) -> StoreAddress {
        guard let address = StoreAddress(text) else { throw .badAddress(text: text.debugDescription) }
        return address
    }
}
