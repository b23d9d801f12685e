internal import Storage
package import StoreModel

/// What the host tells the storefront about its visitor at the start, for `VisitorSession`.
package struct VisitIntroduction: Sendable {
    package let visitor: VisitorName
    /// What people call the visitor; nil if the host does not know.
    package let label: String?
    package let address: String
    /// The secret with which this visitor signs in at the store.
    package let voucher: String

    /// The visitor in a form for people, such as `anna (SHA256:i/HeuBV2)`.
    package var shortName: String {
        guard let label else { return visitor.shortName }
        return visitor.isGuest ? label : "\(label) (\(visitor.shortName))"
    }

    /// Reads four lines from a descriptor: the visitor's name, address, voucher and label.
    package init(descriptor: Int32) throws(VisitorHostError) {
        let lines = String(decoding: firstBytes(of: descriptor, 4096), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 5, let visitor = VisitorName(rawValue: String(lines[0])) else {
            throw .visitorUnknown
        }
        self.visitor = visitor
        (address, voucher, label) = (String(lines[1]), String(lines[2]), String(lines[3]))
    }

    /// Reads `SSH_USER_AUTH` and `SSH_CONNECTION`, which sshd(8) sets, and the host's token from a folder.
    package init(ofSSHDaemon folder: VisitorsFolder) throws(VisitorHostError) {
        visitor = try VisitorName(
            authenticationFile: EnvironmentVariables.value(of: "SSH_USER_AUTH") ?? "")
        // The name there is the system's user, which is the same for all visitors.
        label = nil
        address = String((EnvironmentVariables.value(of: "SSH_CONNECTION") ?? "").prefix { $0 != " " })
        guard let token = try? RegularFile.token(in: folder.hostToken) else {
            throw .noToken(path: folder.hostToken)
        }
        voucher = VisitorName.voucher(for: visitor.rawValue, hostToken: token)
    }
}
