internal import Crypto
internal import FoundationEssentials

/// What a host of visitors shows to the store to let in one visitor, and no other. The SSH host makes it, and
/// the server's routes compare it. It is the HMAC-SHA256 of `visit ` and the visitor's name, keyed with the
/// host's token, in lower-case hexadecimal.
package func voucher(for visitor: String, hostToken: String) -> String {
    let key = SymmetricKey(data: Data(hostToken.utf8))
    return Hexadecimal.encode(HMAC<SHA256>.authenticationCode(for: Data("visit \(visitor)".utf8), using: key))
}
