internal import Crypto
internal import Foundation
package import StoreModel

/// A customer's account. Below are the names that accounts may have, and why an account was not made or a
/// sign-in failed. The server's account routes name accounts, `AccountTable` keeps them, and sessions and
/// rules act for one.
package struct Account: Hashable, Sendable {
    package let identifier: AccountIdentifier
    /// The name to sign in with; nil for the embedded store's own account, which needs no sign-in.
    package let name: String?
    package let environment: StoreEnvironment
    /// The store's own number for it. No other account ever has it.
    package let number: Int64

    /// The number of the application's download by this account (`appTransactionId`), the same in all
    /// its transactions.
    package var appTransactionIdentifier: String { String(Self.firstAppTransaction + number) }

    /// The account's number in an application's download; nil if the identifier does not have this form.
    package static func number(ofAppTransaction identifier: String) -> Int64? {
        guard let value = Int64(identifier), value > firstAppTransaction else { return nil }
        return value - firstAppTransaction
    }

    // Far from the transactions' numbers, so that one is never taken for the other.
    private static let firstAppTransaction: Int64 = 704_000_000_000_000_000

    /// The store's own account. Its identity comes from the store's public key. If the database is lost but
    /// not the key, it is the same account again, and the device gives all purchases and uses back to it.
    /// Another store's database has a different account.
    static func embedded(signingWith key: [UInt8]) -> Account {
        Account(
            from: Array(SHA256.hash(data: Array("embedded account".utf8) + key)), name: nil,
            environment: .sandbox)
    }
}

extension Account {
    /// An account whose identity comes from 32 bytes. Its number has only 56 bits of them; two accounts
    /// hardly ever have the same number, and the table refuses the second.
    init(from bytes: [UInt8], name: String?, environment: StoreEnvironment) {
        self.init(
            identifier: AccountIdentifier(rawValue: uuid(bytes.prefix(16), version: 8)), name: name,
            environment: environment, number: bytes[16..<23].reduce(0) { $0 << 8 | Int64($1) } + 1)
    }
}

/// Why an account was not made, or a sign-in failed.
package enum AccountError: Error, Hashable, Sendable {
    case badName
    case badPassword
    case nameTaken
    /// There is no such account, or it has another password; the error does not say which.
    case wrongPassword
    /// Too many sign-ins are waiting for their passwords to be checked.
    case busy
    case storage(StorageError)
}

/// The name of an account: 1 to 64 visible characters, in at most 256 bytes. A name from outside becomes one
/// before anything is counted, logged or looked up by it.
///
/// Two names cannot look alike. A name is kept in lower case and in its shortest form (NFKC), so upper-case,
/// wide and decomposed letters make no other name. Spaces are only between other characters, one at a time.
/// Latin, Greek and Cyrillic letters look like each other, so a name has letters of only one of these
/// alphabets. A Greek or Cyrillic name must not have only letters that look Latin.
package struct AccountName: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation {
    private static let mostBytes = 256

    package let rawValue: String

    /// A name; nil if it cannot be one, or is reserved for visitors (`VisitorName`).
    package init?(rawValue: String) {
        guard rawValue.utf8.count <= Self.mostBytes, !VisitorName.isReserved(rawValue) else { return nil }
        let name = rawValue.precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
        guard name.utf8.count <= Self.mostBytes, CredentialLengths.accountName.contains(name.count),
            !VisitorName.isReserved(name), name.unicodeScalars.allSatisfy(Self.isShowable),
            !name.hasPrefix(" "), !name.hasSuffix(" "), !name.contains("  "), !Self.looksLikeAnother(name)
        else { return nil }
        self.rawValue = name
    }

    private enum Alphabet { case latin, greek, cyrillic }

    private static func alphabet(_ scalar: Unicode.Scalar) -> Alphabet? {
        guard scalar.properties.isAlphabetic else { return nil }
        return switch scalar.value {
        case 0x41...0x7A, 0xAA, 0xBA, 0xC0...0x2AF, 0x1D00...0x1D25, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
            0xA720...0xA7FF:
            .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
        default: nil
        }
    }

    /// The small letters of Greek and Cyrillic that look like Latin ones.
    private static let latinLookalikes = Set("αγινορσυϲϳаеорсухѕіјһԁԛԝ".unicodeScalars)

    /// Whether the letters are of several alphabets, or all look Latin but are not.
    private static func looksLikeAnother(_ name: String) -> Bool {
        let letters = name.unicodeScalars.compactMap { scalar in alphabet(scalar).map { ($0, scalar) } }
        guard let first = letters.first?.0 else { return false }
        guard letters.allSatisfy({ $0.0 == first }) else { return true }
        return first != .latin && letters.allSatisfy { latinLookalikes.contains($0.1) }
    }

    /// A literal must be a name.
    package init(stringLiteral value: String) {
        guard let name = AccountName(rawValue: value) else {
            preconditionFailure("\(value) cannot be a name")
        }
        self = name
    }

    private static func isShowable(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.properties.isDefaultIgnorableCodePoint, scalar != "\u{2800}" else { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            false
        case .spaceSeparator: scalar == " "
        default: true
        }
    }
}

extension VisitorName {
    /// Whether a name that a person chose might be taken for a visitor's.
    static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix(keyPrefix.lowercased()) || name.hasPrefix(guestPrefix)
    }
}
