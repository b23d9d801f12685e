internal import Glibc

/// A TCP connection to this machine, as a bare descriptor.
public enum LoopbackSocket {
    /// Why there is none: `errno`.
    public struct Failure: Error { let number: Int32 }

    /// Connects to a port. The caller closes the descriptor.
    public static func connect(port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, result == 0 else { throw Failure(number: errno) }
        return descriptor
    }
}
