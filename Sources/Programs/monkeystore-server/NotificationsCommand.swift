#if AppleServices
internal import AppleServices
internal import ArgumentParser
internal import ProgramSupport
internal import FoundationEssentials
internal import StoreRules
internal import StoreModel

/// The command `notifications` of `monkeystore-server`, for developers. It shows a server's delivery log, and
/// sends notifications again.
struct NotificationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notifications",
        abstract: "The delivery log of a running server: what was sent to yours, and how it went.",
        subcommands: [List.self, Show.self, Send.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "The last notifications, the newest at the end.")
        private static let pause = Duration.seconds(1)
        private static let longestPage = 1000

        @OptionGroup var server: AdministeredServer
        @Option(help: "Only those of one environment.") var environment: AccountCommand.Environment?
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("How many, 1 to 1000.", valueName: "number"))
        var limit = 20
        @Flag(
            name: .shortAndLong,
            help: "Keep printing each notification that is new or whose delivery changed.")
        var follow = false

        func validate() throws {
            guard 1...Self.longestPage ~= limit else { throw ValidationError("--limit is 1 to 1000.") }
        }

        func run() async throws {
            var shown: [Int64: NotificationDelivery] = [:]
            var first: Int64?
            repeat {
                let deliveries = try await deliveries(from: first)
                for delivery in deliveries where shown[delivery.number] != delivery {
                    printLine(delivery.line)
                    shown[delivery.number] = delivery
                }
                if shown.isEmpty, !follow { printLine("There is no notification yet.") }
                // Of those before the newest ones, only those that wait are looked at again.
                let waiting = deliveries.first { $0.state == .waiting }
                let next = [waiting, deliveries.suffix(limit).first].compactMap { $0?.number }.min() ?? 0
                shown = shown.filter { number, _ in number >= next }
                first = next
                if follow { try await Task.sleep(for: Self.pause) }
            } while follow && outputLoss() == nil
        }

        /// The newest, as many as `--limit` says, or all from the number `first` on if those are more. The
        /// oldest comes first.
        private func deliveries(from first: Int64?) async throws -> [NotificationDelivery] {
            var found = try await page(limit)
            while let first, let oldest = found.last?.number, oldest > first {
                let earlier = try await page(min(Self.longestPage, Int(oldest - first)), before: oldest)
                guard !earlier.isEmpty else { break }
                found += earlier
            }
            return found.filter { $0.number >= first ?? 0 }.reversed()
        }

        private func page(_ limit: Int, before number: Int64? = nil) async throws -> [NotificationDelivery] {
            var path = "notifications/deliveries?limit=\(limit)"
            if let number { path += "&before=\(number)" }
            if let environment { path += "&environment=\(environment.value.rawValue)" }
            return try await server.ask("GET", path)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "One notification: its attempts, and its payload with what is signed in it.")

        @OptionGroup var server: AdministeredServer
        @Argument(help: "Its notificationUUID.") var notification: NotificationIdentifier
        @Flag(help: "The JWS alone, as it is sent.") var signed = false

        func run() async throws {
            let whole: WholeDelivery = try await server.ask(
                "GET", "notifications/deliveries/\(notification.text)")
            if signed { return printLine(whole.delivery.signedPayload ?? "") }
            printLine(whole.delivery.line)
            for attempt in whole.delivery.attempts {
                printLine("  \(attempt.date.rfc3339)  \(attempt.result)")
            }
            try printJSON(whole.payload)
        }
    }

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "send",
            abstract: "Send a notification again, whatever became of it before.")

        @OptionGroup var server: AdministeredServer
        @Argument(help: "Its notificationUUID.") var notification: NotificationIdentifier

        func run() async throws {
            let delivery: NotificationDelivery = try await server.ask(
                "POST", "notifications/deliveries/\(notification.text)/send")
            printLine(delivery.line)
        }
    }
}

struct NotificationIdentifier: ExpressibleByArgument {
    let text: String

    init?(argument: String) {
        guard let identifier = UUID(uuidString: argument) else { return nil }
        text = identifier.uuidString.lowercased()
    }
}

extension NotificationDelivery {
    fileprivate var line: String {
        let type = [notificationType, subtype].compactMap(\.self).joined(separator: " ")
        let head = "\(created.rfc3339)  \(environment.rawValue.padded(to: 10))  "
        return head + word.padded(to: 33) + "  " + type.padded(to: 34) + "  " + identifier
    }

    private var word: String {
        switch state {
        case .delivered: delivered
        case .waiting where attempts.last?.result ?? "SUCCESS" == "SUCCESS": "waiting"
        case .waiting: "failed, next \(nextAttempt?.rfc3339 ?? "at once")"
        case .givenUp: "given up, \(counted(attempts.count, "attempt"))"
        case .notSent: "not sent, no address"
        }
    }

    /// One that was delivered may have been sent again since, in vain.
    private var delivered: String {
        let first = attempts.firstIndex { $0.result == "SUCCESS" } ?? 0
        let failure = attempts.last.flatMap { $0.result == "SUCCESS" ? nil : ", then \($0.result)" }
        return (first == 0 ? "delivered" : "delivered, attempt \(first + 1)") + (failure ?? "")
    }
}
#endif
