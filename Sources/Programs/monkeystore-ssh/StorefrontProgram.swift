internal import CConfinement
internal import CSSHHost
internal import Glibc
internal import ProgramSupport
internal import StoreModel

/// Starts `monkeystore` for `Host`: with `--kiosk` for each visitor, and as `tidy-visitors` after visitors
/// have left.
struct StorefrontProgram {
    let path: String
    let visitors: String
    let bundleIdentifier: String
    /// How many visitors there may be, and how many seconds without a key end a visit.
    let visitorLimit: Int
    let idleSeconds: Int
    /// The secret with which the host identifies itself to the store.
    let token: String

    var folder: VisitorsFolder { VisitorsFolder(path: visitors) }

    struct Visit {
        let process: pid_t
        let terminal: Int32
        let channel: Int32
    }

    /// Starts a storefront for a visitor. It reads the visitor's name at the store, address, voucher and
    /// label from its descriptor 3. Nil if the system has no room for it.
    func start(
        for visitor: VisitorName, called label: String, _ request: csh_request, from address: String
    ) -> Visit? {
        var ends: [Int32] = [-1, -1]
        guard cc_channel(&ends) == 0 else { return nil }
        defer { close(ends[1]) }
        let voucher = VisitorName.voucher(for: visitor.rawValue, hostToken: token)
        let introduction = Array("\(visitor.rawValue)\n\(address)\n\(voucher)\n\(label)\n".utf8)
        var terminal: Int32 = -1
        let process =
            cc_send(ends[0], introduction, introduction.count, -1) == 0
            ? withCStrings([path] + arguments) { arguments in
                withCStrings(["SWIFT_BACKTRACE=enable=no"] + request.environment) { environment in
                    csh_start_storefront(
                        arguments, environment, request.columns, request.rows, ends[1], &terminal)
                }
            } : -1
        guard process > 0 else {
            close(ends[0])
            return nil
        }
        return Visit(process: process, terminal: terminal, channel: ends[0])
    }

    /// Starts to remove the data of visitors who bought nothing. Nil if the system has no room for
    /// the process.
    func tidy() -> pid_t? {
        let process = withCStrings([path, "tidy-visitors", "--visitors", visitors]) { csh_start($0) }
        return process > 0 ? process : nil
    }

    private var arguments: [String] {
        [
            "--kiosk", "--visit-channel", "3", "--visitors", visitors, "--visitor-limit", "\(visitorLimit)",
            "--idle",
            "\(idleSeconds)", "--bundle-id", bundleIdentifier,
        ]
    }
}

extension csh_request {
    /// The visitor, if there is a key; nil for a guest, and for any other text.
    var visitor: VisitorName? {
        let text = withUnsafeBytes(of: fingerprint) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        // The process of a connection must not choose which guest its visitor is.
        guard let visitor = VisitorName(rawValue: text), !visitor.isGuest else { return nil }
        return visitor
    }

    /// What people call the visitor.
    var label: VisitorLabel {
        // If the name was cut in the middle of a character, that character is left out.
        VisitorLabel(
            typed: withUnsafeBytes(of: name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
                .replacing("\u{FFFD}", with: ""))
    }

    /// The environment of the storefront: only variables for the terminal and the language, whatever the
    /// client sent.
    var environment: [String] {
        withUnsafeBytes(of: variables) { bytes in
            stride(from: 0, to: bytes.count, by: Int(CSH_VARIABLE_SIZE)).compactMap { start in
                let text = bytes[start..<start + Int(CSH_VARIABLE_SIZE)].prefix { $0 != 0 }
                let parts = text.split(
                    separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, Self.names.contains(String(decoding: parts[0], as: UTF8.self)),
                    parts[1].allSatisfy(Self.plain.contains)
                else { return nil }
                return String(decoding: text, as: UTF8.self)
            }
        }
    }

    private static let names: Set = [
        "TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES",
    ]
    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-._@".utf8)
}
