internal import FoundationEssentials
internal import Hummingbird
internal import StoreModel

/// JSON in the bodies of requests and answers, for all routes.
enum JSONBody {
    static func buffer(_ value: some Encodable) -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        // Each value that the routes send can be encoded.
        guard let data = try? encoder.encode(value) else { preconditionFailure("\(type(of: value)) is not JSON") }
        return ByteBuffer(bytes: data)
    }

    /// The header of a JSON answer. Apple's clients compare the whole type: it has no parameters.
    static func fields(length: Int) -> HTTPFields {
        [.contentType: "application/json", .contentLength: String(length)]
    }
}

extension Response {
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        json(JSONBody.buffer(value), status: status)
    }

    /// An answer whose body is JSON already.
    static func json(_ body: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: JSONBody.fields(length: body.readableBytes), body: ResponseBody(byteBuffer: body))
    }
}

extension Request {
    /// The body, which the limit of the route has collected.
    func bytes() async throws -> [UInt8] { Array(try await body.collect(upTo: .max).readableBytesView) }

    /// The body, whatever type the header gives it; throws `HTTPFailure` (400) where it is not the JSON of a `Value`.
    func json<Value: Decodable>(_ type: Value.Type = Value.self) async throws -> Value {
        let body = try await bytes()
        do {
            return try ReceivedJSON.decode(type, from: body)
        } catch {
            throw HTTPFailure.badRequest("The body is not the JSON that this address takes.")
        }
    }
}
