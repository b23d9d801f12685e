internal import Crypto
package import StoreModel

/// The store's keys in a database that several servers share. The server's program opens them with that
/// database. Each key is sealed (AES-GCM) with a secret that is not in the database, so nobody can sign with
/// a copy of the database.
package struct SealedKeys: KeyStore {
    private let database: any DatabaseEngine
    private let seal: SymmetricKey

    /// The keys in `database`.
    ///
    /// - Parameter secret: gives the secret that all servers on the database have, at least 128 random bits;
    ///   a new one if the database has no keys yet.
    package init(in database: any DatabaseEngine, secret: (_ isFirstRun: Bool) throws -> String) throws {
        self.database = database
        let count = try database.read { try $0.value(Int64.self, "SELECT count(*) FROM sealedKey") }
        seal = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Array(try secret(count == 0).utf8)),
            info: Array("Monkey Store keys".utf8), outputByteCount: 32)
    }

    /// Whether the secret is the one that the keys were sealed with.
    package func hasSecret() throws -> Bool {
        let names = "SELECT name FROM sealedKey ORDER BY name LIMIT 1"
        return try database.read { database in
            guard let name = try database.value(String.self, names) else { return true }
            let sealed = try Self.sealed(name, database)
            return (try? open(sealed, name)) != nil
        }
    }

    package var path: String { database.name }

    package func name(of key: String) -> String { "\(key) in \(database.name)" }

    package func key(named name: String) throws(StorageError) -> [UInt8]? {
        try open(database.precisely { try database.read { try Self.sealed(name, $0) } }, name)
    }

    package func key(named name: String, make: () -> [UInt8]) throws(StorageError) -> [UInt8] {
        if let known = try key(named: name) { return known }
        let sealed = try database.precisely {
            let made = try AES.GCM.seal(make(), using: seal, authenticating: Array(name.utf8)).combined.map(
                Array.init)
            return try database.write { database -> [UInt8]? in
                // Another server may have been first.
                if let known = try Self.sealed(name, database) { return known }
                try database.execute("INSERT INTO sealedKey (name, bytes) VALUES (?, ?)", [name, made])
                return made
            }
        }
        guard let key = try open(sealed, name) else { throw .keyMissing(path: self.name(of: name)) }
        return key
    }

    private static func sealed(_ name: String, _ database: any StoreTransaction) throws -> [UInt8]? {
        try database.value([UInt8].self, "SELECT bytes FROM sealedKey WHERE name = ?", [name])
    }

    private func open(_ sealed: [UInt8]?, _ name: String) throws(StorageError) -> [UInt8]? {
        guard let sealed else { return nil }
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let bytes = try? AES.GCM.open(box, using: seal, authenticating: Array(name.utf8))
        else {
            throw .unusable(
                path: self.name(of: name), reason: "it was sealed with another key than this server's")
        }
        return Array(bytes)
    }
}
