internal import Foundation
internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import StoreModel

/// Keeps web pages away from a server that a browser can reach, in the router of each server
/// (`Router.logging`). A page of another site names its own site in `Origin`. Or it reaches this machine
/// under its own name in `Host`, after giving that name an address of this machine (DNS rebinding).
struct SiteCheck {
    /// The names under which clients find the server; nil if they are checked elsewhere.
    let names: KnownNames?

    func check(_ request: Request) throws(HTTPFailure) {
        guard let authority = request.head.authority, !authority.isEmpty,
            request.headers[values: .host].isEmpty
        else {
            throw HTTPFailure.badRequest("A request has one Host, which names this server.")
        }
        guard let host = HostName(authority: authority) else {
            throw HTTPFailure.badRequest("Host is a name or an address, with a port or without.")
        }
        if let names, !names.contains(host) {
            throw HTTPFailure(
                .misdirectedRequest,
                "This server is not known as \(PrintableText.line(host.text)); its option --public-name adds a name."
            )
        }
        for origin in request.headers[values: .origin] where !isOwn(origin, of: authority) {
            throw HTTPFailure(
                .forbidden,
                "A web page of another site (\(PrintableText.line(String(origin.prefix(200))))) may not ask.")
        }
    }

    /// Whether a page belongs to this server or to a name that it was given.
    private func isOwn(_ origin: String, of authority: String) -> Bool {
        let scheme = ["http://", "https://"].first { origin.hasPrefix($0) }
        guard let site = scheme.map({ origin.dropFirst($0.count) }) else { return false }
        return site.lowercased() == authority.lowercased()
            || HostName(authority: String(site)).map { names?.isGiven($0) ?? false } ?? false
    }
}

/// The host in a `Host` field, in lower case and without the port.
struct HostName {
    let text: String
    let isAddress: Bool

    /// Nil if it is not a host.
    init?(authority: String) {
        var (host, rest) = (Substring(authority), Substring())
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[..<end].dropFirst()
            rest = authority[end...].dropFirst()
        } else if let colon = authority.utf8.firstIndex(of: UInt8(ascii: ":")) {
            (host, rest) = (authority[..<colon], authority[colon...])
        }
        guard rest.isEmpty || rest.first == ":" && rest.utf8.dropFirst().allSatisfy({ 0x30...0x39 ~= $0 })
        else {
            return nil
        }
        if host.last == ".", host.count > 1 { host = host.dropLast() }
        text = host.lowercased()
        // An address of either kind has at most 16 bytes.
        var bytes = in6_addr()
        isAddress = inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
        guard isAddress || Self.isName(text) else { return nil }
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !isReserved($0) }
    }

    /// Whether no name has the character, because it has a meaning in addresses.
    private static func isReserved(_ character: UInt8) -> Bool {
        switch Unicode.Scalar(character) {
        case "@", "/", "\\", "?", "#", "[", "]", ":": true
        default: false
        }
    }
}

/// The names of a server. All addresses count as known, because a page cannot take one as its own. Names that
/// no site of the Internet can have, such as those of containers, count as known too.
struct KnownNames: Sendable {
    private static let local = [".localhost", ".local", ".internal", ".test", ".home.arpa"]

    /// In lower case. Some begin with `*.`, as in certificates.
    private let given: Set<String>

    /// The server may listen on a name of this machine, and pages of other programs on this machine have that
    /// name too.
    private let listening: String

    init(_ given: [String], listening: String) {
        self.given = Set(given.map { $0.lowercased() })
        self.listening = listening.lowercased()
    }

    func contains(_ host: HostName) -> Bool {
        host.isAddress || !host.text.contains(".") || Self.local.contains(where: host.text.hasSuffix)
            || host.text == listening || isGiven(host)
    }

    /// Whether the operator or the certificate gives the name.
    func isGiven(_ host: HostName) -> Bool {
        given.contains(host.text)
            || host.text.firstIndex(of: ".").map { given.contains("*" + host.text[$0...]) } ?? false
    }
}

extension HTTPField.Name {
    fileprivate static let host = HTTPField.Name("Host")!
    fileprivate static let origin = HTTPField.Name("Origin")!
}
