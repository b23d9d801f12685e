internal import CommandLineSupport
internal import Foundation
internal import Logging
internal import StoreModel

// All output of the program's commands and its log: control characters are escaped, except in the bytes of `write`.

func complain(_ sentence: String) {
    write(Array("monkeystore-server: \(PrintableText.line(sentence))\n".utf8), to: STDERR_FILENO)
}

/// Prints a line on standard output, unbuffered.
func printLine(_ line: String) { write(Array((PrintableText.line(line) + "\n").utf8), to: STDOUT_FILENO) }

func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = PrintableText.json(String(decoding: try encoder.encode(value), as: UTF8.self))
    write(Array((text + "\n").utf8), to: STDOUT_FILENO)
}

func write(_ bytes: [UInt8], to descriptor: Int32) { writeAll(bytes, to: descriptor) }

/// The log on standard error: one line for each message, with control characters escaped.
struct PrintableLogHandler: LogHandler {
    private var handler: StreamLogHandler

    init(label: String) { handler = .standardError(label: label) }

    var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue.mapValues(Self.printable) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue.map(Self.printable) }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(PrintableText.line("\(event.message)"))"
        event.metadata = event.metadata?.mapValues(Self.printable)
        handler.log(event: event)
    }

    private static func printable(_ value: Logger.MetadataValue) -> Logger.MetadataValue {
        .string(PrintableText.line("\(value)"))
    }
}
