internal import Glibc
internal import Synchronization

// How `monkeystore` and `monkeystore-server` write, and what they say at the
// end where their answer did not arrive.

/// The number of the first error of standard output; 0 as long as there is none.
private let outputError = Mutex<Int32>(0)

/// Writes all bytes, and waits where the reader is slow. At an error it gives up, and one of standard output
/// is remembered; a reader that has gone is none.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let number = written < 0 ? errno : EIO
        if written > 0 {
            rest = rest.dropFirst(written)
        } else if number == EAGAIN {
            var source = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&source, 1, -1)
        } else if number != EINTR {
            if descriptor == STDOUT_FILENO, number != EPIPE {
                outputError.withLock { if $0 == 0 { $0 = number } }
            }
            return
        }
    }
}

/// Why a command that did its work does not end well: something did not reach
/// standard output. Nil where all did.
/// - Parameter meaning: what that means for the money, and what to do.
package func outputLoss(
    _ meaning: String = "the answer is not complete, but what the command changes is changed"
) -> String? {
    let number = outputError.withLock { $0 }
    return number == 0
        ? nil : "Cannot write to standard output (\(String(cString: strerror(number)))); \(meaning)."
}
