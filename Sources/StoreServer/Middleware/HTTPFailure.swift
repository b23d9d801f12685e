internal import HTTPTypes
internal import Hummingbird
internal import StoreModel

/// The answer to a request that fails: a status, and a `StoreError` as the body. Routes throw it.
struct HTTPFailure: Error {
    let status: HTTPResponse.Status
    let error: StoreError
    /// Seconds after which the same request may succeed.
    var retryAfter: Int64?

    init(_ status: HTTPResponse.Status, error: StoreError, retryAfter: Int64? = nil) {
        self.status = status
        self.error = error
        self.retryAfter = retryAfter
    }

    /// A refusal for which StoreKit has no error: the code is the status.
    init(_ status: HTTPResponse.Status, _ message: String) {
        self.init(status, error: StoreError(domain: .http, code: status.code, message: message))
    }

    /// The refusal of a body or a header that the route does not take.
    static func badRequest(_ message: String) -> HTTPFailure {
        var error = StoreError.paymentInvalid
        error.message = message
        return HTTPFailure(.badRequest, error: error)
    }

    /// An error of the store, with the status that means the same. A message about the store's own files is not sent.
    init(_ error: StoreError) {
        switch error {
        case _ where error.domain == .account && 400..<500 ~= error.code:
            self.init(HTTPResponse.Status(code: error.code), error: error)
        case _ where error.domain == .storeServer && error.code == StoreError.forgottenPassword.code:
            self.init(.unauthorized, error: error)
        case _ where error.domain == .content: self.init(HTTPResponse.Status(content: error.contentCode), error: error)
        case .deviceMoved: self.init(.gone, error: error)
        case _ where error.knownLedgerHead != nil: self.init(.conflict, error: error)
        case _ where error.domain == .network: self.init(.serviceUnavailable, error: error)
        case _ where error.domain == .storeKit && error.code == StoreError.cannotConnect.code:
            self.init(.serviceUnavailable, error: .cannotConnect)
        case _ where error.domain == .storeKit: self.init(.badRequest, error: error)
        default: self.init(.internalServerError, error: error)
        }
    }

    var parts: (head: HTTPResponse, body: ByteBuffer) {
        let body = JSONBody.buffer(error)
        var head = HTTPResponse(status: status, headerFields: JSONBody.fields(length: body.readableBytes))
        if let retryAfter { head.headerFields[.retryAfter] = String(retryAfter) }
        return (head, body)
    }

    var response: Response {
        let (head, body) = parts
        return Response(status: head.status, headers: head.headerFields, body: ResponseBody(byteBuffer: body))
    }
}

extension HTTPResponse.Status {
    /// The status that means the same as a content server's refusal.
    fileprivate init(content code: ContentErrorCode?) {
        switch code {
        case .receiptMissing: self = .unauthorized
        case .noSuchContent: self = .notFound
        case .cannotVerify: self = .serviceUnavailable
        default: self = .forbidden
        }
    }
}

extension StoreErrorDomain {
    /// The domain of requests that HTTP or the server's limits do not allow; the codes are HTTP's.
    static let http = StoreErrorDomain(rawValue: "MonkeyStoreHTTPErrorDomain")
}
