internal import Foundation
internal import Glibc
internal import StoreModel
internal import StoreWire
internal import Synchronization
internal import TestSupport

/// Addresses that make one account after the other, each on a thread that gives way to the server and the others.
final class AccountMakers: Sendable {
    /// What came of it.
    struct Tally {
        var made = 0
        /// How often an address was told to come again.
        var busy = 0
        var failed = 0
    }

    private let port: UInt16
    private let end: ContinuousClock.Instant
    private let counts = Mutex(Tally())

    private init(at port: UInt16, until end: ContinuousClock.Instant) {
        self.port = port
        self.end = end
    }

    /// Makes accounts until a moment.
    static func run(addresses: Int, at port: UInt16, until end: ContinuousClock.Instant) async -> Tally {
        let makers = AccountMakers(at: port, until: end)
        await withTaskGroup { group in
            for number in 0..<addresses {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            giveWay()
                            makers.make(from: number)
                            continuation.resume()
                        }
                    }
                }
            }
        }
        return makers.counts.withLock { $0 }
    }

    private func make(from number: Int) {
        let address = "10.2.\(number / 250).\(number % 250 + 1)"
        while ContinuousClock.now < end {
            let status = try? ask(from: address)
            counts.withLock { counts in
                switch status {
                case 201: counts.made += 1
                case 503: counts.busy += 1
                default: counts.failed += 1
                }
            }
            if status != 201 { sleep(1) }
        }
    }

    /// - Returns: the status of the answer.
    private func ask(from address: String) throws -> Int? {
        let descriptor = try LoopbackSocket.connect(port: port, from: address)
        defer { close(descriptor) }
        let credentials = StoreWire.Credentials(account: UUID().uuidString, password: "bananas for ever")
        let body = String(decoding: try JSONEncoder().encode(credentials), as: UTF8.self)
        let request = Array(
            "POST /store/v1/accounts HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                .utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        let words = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: " ", maxSplits: 2)
        return words.count > 1 ? Int(words[1]) : nil
    }
}

/// Lets other threads have the processors first, as if this one's work were done on another machine.
func giveWay() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19) }
