internal import Foundation
internal import Glibc
internal import StoreWire
internal import Synchronization
internal import TestSupport

/// Clients at addresses of their own that make one account after another: the load of `DoorsBenchmark`.
enum AccountMakers {
    struct Tally {
        var made = 0
        /// How often an address was told to try again later.
        var busy = 0
        var failed = 0
    }

    static func run(addresses: Int, at port: UInt16, until end: ContinuousClock.Instant) async -> Tally {
        let counts = Mutex(Tally())
        await onThreads(addresses) { number in
            giveWay()
            let address = "10.2.\(number / 250).\(number % 250 + 1)"
            while ContinuousClock.now < end {
                let status = try? ask(port, from: address)
                counts.withLock { counts in
                    switch status {
                    case 201: counts.made += 1
                    case 429, 503: counts.busy += 1
                    default: counts.failed += 1
                    }
                }
                if status != 201 { sleep(1) }
            }
        }
        return counts.withLock { $0 }
    }

    private static func ask(_ port: UInt16, from address: String) throws -> Int? {
        let descriptor = try LoopbackSocket.connect(port: port, from: address)
        defer { close(descriptor) }
        var request = RawRequest(
            "POST", StoreWire.customerPrefix + "/accounts",
            body: #"{"account":"\#(UUID().uuidString)","password":"bananas for ever"}"#)
        request.headers = [("Connection", "close")]
        guard LoopbackSocket.send(request.bytes, to: descriptor) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return RawAnswer(buffer.prefix(max(0, count))).statuses.first
    }
}
