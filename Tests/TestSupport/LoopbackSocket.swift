internal import Foundation
internal import Glibc
internal import Synchronization

/// TCP sockets of this machine, as bare descriptors.
package enum LoopbackSocket {
    /// Why there is no socket: `errno`.
    package struct Failure: Error { let number: Int32 }

    /// Connects to a port, from 127.0.0.1 or another address of this machine. The caller closes the descriptor.
    ///
    /// - Parameter patience: after how many seconds a wait to send or receive there ends, with EAGAIN;
    ///   0 for never.
    package static func connect(
        port: UInt16, from source: String? = nil, patience: Int = 300
    ) throws -> Int32 {
        try open(port: port) { descriptor, address, length in
            var limit = timeval(tv_sec: patience, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
            if let source {
                let result = withAddress(source, port: 0) { Glibc.bind(descriptor, $0, $1) }
                guard result == 0 else { return result }
            }
            return Glibc.connect(descriptor, address, length)
        }
    }

    /// The ports that no test has had yet. They are below those that the system gives to clients. A client
    /// that got one of these while its server is down could connect to itself, and would then keep the server
    /// from its port.
    private static let ports = Mutex((20_000..<32_000 as Range<UInt16>).shuffled())

    /// A port that nobody listens on, and that no other test of this run gets, even after its server
    /// has ended.
    package static func freePort() throws -> UInt16 {
        while let port = ports.withLock({ $0.popLast() }) {
            do { close(try open(port: port, bind)) } catch let failure as Failure
                where failure.number == EADDRINUSE
            {
                continue
            }
            return port
        }
        throw Failure(number: EADDRINUSE)
    }

    /// Listens on a port, or on a free one if it is nil. The caller closes the descriptor.
    package static func listen(port: UInt16? = nil) throws -> (descriptor: Int32, port: UInt16) {
        let port = try port ?? freePort()
        let descriptor = try open(port: port, bind)
        guard Glibc.listen(descriptor, 64) == 0 else {
            defer { close(descriptor) }
            throw Failure(number: errno)
        }
        return (descriptor, port)
    }

    /// Returns the next client of a socket that listens, or nil when it listens no longer. The caller closes the
    /// descriptor.
    package static func accept(at listener: Int32) -> Int32? {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            if client >= 0 { return client }
            switch errno {
            case EINTR, ECONNABORTED: continue
            // Other tests have too many files open just now.
            case EMFILE: usleep(10_000)
            default: return nil
            }
        }
    }

    /// Ends the listening of a socket of this process, as if the system had lost it.
    package static func endListening(port: UInt16) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        for descriptor in names.compactMap({ Int32($0) }) {
            var (listens, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
            var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
            guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0, listens == 1,
                withUnsafeMutableBytes(
                    of: &address,
                    {
                        getsockname(
                            descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
                    }) == 0,
                UInt16(bigEndian: address.sin_port) == port
            else { continue }
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Sends all of these bytes; returns false if the other side did not take them.
    @discardableResult
    package static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Everything that comes until the other side closes the connection.
    package static func receiveAll(from descriptor: Int32) throws -> [UInt8] {
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            // It is closed like this if it was sent something that it did not read.
            guard count >= 0 || errno == ECONNRESET else { throw Failure(number: errno) }
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
    }

    /// Takes a port even if an earlier server has left connections on it, or if a program that is just being
    /// started still holds the socket that found the port.
    private static func bind(
        _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
    ) -> Int32 {
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        return Glibc.bind(descriptor, address, length)
    }

    private static func open(
        port: UInt16, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let result = withAddress("127.0.0.1", port: port) { call(descriptor, $0, $1) }
        guard descriptor >= 0, result == 0 else {
            defer { if descriptor >= 0 { close(descriptor) } }
            throw Failure(number: errno)
        }
        return descriptor
    }

    private static func withAddress(
        _ name: String, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr(name)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
