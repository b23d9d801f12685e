internal import Glibc
internal import StoreModel
internal import StoreWire

/// The facts about a visitor that the storefront gets from the host at its start.
package struct VisitIntroduction: Sendable {
    package let visitor: Visitor
    package let address: String
    /// The secret that signs this visitor in at the store.
    package let voucher: String

    /// Reads three lines from a descriptor: the visitor's name, the address, and the voucher.
    package init(descriptor: Int32) throws(VisitorHostError) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, let visitor = Visitor(name: lines[0]) else { throw .visitorUnknown }
        self.visitor = visitor
        (address, voucher) = (String(lines[1]), String(lines[2]))
    }

    /// Reads `SSH_USER_AUTH` and `SSH_CONNECTION`, which sshd(8) sets, and the host's token from a folder.
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
        guard let line = firstBytes(of: hostToken, 1024)?.prefix(while: { $0 > 0x20 }), !line.isEmpty else {
            return nil
        }
        return String(decoding: line, as: UTF8.self)
    }
}
