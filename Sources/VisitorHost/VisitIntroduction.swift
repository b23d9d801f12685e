internal import Glibc
internal import StoreModel
internal import StoreWire

/// What a host says of a visitor.
package struct VisitIntroduction: Sendable {
    /// Who it is.
    package let visitor: Visitor
    /// Where the visitor comes from.
    package let address: String
    /// What lets the visitor in at the store, and nobody else. A secret.
    package let voucher: String

    /// Reads three lines from a descriptor: the visitor's name, the address, and the voucher.
    ///
    /// - Throws: `VisitorHostError.visitorUnknown`.
    package init(descriptor: Int32) throws(VisitorHostError) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, let visitor = Visitor(name: lines[0]) else { throw .visitorUnknown }
        self.visitor = visitor
        (address, voucher) = (String(lines[1]), String(lines[2]))
    }

    /// Reads what sshd(8) says in `SSH_USER_AUTH` and `SSH_CONNECTION`, and the host's token from a folder.
    ///
    /// - Throws: `VisitorHostError.visitorUnknown`, `VisitorHostError.noToken`.
    package init(ofSSHDaemon folder: VisitorsFolder) throws(VisitorHostError) {
        func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        visitor = try Visitor(authenticationFile: variable("SSH_USER_AUTH"))
        address = String(variable("SSH_CONNECTION").prefix { $0 != " " })
        guard let token = folder.token else { throw .noToken(path: folder.hostToken) }
        voucher = StoreWire.voucher(for: visitor.name, hostToken: token)
    }
}

extension VisitorsFolder {
    fileprivate var token: String? {
        let descriptor = open(hostToken, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        let line = bytes.prefix(max(0, count)).prefix { $0 > 0x20 }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
}
