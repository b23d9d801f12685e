import Foundation
import Glibc
import TestSupport

/// A connection that sends what no client would. Sending and reading wait at most five minutes, and never on
/// the threads that the server in the same process runs on.
final class RawConnection: Sendable {
    private let descriptor: Int32

    /// - Parameter receiveBuffer: how many bytes the system takes before they are read; nil for the usual.
    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        descriptor = try LoopbackSocket.connect(port: port)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4)
        }
    }

    deinit { close(descriptor) }

    /// Returns whether the other side took it all.
    @discardableResult
    func send(_ text: String) async -> Bool {
        await onAThread { [descriptor] in LoopbackSocket.send(Array(text.utf8), to: descriptor) }
    }

    /// Says that nothing more will come; answers can still be read.
    func closeSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends the connection so that the other side notices at once, as if this machine had lost it.
    func reset() {
        // An address of no family undoes a connection.
        var nowhere = sockaddr()
        connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
    }

    /// Everything up to the end of the connection, or up to `end`.
    func read(until end: String? = nil) async -> String {
        await onAThread { [descriptor] in
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 16 << 10)
            while end.map({ !String(decoding: bytes, as: UTF8.self).contains($0) }) ?? true {
                let count = Glibc.read(descriptor, &buffer, buffer.count)
                guard count > 0 else { break }
                bytes += buffer.prefix(count)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private func onAThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            // Not on one of the few threads that run the tests and the server.
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}
