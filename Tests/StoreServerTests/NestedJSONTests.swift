import StoreModel
import StoreWire
import TestSupport
import Testing

/// Foundation's reader of JSON ends the program if the text ends one level below the deepest that it accepts.
@Suite("JSON that is nested too deep, over HTTP", .server, .timeLimit(.minutes(5)))
struct NestedJSONTests {
    let server = RunningServer.current

    /// Texts that end at various levels, and one that is whole.
    static let bodies =
        [99, 100, 101, 511, 512, 513, 514, 60_000].flatMap { depth in
            let arrays = String(repeating: "[", count: depth)
            return [arrays, #"{"a":"# + arrays, #"{"account":"# + arrays.dropLast()]
        } + [
            String(repeating: #"{"a":"#, count: 513),
            String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
        ]

    @Test func `a receipt's body is unreadable, and the server goes on`() async throws {
        for body in Self.bodies {
            let answer = try await server.send("POST", "/verifyReceipt", body: body)
            #expect(answer.status == 200 && answer.body.contains("21000"), "\(answer.body)")
        }
    }
}
