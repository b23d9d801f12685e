/// Where a store is: `http://127.0.0.1:8080` or `https://store.example`. Passwords travel to it, so another machine is only
/// spoken to over HTTPS.
public struct StoreAddress: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// A name or an address, in lower case; an IPv6 address stands in brackets.
    public let host: String
    /// 1…65,535.
    public let port: Int

    /// The address in `text`: a scheme, a host, and a port where it is not the scheme's own; nothing behind it.
    ///
    /// - Returns: nil for anything else, and for `http` to another machine.
    public init?(_ text: String) {
        let text = text.lowercased()
        guard let colons = text.firstRange(of: "://") else { return nil }
        scheme = String(text[..<colons.lowerBound])
        var rest = text[colons.upperBound...]
        if rest.hasSuffix("/") { rest.removeLast() }
        let afterHost = rest.first == "[" ? rest.firstIndex(of: "]").map(rest.index(after:)) : rest.firstIndex(of: ":")
        host = String(rest[..<(afterHost ?? rest.endIndex)])
        let portText = rest[(afterHost ?? rest.endIndex)...]
        guard let standardPort = ["http": 80, "https": 443][scheme], !host.isEmpty,
            host.utf8.allSatisfy(Self.isHostCharacter)
        else { return nil }
        if portText.isEmpty {
            port = standardPort
        } else {
            guard portText.first == ":", portText.dropFirst().allSatisfy(\.isASCII),
                let port = UInt16(portText.dropFirst()), port > 0
            else { return nil }
            self.port = Int(port)
        }
        guard scheme == "https" || isLoopback else { return nil }
    }

    /// The address as it is written.
    public var description: String { "\(scheme)://\(host):\(port)" }

    /// The name of the folder for what belongs to this store: `127.0.0.1-8080`.
    public var folderName: String { "\(host)-\(port)" }

    private var isLoopback: Bool { host == "localhost" || host == "[::1]" || host.hasPrefix("127.") }

    private static func isHostCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"): true
        default: false
        }
    }
}
