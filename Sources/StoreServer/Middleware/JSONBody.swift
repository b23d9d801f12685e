internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import StoreModel

/// JSON in requests and answers.
enum JSONBody {
    /// A value as JSON.
    static func buffer(_ value: some Encodable) -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        // The bodies of the routes have nothing in them that JSON cannot say.
        guard let data = try? encoder.encode(value) else { preconditionFailure("\(type(of: value)) is not JSON") }
        return ByteBuffer(bytes: data)
    }

    /// The header of a JSON answer. Apple's clients compare the whole type: it has no parameters.
    static func fields(length: Int) -> HTTPFields {
        [.contentType: "application/json", .contentLength: String(length)]
    }
}

extension Response {
    /// An answer in JSON.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        let body = JSONBody.buffer(value)
        return Response(
            status: status, headers: JSONBody.fields(length: body.readableBytes), body: ResponseBody(byteBuffer: body))
    }
}

extension Request {
    /// The body, whatever type the header gives it.
    ///
    /// - Throws: `HTTPFailure` (400) where it is not the JSON of a `Value`.
    func json<Value: Decodable>(_ type: Value.Type = Value.self) async throws -> Value {
        // The body limit of the route has collected it.
        let body = try await body.collect(upTo: .max)
        do {
            return try ReceivedJSON.decode(type, from: body.readableBytesView)
        } catch {
            throw HTTPFailure.badRequest("The body is not the JSON that this address takes.")
        }
    }
}
