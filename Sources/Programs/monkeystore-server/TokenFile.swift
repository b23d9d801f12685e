internal import Glibc
internal import Storage
internal import StoreModel

/// A secret in a file (0600), as one line of text. `serve` and `DataOptions` read or make it: the admin
/// token, the host token, and the secret that seals the keys in a database. `content` reads the store's
/// shared secret.
enum TokenFile {
    static let leastLength = 16

    enum Failure: Error, CustomStringConvertible {
        case unusable(path: String, reason: String)
        /// `isMade`: whether a new one is made if the file is deleted, and nothing is lost by it.
        case noToken(path: String, isMade: Bool)
        case tooShort(path: String, isMade: Bool)

        var description: String {
            switch self {
            case .unusable(let path, let reason):
                "Cannot use \(path) for a token (\(reason)). Choose another file."
            case .noToken(let path, let isMade):
                "\(path) does not hold a token, which is one line of ASCII characters without spaces. "
                    + Self.advice(isMade)
            case .tooShort(let path, let isMade):
                "\(path) holds fewer than \(leastLength) characters, which is too short for a secret. "
                    + Self.advice(isMade)
            }
        }

        private static func advice(_ isMade: Bool) -> String {
            isMade ? "Delete it for a new one, or put one there." : "Put one there."
        }
    }

    /// The token in the file at `path`. If there is no such file, makes a token and writes the file (0600).
    static func load(path: String) throws(Failure) -> String {
        try make(path: path)
        return try read(path: path, isMade: true)
    }

    /// The token in the file at `path`.
    static func read(path: String) throws(Failure) -> String { try read(path: path, isMade: false) }

    /// The secret that seals the keys in a database, which is the first line of the file at `path`. It is never
    /// sent, so it may be any text. If there is no such file, makes one (0600).
    static func sealingSecret(path: String) throws(Failure) -> String {
        try make(path: path)
        let bytes: [UInt8]
        do { bytes = try RegularFile.firstBytes(of: path, most: 4096) } catch {
            throw .unusable(path: path, reason: error.reason)
        }
        let secret = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
        guard secret.count >= leastLength else { throw .tooShort(path: path, isMade: false) }
        return String(secret)
    }

    private static func read(path: String, isMade: Bool) throws(Failure) -> String {
        let line: String?
        do { line = try RegularFile.token(in: path) } catch {
            throw .unusable(path: path, reason: error.reason)
        }
        guard let token = line else { throw .noToken(path: path, isMade: isMade) }
        guard token.count >= leastLength else { throw .tooShort(path: path, isMade: isMade) }
        return token
    }

    private static func make(path: String) throws(Failure) {
        if access(path, F_OK) == 0 { return }
        do { try Folder.checkWay(to: Folder.holding(path)) } catch {
            guard case .unusable(_, let reason) = error else { throw failure(path, errno) }
            throw .unusable(path: path, reason: reason)
        }
        let line = Array((random() + "\n").utf8)
        do {
            try RegularFile.write(line, to: path) { draft, path in
                // If another program was first, its token is the token. Some file systems have no links.
                link(draft, path) == 0 || errno == EEXIST || rename(draft, path) == 0
            }
        } catch {
            throw failure(path, error.number)
        }
    }

    static func random() -> String { Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0 ... .max) }) }

    private static func failure(_ path: String, _ number: Int32) -> Failure {
        .unusable(path: path, reason: String(cString: strerror(number)))
    }
}
