internal import FoundationEssentials
internal import Hummingbird
internal import NIOCore
internal import StoreModel
internal import StoreRules

// Reads and writes JSON bodies for all routes.

enum JSONBody {
    static func buffer(_ value: some Encodable) -> ByteBuffer { ByteBuffer(bytes: bytes(value)) }

    static func bytes(_ value: some Encodable) -> [UInt8] {
        // Every value that the routes send can be encoded.
        guard let bytes = try? SentJSON.encode(value) else {
            preconditionFailure("\(type(of: value)) is not JSON")
        }
        return bytes
    }

    /// The header of a JSON answer. Apple's clients compare the whole type, so it has no parameters.
    static func fields(length: Int) -> HTTPFields {
        [.contentType: "application/json", .contentLength: String(length)]
    }
}

extension Response {
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        json(JSONBody.buffer(value), status: status)
    }

    /// An answer whose body is already JSON.
    static func json(_ body: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: JSONBody.fields(length: body.readableBytes),
            body: ResponseBody(byteBuffer: body))
    }
}

extension StoreContext {
    /// The bytes of the body, on a route with a `BodyLimit`.
    var bytes: [UInt8] {
        get throws(HTTPFailure) {
            guard isBodyChecked, let body else {
                throw HTTPFailure(.internalServerError, "This address reads a body without a limit.")
            }
            return Array(body.readableBytesView)
        }
    }
}

extension Request {
    /// The body. Throws `HTTPFailure` (400, or 415 for its type) if it is not the JSON of a `Value`, or has
    /// fields that a `Value` does not have. Bodies that Apple's clients send to Apple's addresses are read in
    /// another way: Apple's servers ignore fields that they do not know.
    ///
    /// - Parameter fields: how many fields a value uses, for a body that comes often (`ReceivedJSON.decodeKnown`).
    func json<Value: Decodable>(_ context: StoreContext, fields: ((Value) -> Int)? = nil) throws -> Value {
        try checkType()
        let body = try context.bytes
        do {
            return try ReceivedJSON.decodeKnown(from: body, isStrict: true, fields: fields)
        } catch is ReceivedJSON.LastComma {
            throw HTTPFailure.badRequest("The body is not JSON: there is a comma before ] or }.")
        } catch is ReceivedJSON.TooManyValues {
            throw HTTPFailure.badRequest("The body has more values than any address takes.")
        } catch let error as DecodingError {
            throw HTTPFailure.badRequest(error.sentence(about: body))
        } catch let error as UnknownField {
            throw HTTPFailure.badRequest(error.sentence)
        } catch {
            throw HTTPFailure.badRequest("The body cannot be read.")
        }
    }

    /// A web page may send text and forms to any server, but JSON and tokens only to a server that allows it.
    /// A program may forget to say that it sends JSON. curl then says that it sends a form.
    private func checkType() throws(HTTPFailure) {
        guard let field = headers.value(of: .contentType), field != "application/json" else { return }
        let type = field.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        let isForm = type == "application/x-www-form-urlencoded" && headers[.authorization] != nil
        guard type == "application/json" || type.hasSuffix("+json") || isForm else {
            throw HTTPFailure(
                .unsupportedMediaType, "This address takes JSON, with the Content-Type application/json.")
        }
    }

    /// The body, as `json` reads it, or `usual` if there is no body.
    func json<Value: Decodable>(_ context: StoreContext, orEmpty usual: Value) throws -> Value {
        try context.bytes.isEmpty ? usual : json(context)
    }
}

extension UnknownField {
    fileprivate var sentence: String {
        // A name chosen by the request may be as long as the body.
        "The field \(place.prefix(200)) of the body is not known. \(known.suggestions(for: name, of: "fields"))"
    }
}

extension DecodingError {
    /// What is wrong with a body, in words for the author of the program that sent it.
    fileprivate func sentence(about body: [UInt8]) -> String {
        switch self {
        case .keyNotFound(let key, let context):
            return "\(Self.place(context.codingPath + [key])) is missing."
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            return "\(Self.place(context.codingPath)) has to be \(Self.word(for: type))."
        case .dataCorrupted(let context):
            guard !context.codingPath.isEmpty else {
                guard !body.isEmpty else { return "The body is empty." }
                if JSONElement.canRead(body) {
                    return
                        "A number in the body has a fraction, or is too large; /openapi.json says which are taken."
                }
                return "The body is not JSON in UTF-8, is nested too deep, or has a number that does not fit."
            }
            let place = Self.place(context.codingPath)
            // Messages of this program's types begin with a small letter. The library's messages are
            // about Swift.
            guard context.debugDescription.first?.isLowercase == true else {
                return "\(place) has a value that it cannot have; /openapi.json says which it can."
            }
            return "\(place) is \(context.debugDescription)."
        @unknown default: return "The body is not what this address takes; /openapi.json says what it takes."
        }
    }

    /// A field of the body, such as `accounts[0].password`.
    private static func place(_ path: [any CodingKey]) -> String {
        guard !path.isEmpty else { return "The body" }
        // A name chosen by the request may be as long as the body.
        return "The field \(path.place.prefix(200)) of the body"
    }

    private static func word(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "a list"
        case is [String: Any].Type: "an object"
        default: "of another type, which /openapi.json names"
        }
    }
}
