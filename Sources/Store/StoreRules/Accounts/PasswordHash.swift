internal import CryptoExtras
internal import Foundation
internal import Synchronization

/// A password as the store keeps it: `scrypt$rounds$salt$hash`, salt and hash in base64. The hash is scrypt
/// (RFC 7914), and each account name has its own salt. `AppStore` makes one when a customer signs up and checks
/// it when the customer signs in, on the threads below.
struct PasswordHash: Sendable {
    static let saltSize = 16
    private static let size = 32
    /// 16 MiB and some 50 ms for each guess.
    static let rounds = 1 << 14
    private static let blockSize = 8

    let text: String

    init(text: String) { self.text = text }

    init(of password: String, salt: [UInt8], rounds: Int) throws {
        self.init(
            salt: Data(salt), hash: Data(try Self.hash(password, salt: salt, rounds: rounds)), rounds: rounds)
    }

    private init(salt: Data, hash: Data, rounds: Int) {
        text = "scrypt$\(rounds)$\(salt.base64EncodedString())$\(hash.base64EncodedString())"
    }

    /// Whether `password` is right; takes the same time either way.
    func matches(_ password: String) throws -> Bool {
        let parts = text.split(separator: "$")
        guard parts.count == 4, parts[0] == "scrypt", let rounds = Int(parts[1]),
            let salt = Data(base64Encoded: String(parts[2])),
            let expected = Data(base64Encoded: String(parts[3]))
        else { return false }
        let hash = try Self.hash(password, salt: Array(salt), rounds: rounds)
        // HMAC, which scrypt uses, pads a key with zeros: a password with zeros at its end would match, too.
        guard password.utf8.last != 0 else { return false }
        return zip(hash, expected).reduce(hash.count ^ expected.count) { $0 | Int($1.0 ^ $1.1) } == 0
    }

    /// Whether a guess costs no more than with the hashes that the store makes.
    var isUsual: Bool {
        let parts = text.split(separator: "$")
        return parts.count == 4 && Int(parts[1]).map { 1...Self.rounds ~= $0 } == true
    }

    /// A hash that no password has, so that a sign-in takes the same time if there is no account.
    static func ofNobody(rounds: Int) -> PasswordHash {
        PasswordHash(salt: Data(count: saltSize), hash: Data(count: size), rounds: rounds)
    }

    private static func hash(_ password: String, salt: [UInt8], rounds: Int) throws -> [UInt8] {
        // Keyboards differ in how they compose a letter. The same letters are the same password (RFC 8265).
        let password = password.precomposedStringWithCanonicalMapping
        let key = try KDF.Scrypt.deriveKey(
            from: Data(password.utf8), salt: salt, outputByteCount: size, rounds: rounds,
            blockSize: blockSize,
            parallelism: 1)
        return key.withUnsafeBytes { Array($0) }
    }
}

/// Threads that hash passwords. A hash takes long on purpose, and only a few threads answer requests. With
/// threads of their own, hashes do not hold up requests without a password. One processor stays free for
/// those. A sign-in is refused if too many others are waiting.
final class PasswordThreads: Sendable {
    static let mostWaiting = 64

    private let queue = OperationQueue()
    private let count = Mutex(0)

    init() {
        queue.maxConcurrentOperationCount = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    }

    /// Runs `work` on one of the threads. Throws `AccountError.busy` if too many are waiting.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let isBusy = count.withLock { count in
            guard count < Self.mostWaiting + queue.maxConcurrentOperationCount else { return true }
            count += 1
            return false
        }
        guard !isBusy else { throw AccountError.busy }
        defer { count.withLock { $0 -= 1 } }
        return try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Result { try work() }) }
        }
    }
}
