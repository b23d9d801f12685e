internal import ArgumentParser
internal import Foundation
internal import StoreEvents
internal import TestSupport

/// Compares the event bus with Foundation's notification centre, in one run. All three do the same work: an
/// observer adds the number that came with the notification, or 1 if there is no number.
struct BusBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bus", abstract: "Posts on the event bus, beside Foundation's notification centre.")

    func run() {
        print("ns per post, median of 9 samples")
        print("observers     bus   Foundation    ratio   Foundation with userInfo    ratio")
        for observers in [0, 1, 10, 100] {
            let bus = eventBus(observers: observers)
            let plain = foundation(observers: observers, userInfo: false)
            let userInfo = foundation(observers: observers, userInfo: true)
            print(
                String(repeating: " ", count: 9 - "\(observers)".count) + "\(observers)",
                column(bus, width: 7),
                column(plain, width: 12), column(plain / bus, width: 8, unit: "x"),
                column(userInfo, width: 26),
                column(userInfo / bus, width: 8, unit: "x"))
        }
    }

    private func eventBus(observers: Int) -> Double {
        let bus = EventBus()
        let sum = Sum()
        let tokens = (0..<observers).map { _ in
            bus.events.observe([.usesWaiting]) { event in
                if case .usesWaiting(let number) = event { sum.add(number) }
            }
        }
        return withExtendedLifetime(tokens) {
            nanosecondsPerCall { bus.publish(.usesWaiting(1)) }
        }
    }

    private func foundation(observers: Int, userInfo: Bool) -> Double {
        let centre = NotificationCenter.default
        let name = Notification.Name("Ping")
        let sum = Sum()
        let tokens = (0..<observers).map { _ in
            centre.addObserver(forName: name, object: nil, queue: nil) { notification in
                sum.add(userInfo ? notification.userInfo!["number"] as! Int : 1)
            }
        }
        defer { for token in tokens { centre.removeObserver(token) } }
        if userInfo {
            return nanosecondsPerCall { centre.post(name: name, object: nil, userInfo: ["number": 1]) }
        }
        return nanosecondsPerCall { centre.post(name: name, object: nil) }
    }
}

/// A sum that one thread adds to, in as few instructions as possible, so that the table shows the posts.
private struct Sum: @unchecked Sendable {
    private let value = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init() { value.initialize(to: 0) }

    func add(_ number: Int) { value.pointee &+= number }
}

/// Nanoseconds per call of `body`: the median of several samples of about 20 milliseconds each.
private func nanosecondsPerCall(samples: Int = 9, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    func nanoseconds(for calls: Int) -> Double {
        clock.measure { for _ in 0..<calls { body() } } / .nanoseconds(1)
    }
    // The first guess also warms up caches and anything that is made lazily.
    let calls = max(100, Int(20e6 / (nanoseconds(for: 1000) / 1000)))
    return (0..<samples).map { _ in nanoseconds(for: calls) / Double(calls) }.sorted()[samples / 2]
}
