internal import Crypto
internal import FoundationEssentials

/// What a host of visitors shows to the store to let one visitor in, and no other. The SSH host makes
/// it, the server's routes compare it: the HMAC-SHA256 of `visit ` and the visitor's name under the
/// host's token, in lower-case hexadecimal.
package func voucher(for visitor: String, hostToken: String) -> String {
    let key = SymmetricKey(data: Data(hostToken.utf8))
    return Hexadecimal.encode(HMAC<SHA256>.authenticationCode(for: Data("visit \(visitor)".utf8), using: key))
}
