internal import StoreModel

/// The address of a store, as a user gives it to `RemoteStore`: `http://127.0.0.1:8080` or
/// `https://store.example`. A store that a test made there has an address such as
/// `http://127.0.0.1:8080/stores/x1y2z3`. Another application's store has one such as
/// `https://store.example/apps/com.example.game`. Passwords are sent to it, so another machine needs HTTPS.
package struct StoreAddress: Hashable, Sendable, CustomStringConvertible {
    package let scheme: String
    /// A name or an address, in lower case; an IPv6 address is in brackets.
    package let host: String
    /// 1…65,535; 0 for an address without ports.
    package let port: Int
    /// `/stores/` and an identifier of letters and digits, or `/apps/` and a bundle identifier;
    /// empty for a server's own store.
    package let path: String

    /// Parses a scheme, a host, an optional port and an optional path of another store than the server's own.
    /// Nil for anything else, and for `http` to another machine.
    package init?(_ text: String) {
        var rest = text[...]
        guard let colons = rest.firstRange(of: "://") else { return nil }
        scheme = rest[..<colons.lowerBound].lowercased()
        rest = rest[colons.upperBound...]
        if rest.hasSuffix("/") { rest.removeLast() }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let path = Self.path(rest[slash...]) else { return nil }
        self.path = path
        rest = rest[..<slash]
        let end: Substring.Index
        if rest.first == "[" {
            guard let bracket = rest.firstIndex(of: "]") else { return nil }
            end = rest.index(after: bracket)
        } else {
            end = rest.firstIndex(of: ":") ?? rest.endIndex
        }
        host = rest[..<end].lowercased()
        guard let standard = ["http": 80, "https": 443][scheme],
            let port = Self.port(rest[end...], else: standard),
            Self.isHost(host), scheme == "https" || HTTPAddress.isThisMachine(host)
        else { return nil }
        self.port = port
    }

    /// The store as a visitor's process reaches it. That process may not open sockets itself: the SSH host
    /// connects them.
    package static let answered = StoreAddress(scheme: "http+unix", host: "store", port: 0)

    /// The next port of the same machine: the default for the content server of `monkeystore-server`.
    package var next: StoreAddress {
        StoreAddress(scheme: scheme, host: host, port: port == 65_535 ? port : port + 1)
    }

    private init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
        path = ""
    }

    package var description: String { "\(scheme)://\(host)" + (port > 0 ? ":\(port)" : "") + path }

    /// The name of the folder for this store's data: `127.0.0.1-8080`, `127.0.0.1-8080-stores-x1y2z3`.
    package var folderName: String {
        "\(host)-\(port)" + path.split(separator: "/").map { "-\($0)" }.joined()
    }

    private static func port(_ text: Substring, else standard: Int) -> Int? {
        if text.isEmpty { return standard }
        let digits = text.dropFirst()
        guard text.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt16(digits).flatMap { $0 == 0 ? nil : Int($0) }
    }

    private static func path(_ text: Substring) -> String? {
        guard !text.isEmpty else { return "" }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let name = parts.last?.utf8 else { return nil }
        let isName =
            switch parts[1] {
            case "stores":
                1...64 ~= name.count && name.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789".utf8.contains)
            case "apps":
                name.first != UInt8(ascii: ".") && BundleIdentifier(rawValue: String(parts[2])) != nil
            default: false
            }
        return isName ? String(text) : nil
    }

    private static func isHost(_ host: String) -> Bool {
        if host.hasPrefix("[") {
            return host.utf8.dropFirst().dropLast().allSatisfy("0123456789abcdef:.".utf8.contains)
        }
        return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.utf8.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains)
        }
    }
}
