internal import Crypto
internal import FoundationEssentials

extension StoreWire {
    /// What a host shows to let one visitor in: whoever has it can be that visitor, and nobody else. It is the HMAC-SHA256 of
    /// `visit ` and the visitor's name under the host's token, in lower-case hexadecimal.
    package static func voucher(for visitor: String, hostToken: String) -> String {
        let key = SymmetricKey(data: Data(hostToken.utf8))
        return Hexadecimal.encode(HMAC<SHA256>.authenticationCode(for: Data("visit \(visitor)".utf8), using: key))
    }
}
