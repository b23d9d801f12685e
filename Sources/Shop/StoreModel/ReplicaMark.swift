internal import Crypto

// An account is two sets: purchases, each in its latest version, and uses (`Use`). The store has both sets,
// and each device has a copy: a replica. The sets only grow. To merge two replicas is to take the union,
// with the later version of each purchase. The types here say which version a replica has, and up to where
// it has everything. `AccountExchange` has the questions and answers between replicas.

/// The version of a signed transaction. A refund, and the reversal of one, are later versions of the same
/// transaction. If two have the same date, the digest decides, so that all replicas decide alike.
package struct TransactionVersion: Hashable, Sendable, Codable, Comparable {
    package let signedDate: Timestamp
    /// The beginning of the SHA-256 of the signed text, in base64url: 16 characters.
    package let digest: String

    package init(signedDate: Timestamp, digest: String) {
        self.signedDate = signedDate
        self.digest = digest
    }

    package static func < (a: TransactionVersion, b: TransactionVersion) -> Bool {
        (a.signedDate, a.digest) < (b.signedDate, b.digest)
    }
}

extension SignedTransaction {
    /// Its version, by its own signing date. Nothing is checked. Nil if it does not say when it was signed.
    package var version: TransactionVersion? { signedDate.map(version(signedAt:)) }

    /// Its version, if the caller knows when it was signed.
    package func version(signedAt date: Timestamp) -> TransactionVersion {
        let digest = SHA256.hash(data: Array(rawValue.utf8))
        return TransactionVersion(signedDate: date, digest: Base64URL.encode(Array(digest.prefix(12))))
    }
}

/// Up to where a replica has everything: the number of the account's last change that it has, and the mark
/// that the store's changes had then. The mark depends on all changes before it. So a store that knows a
/// device's mark has told it all of these changes. If it does not know the mark, the store or the device's
/// files were restored from an earlier copy.
package struct ReplicaMark: Hashable, Sendable, Codable {
    /// The number of changes, 0…
    package let revision: Int64
    /// 22 characters of base64url; empty before the first change.
    package let mark: String

    package static let beginning = ReplicaMark(revision: 0, mark: "")

    package init(revision: Int64, mark: String) {
        self.revision = revision
        self.mark = mark
    }

    /// A mark from outside. Throws `DecodingError` if the revision is below 0 or the text is not a mark.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        revision = try container.decode(Int64.self, forKey: .revision)
        mark = try container.decode(String.self, forKey: .mark)
        guard isSound else {
            throw DecodingError.dataCorruptedError(
                forKey: .mark, in: container, debugDescription: "not a revision from 0 and its mark")
        }
    }

    /// Whether a store may have made it.
    package var isSound: Bool {
        Self.revisions ~= revision && mark.utf8.count <= 64
            && mark.utf8.allSatisfy(Base64URL.isCharacter)
    }

    /// What everybody who reads JSON can count to.
    private static let revisions = 0...(1 << 53 as Int64)
}
