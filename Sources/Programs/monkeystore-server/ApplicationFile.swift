internal import Foundation
internal import Glibc
internal import Storage
internal import StoreModel
internal import StoreRules
internal import StoreServer

/// The file of `--app` (JSON), for `DataOptions` and `FurtherApplication`. It describes the application that
/// a developer tests: its catalogue, keys, addresses and accounts. Paths in it start at its folder. Options
/// override the file.
struct ApplicationFile: Sendable {
    /// The key of the App Store Server API.
    struct Key: Decodable, Sendable {
        /// The path of a key file as App Store Connect gives it: `AuthKey_ID.p8`.
        var privateKey: String
        var keyIdentifier: String
        var issuer: String
    }

    enum Failure: Error, CustomStringConvertible {
        case unreadable(path: String, reason: String)
        case notJSON(path: String)
        case unknownField(path: String, UnknownField)
        case badField(path: String, field: String, reason: String)
        /// A command that works on one application was given several.
        case several
        case sameApplication(path: String, other: String)
        case anotherSigningKey(path: String, first: String)

        var description: String {
            switch self {
            case .unreadable(let path, let reason): "Cannot read \(path) (\(reason)); nothing was opened."
            case .notJSON(let path): "\(path) is not a JSON object; nothing was opened."
            case .unknownField(let path, let field):
                "\(path) has an unknown field \(field.place); nothing was opened. "
                    + field.known.suggestions(for: field.name, of: "fields")
            case .badField(let path, let field, let reason):
                "\(path): \(field) \(reason); nothing was opened."
            case .several:
                "This command works on one application; nothing was opened. Give one --app, and with --data-dir the data directory "
                    + "of that application."
            case .sameApplication(let path, let other):
                "\(path) and \(other) are about the same application; nothing was opened. Leave one of them out."
            case .anotherSigningKey(let path, let first):
                "\(path) has a signingKey that is not the one of \(first); nothing was opened. All applications of a server have one "
                    + "root: leave it out of the second file, or start another server."
            }
        }
    }

    fileprivate enum Field: String {
        case bundleIdentifier, appAppleIdentifier, version, catalogue, serverAPI, signingKey, notifications,
            accounts
    }

    var bundleIdentifier: BundleIdentifier?
    var appleIdentifier: AppleIdentifier?
    var version: String?
    var catalogue: String?
    var serverAPIKey: ServerAPIKey?
    var signingKey: SigningKeyFile?
    /// Where notifications go from now on, nil for nowhere; only the environments that the file names.
    var notifications: [(StoreEnvironment, HTTPAddress?)] = []
    var accounts: [NewAccount] = []

    /// The values without a file.
    init() {}

    init(path: String) throws(Failure) {
        let values = try Content.read(path)
        let check = FieldCheck(path: path)
        bundleIdentifier = try check.value(
            values.bundleIdentifier, BundleIdentifier.init, .bundleIdentifier,
            "has 1 to 155 letters, digits, hyphens and periods of ASCII")
        appleIdentifier = try check.value(
            values.appAppleIdentifier, AppleIdentifier.init, .appAppleIdentifier, "is a number from 1 on")
        version = try check.value(
            values.version, { AppIdentity.isVersion($0) ? $0 : nil }, .version,
            "has 1 to 32 letters, digits, hyphens and periods of ASCII")
        catalogue = values.catalogue.map(check.resolve)
        serverAPIKey = try Self.key(values.serverAPI, check)
        signingKey = try Self.signingKey(values.signingKey, check)
        let isAddress =
            "are addresses of at most \(HTTPAddress.mostBytes) characters that begin with http:// or "
            + "https://, and whose ports are 1 to 65535"
        for (environment, text) in values.notifications?.changes ?? [] {
            let address = try check.value(text, HTTPAddress.init, .notifications, isAddress)
            notifications.append((environment, address))
        }
        accounts = try Self.accounts(values.accounts ?? [], path)
    }

    /// The accounts, whose names and passwords the store accepts.
    private static func accounts(_ accounts: [NewAccount], _ path: String) throws(Failure) -> [NewAccount] {
        for (number, account) in accounts.enumerated() {
            let place = "\(Field.accounts.rawValue)[\(number)]"
            guard account.hasGoodName else {
                throw .badField(
                    path: path, field: place + ".account", reason: "has \(CredentialLengths.nameRule)")
            }
            guard account.hasGoodPassword else {
                throw .badField(
                    path: path, field: place + ".password", reason: "has 8 to 256 characters")
            }
        }
        return accounts
    }

    private static func key(_ key: Key?, _ check: FieldCheck) throws(Failure) -> ServerAPIKey? {
        guard let key else { return nil }
        let file = check.resolve(key.privateKey)
        let text = try text(of: file)
        return try check.value(
            text,
            {
                ServerAPIKey(
                    pem: $0, issuerIdentifier: key.issuer, keyIdentifier: key.keyIdentifier, path: file)
            },
            .serverAPI,
            "has a privateKey (the path of a file with a key of P-256 as PEM), a keyIdentifier (10 capital letters and digits) and an "
                + "issuer (a UUID)")
    }

    private static func signingKey(_ name: String?, _ check: FieldCheck) throws(Failure) -> SigningKeyFile? {
        guard let name else { return nil }
        let file = check.resolve(name)
        let text = try text(of: file)
        return try check.value(
            text, { SigningKeyFile(pem: $0, path: file) }, .signingKey,
            "is the path of a file as monkeystore-server signing-key writes it: a key of P-256, its certificate, the intermediate one "
                + "and the root, in this order")
    }

    /// What the application sells: the file's catalogue, or the one in the program.
    func productsOnSale() throws -> Catalogue {
        if let catalogue { try Catalogue(contentsOfFile: catalogue) } else { try .bundled() }
    }

    /// Makes the accounts that do not exist. Throws `AccountError`.
    func makeAccounts(in store: AppStore) async throws {
        for customer in accounts {
            do { try await store.signOut(customer.make(in: store).1) } catch AccountError.nameTaken {}
        }
    }

    private static let mostBytes = 1 << 20

    fileprivate static func text(of path: String) throws(Failure) -> String {
        let bytes: [UInt8]
        do { bytes = try RegularFile.bytes(of: path, most: mostBytes) } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadable(path: path, reason: "not text")
        }
        return text
    }
}

private struct FieldCheck {
    let path: String

    /// What a field means; nil if it is missing. Throws `ApplicationFile.Failure` if it makes no sense.
    func value<Text, Value>(
        _ text: Text?, _ meaning: (Text) -> Value?, _ field: ApplicationFile.Field, _ rule: String
    ) throws(ApplicationFile.Failure) -> Value? {
        guard let text else { return nil }
        guard let value = meaning(text) else {
            throw .badField(path: path, field: field.rawValue, reason: rule)
        }
        return value
    }

    /// Resolves a path that starts at this file's folder.
    func resolve(_ file: String) -> String {
        URL(fileURLWithPath: file, relativeTo: URL(fileURLWithPath: path).deletingLastPathComponent()).path
    }
}

/// The fields as they are written in the file.
private struct Content: Decodable {
    var bundleIdentifier: String?
    var appAppleIdentifier: Int64?
    var version: String?
    var catalogue: String?
    var serverAPI: ApplicationFile.Key?
    var signingKey: String?
    var notifications: NotificationAddresses?
    var accounts: [NewAccount]?

    static func read(_ path: String) throws(ApplicationFile.Failure) -> Content {
        let text = try ApplicationFile.text(of: path)
        do { return try ReceivedJSON.decodeKnown(from: text.utf8) } catch let field as UnknownField {
            throw .unknownField(path: path, field)
        } catch {
            let place = (error as? DecodingError)?.path.place ?? ""
            guard !place.isEmpty else {
                guard case DecodingError.dataCorrupted = error, JSONElement.canRead(text.utf8) else {
                    throw .notJSON(path: path)
                }
                throw .badField(path: path, field: "a number", reason: "has a fraction, or is too large")
            }
            throw .badField(
                path: path, field: place, reason: "is missing, or of another type than it has to be")
        }
    }
}

extension DecodingError {
    /// The path to what cannot be decoded; empty for the whole file.
    fileprivate var path: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        case .keyNotFound(let key, let context): context.codingPath + [key]
        @unknown default: []
        }
    }
}
