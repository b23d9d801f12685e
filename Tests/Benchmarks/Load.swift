internal import Glibc
internal import TestSupport

/// What clients got from servers within a time.
struct Load {
    /// Answers with status 200 a second.
    let rate: Double
    /// The processors' work for each of them.
    let work: Duration

    /// Lets all clients ask for half a second to warm up, and then for this time. One thread serves all of
    /// them, which leaves the processors to the servers.
    init(of clients: [LoadClient], on servers: [Int32], for time: Duration) throws {
        var count = 0
        func ask(for time: Duration) throws {
            let end = ContinuousClock.now + time
            while ContinuousClock.now < end {
                poll(&descriptors, nfds_t(descriptors.count), 1000)
                for (client, descriptor) in zip(clients, descriptors) where descriptor.revents != 0 {
                    guard try client.receive() else { continue }
                    count += 1
                    client.ask()
                }
            }
        }
        func worked() throws -> Duration {
            try servers.map(ProcessStatus.processorTime).reduce(.zero, +)
        }
        var descriptors = clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        for client in clients { client.ask() }
        try ask(for: .milliseconds(500))
        let before = try worked()
        count = 0
        try ask(for: time)
        rate = Double(count) / (time / .seconds(1))
        work = (try worked() - before) / max(count, 1)
    }
}

/// A connection that sends one request after another, and waits for each answer.
final class LoadClient {
    let descriptor: Int32
    private let request: (Int) -> [UInt8]
    private var asked = 0
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var length = 0

    /// - Parameter request: the bytes of each request, by its number.
    init(port: UInt16, request: @escaping (Int) -> [UInt8]) throws {
        descriptor = try LoopbackSocket.connect(port: port)
        self.request = request
    }

    deinit { close(descriptor) }

    func ask() {
        LoopbackSocket.send(request(asked), to: descriptor)
        asked += 1
    }

    /// Receives what has arrived, and returns whether that is the whole answer. Throws if the answer is not
    /// a success.
    func receive() throws -> Bool {
        let count = buffer.withUnsafeMutableBytes {
            recv(descriptor, $0.baseAddress! + length, $0.count - 1 - length, 0)
        }
        guard count > 0 else { throw ToolError(description: "the server closed the connection") }
        length += count
        buffer[length] = 0
        guard let head = place(after: "\r\n\r\n"), isWhole(from: head) else { return false }
        guard buffer.starts(with: "HTTP/1.1 200".utf8) else {
            throw ToolError(description: String(decoding: buffer[..<length], as: UTF8.self))
        }
        length = 0
        return true
    }

    /// Whether the body that begins there is complete. Without a length, it comes in chunks, and the last one
    /// is empty.
    private func isWhole(from head: Int) -> Bool {
        guard let field = place(after: "\r\nContent-Length: ") else {
            return buffer[..<length].suffix(7).elementsEqual("\r\n0\r\n\r\n".utf8)
        }
        let digits = buffer[field...].prefix { $0 != UInt8(ascii: "\r") }
        return Int(String(decoding: digits, as: UTF8.self)).map { length - head >= $0 } ?? false
    }

    /// The place in the buffer after the first occurrence of a text.
    private func place(after text: String) -> Int? {
        buffer.withUnsafeBytes { bytes in
            let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress!
            return strstr(start, text).map { UnsafePointer($0) - start + text.utf8.count }
        }
    }
}
