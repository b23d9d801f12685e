import ProgramSupport
import StoreModel
import StoreRules
import Testing

@testable import monkeystore_server

@Suite("What a presenter reads")
struct DemoReportTests {
    private func fact(
        _ event: PaymentEvent, _ product: ProductIdentifier = MonkeyCredits.five, title: String = "",
        quantity: Int = 1, by account: String? = "SHA256:a"
    ) -> PaymentNews {
        PaymentNews(event: event, account: account, product: product, title: title, quantity: quantity)
    }

    @Test func `a line for each who comes or leaves`() {
        var report = DemoReport(log: "/v/monkeystore.log")
        let story: [(HostEvent, String?)] = [
            (.came(visitor: "SHA256:a", label: "anna"), "anna came, 1 here"),
            (.came(visitor: "guest-b", label: "anna 2"), "anna 2 came, 2 here"),
            (.left(visitor: "SHA256:a", end: .left), "anna left, 1 here"),
            (.came(visitor: "SHA256:a", label: "anna"), "anna is back, 2 here"),
            (.moved(visitor: "SHA256:a", label: "anna"), "anna moved to another window, 2 here"),
            (.moved(visitor: "SHA256:a", label: "anna"), "anna moved to another window, 2 here"),
            (
                .left(visitor: "guest-b", end: .idle),
                "anna 2 was disconnected (no key was pressed for a while), 1 here"
            ),
            (
                .left(visitor: "SHA256:a", end: .failed),
                "anna is gone (the storefront could not go on, see /v/monkeystore.log), 0 here"
            ),
            (.came(visitor: "SHA256:a", label: "anna"), "anna is back, 1 here"),
            (
                .left(visitor: "SHA256:a", end: .noScreen),
                "anna left (this terminal cannot show the store), 0 here"
            ),
            (.left(visitor: "SHA256:a", end: .closed), nil),
        ]
        for (event, line) in story { #expect(report.line(about: event) == line) }
        #expect(
            report.sums(after: .seconds(59))
                == "The store is closed after 59 seconds: 2 visitors, 0 purchases, 0 credits.")
    }

    @Test func `who comes under another name is first called by the one that the presenter knows`() {
        var report = DemoReport(log: "/v/monkeystore.log")
        let story: [(HostEvent, String)] = [
            (.came(visitor: "SHA256:a", label: "anna"), "anna came, 1 here"),
            (
                .moved(visitor: "SHA256:a", label: "annabel"),
                "anna moved to another window and is annabel now, 1 here"
            ),
            (.left(visitor: "SHA256:a", end: .left), "annabel left, 0 here"),
            (.came(visitor: "SHA256:a", label: "bel"), "annabel is back and is bel now, 1 here"),
        ]
        for (event, line) in story { #expect(report.line(about: event) == line) }
        #expect(report.line(about: fact(.bought)) == "bel bought 5 credits")
        #expect(report.sums(after: .seconds(1)).contains(": 1 visitor, "))
    }

    @Test func `who left long ago comes for the first time again, and who is here or left lately does not`() {
        var report = DemoReport(log: "/v/monkeystore.log")
        func come(_ visitor: String) -> String? {
            report.line(about: .came(visitor: visitor, label: "anna"))
        }
        _ = come("here")
        for number in 0...FormerVisitors.most {
            _ = come("\(number)")
            _ = report.line(about: .left(visitor: "\(number)", end: .left))
        }
        #expect(come("1") == "anna is back, 2 here")
        #expect(come("0") == "anna came, 3 here")
        #expect(report.line(about: fact(.bought, by: "here")) == "anna bought 5 credits")
        #expect(report.sums(after: .seconds(1)).contains(": 1003 visitors, "))
    }

    @Test func `a line for whoever is turned away, with the address and a reason of its own`() {
        var report = DemoReport(log: "/v/monkeystore.log")
        func line(_ reason: TurnedAway, others: Int = 0) -> String? {
            report.line(
                about: .turnedAway(label: "anna", address: "192.0.2.7", reason: reason, others: others))
        }
        #expect(line(.full) == "anna from 192.0.2.7 was turned away (the store is full)")
        #expect(
            line(.full, others: 2)
                == "anna from 192.0.2.7 was turned away (the store is full), and 2 others before")
        let lines = TurnedAway.allCases.map { line($0) }
        #expect(Set(lines).count == TurnedAway.allCases.count)
        #expect(report.sums(after: .seconds(1)).contains(": 0 visitors, "))
    }

    @Test func `every end of a visit has words of its own, except when all visits end`() {
        var lines: [String] = []
        for end in VisitEnd.allCases {
            var report = DemoReport(log: "/v/monkeystore.log")
            _ = report.line(about: .came(visitor: "x", label: "anna"))
            if let line = report.line(about: .left(visitor: "x", end: end)) { lines.append(line) }
        }
        #expect(Set(lines).count == VisitEnd.allCases.count - 1)
        #expect(lines.allSatisfy { $0.hasPrefix("anna ") && $0.hasSuffix(", 0 here") })
    }

    @Test func `a line for each purchase and what becomes of it, and the sums`() {
        var report = DemoReport(log: "/v/monkeystore.log")
        _ = report.line(about: .came(visitor: "SHA256:a", label: "anna"))
        let story: [(PaymentNews, String)] = [
            (fact(.bought), "anna bought 5 credits"),
            (fact(.bought, MonkeyCredits.ten, quantity: 3), "anna bought 30 credits"),
            (fact(.bought, "book", title: "The Night Ferry"), "anna bought The Night Ferry"),
            (fact(.bought, MonkeyCredits.monthlyBunch, title: "Monthly Bunch"), "anna bought Monthly Bunch"),
            (fact(.deferred), "anna asked for approval of 5 credits"),
            (fact(.approved), "anna got 5 credits: approved"),
            (
                fact(.changed, MonkeyCredits.monthlyBunch, title: "Monthly Bunch"),
                "anna changed a subscription to Monthly Bunch, without a charge"
            ),
            (fact(.declined), "anna did not get 5 credits: declined"),
            (fact(.lapsed), "anna did not get 5 credits: no approval came"),
            (fact(.interrupted), "anna was interrupted buying 5 credits"),
            (fact(.failed(.paymentCancelled)), "anna did not get 5 credits: cancelled"),
            (fact(.refunded), "anna got a refund of 5 credits"),
            (fact(.refunded, MonkeyCredits.ten), "anna got a refund of 10 credits"),
            (fact(.refundReversed), "anna has 5 credits again: the refund was reversed"),
            (fact(.grantedAgain, "book", title: "", quantity: 1), "anna got book again, for nothing"),
            (fact(.bought, "gem", title: "Gem", quantity: 2, by: "jane"), "jane bought 2 × Gem"),
        ]
        for (fact, line) in story { #expect(report.line(about: fact) == line) }
        #expect(
            report.sums(after: .seconds(3 * 3600 + 60))
                == "The store is closed after 3 hours 1 minute: 1 visitor, 6 purchases, 60 credits, 1 refund."
        )
    }

    @Test func `the commands in the greeting name the program alone if a shell finds it, or else its path`() {
        #expect(Demo.command(of: "/bin/sh", folders: "/nowhere:/bin") == "sh")
        #expect(Demo.command(of: "/bin/sh", folders: "/nowhere:/etc") == "/bin/sh")
        #expect(Demo.command(of: "/a b/monkeystore-server", folders: "") == "'/a b/monkeystore-server'")
    }

    @Test(arguments: [
        ("127.0.0.1", "localhost", true), ("::1", "localhost", true), ("localhost", "localhost", true),
        ("LocalHost", "localhost", true), ("127.0.0.5", "127.0.0.5", true),
        ("0.0.0.0", "192.0.2.7", false), ("::", "192.0.2.7", false), ("198.51.100.1", "198.51.100.1", false),
        ("demo.example", "demo.example", false), ("127.example", "127.example", false),
    ])
    func address(host: String, text: String, isLocal: Bool) {
        let address = HostAddress(listeningOn: host, addresses: ["192.0.2.7", "192.0.2.8"], name: "machine")
        #expect(address.text == text && address.isLocal == isLocal)
        #expect(HostAddress(listeningOn: "::", addresses: [], name: "machine").text == "machine")
    }
}
