internal import NIOCore

/// The clients that share a limit: an IPv4 address, an IPv6 network of 56 bits, or this machine. One
/// customer of a provider often has all addresses with the same 56 bits.
struct ClientNetwork: Hashable, Sendable {
    /// The bytes of the address that tell networks apart; empty for this machine.
    let prefix: [UInt8]

    static let thisMachine = ClientNetwork(nil)

    /// The network of an address. A client without one, such as that of a Unix socket, is this machine.
    init(_ address: SocketAddress?) {
        // The family and the port come before the address, two bytes each. For IPv6 the flow comes too,
        // four bytes.
        switch address {
        case .v4(let address):
            prefix = Self.prefix(ofIPv4: withUnsafeBytes(of: address.address) { Array($0[4..<8]) })
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address) { Array($0[8..<24]) }
            let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
            let thisMachine = [UInt8](repeating: 0, count: 15) + [1]
            if bytes.starts(with: mapped) {
                prefix = Self.prefix(ofIPv4: Array(bytes.dropFirst(mapped.count)))
            } else {
                prefix = bytes == thisMachine ? [] : Array(bytes.prefix(7))
            }
        case .unixDomainSocket, nil: prefix = []
        }
    }

    private static func prefix(ofIPv4 bytes: [UInt8]) -> [UInt8] { bytes.first == 127 ? [] : bytes }
}
