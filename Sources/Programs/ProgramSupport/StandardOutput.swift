internal import FoundationEssentials
internal import Glibc
internal import StoreModel
internal import Synchronization

// How `monkeystore` and `monkeystore-server` write, and what they say at the end if their answer was lost.

/// The number of the first error on standard output; 0 if there was no error.
private let outputError = Mutex<Int32>(0)

/// Writes all bytes, and waits for a slow reader. It gives up at an error, and remembers it if it was on
/// standard output. A reader that has gone is not an error.
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

/// A value as the JSON that commands print: for people, too, and with no character that controls a terminal.
package func prettyJSON(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return PrintableText.json(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// Why a command fails although it did its work: part of its answer did not reach standard output. Nil if all
/// of it did.
/// - Parameter meaning: what that means for the money, and what to do.
package func outputLoss(
    _ meaning: String = "the answer is not complete, but what the command changes is changed"
) -> String? {
    let number = outputError.withLock { $0 }
    return number == 0
        ? nil : "Cannot write to standard output (\(String(cString: strerror(number)))); \(meaning)."
}
