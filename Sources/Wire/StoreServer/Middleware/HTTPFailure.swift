internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import StoreModel
internal import StoreRules

/// The answer to a request that fails: a status, and a `StoreError` as the body. Routes throw it, or throw
/// one of the errors that are turned into it here. `ErrorMiddleware` sends it.
struct HTTPFailure: Error {
    let status: HTTPResponse.Status
    let error: StoreError
    /// Seconds after which the same request may succeed. If nothing else is known, that is one second for a
    /// store that cannot answer.
    var retryAfter: Int64?
    /// What the operator is told and the client is not.
    var logged: String?

    init(_ status: HTTPResponse.Status, error: StoreError, retryAfter: Int64? = nil, logged: String? = nil) {
        self.status = status
        self.error = error
        self.retryAfter = retryAfter ?? (status == .serviceUnavailable ? 1 : nil)
        self.logged = logged
    }

    /// A refusal that StoreKit has no error for: the code is the status.
    init(_ status: HTTPResponse.Status, _ message: String) {
        self.init(status, error: StoreError(domain: .http, code: status.code, message: message))
    }

    /// The refusal of a body or a header that the route does not accept.
    static func badRequest(_ message: String) -> HTTPFailure {
        HTTPFailure(
            .badRequest,
            error: StoreError(domain: .storeKit, code: StoreError.paymentInvalid.code, message: message))
    }

    /// The answer to a request without a key if the database may have failed in the middle of it. It does not
    /// ask for the same request again, because the change may have been made already.
    static func maybeDone(_ trouble: StorageError) -> HTTPFailure {
        var error = StoreError.cannotConnect
        error.message =
            "The database failed, so this may or may not have been done. Check before you send it again."
        var failure = HTTPFailure(.serviceUnavailable, error: error, logged: trouble.description)
        failure.retryAfter = nil
        return failure
    }

    /// An error of the store, with the matching status. A message about the store's own files is not sent.
    init(_ error: StoreError) {
        switch error {
        case _ where error.domain == .account && 400..<500 ~= error.code:
            self.init(HTTPResponse.Status(code: error.code), error: error)
        case .forgottenPassword: self.init(.unauthorized, error: error)
        case _ where error.domain == .content:
            self.init(HTTPResponse.Status(content: error.contentCode), error: error)
        case _ where error.domain == .network: self.init(.serviceUnavailable, error: error)
        case .cannotConnect: self.init(.serviceUnavailable, error: .cannotConnect)
        case _ where error.domain == .storeKit: self.init(.badRequest, error: error)
        default: self.init(.internalServerError, error: error)
        }
    }

    var parts: (head: HTTPResponse, body: ByteBuffer) {
        var error = error
        // Clients must not learn about the store's files.
        if case .storage? = error.detail { error.detail = nil }
        // A developer may read the answer, too.
        error.message = error.sentenceInAnswers
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
    /// The status that matches a content server's refusal.
    fileprivate init(content code: ContentErrorCode?) {
        switch code {
        case .receiptMissing: self = .unauthorized
        case .noSuchContent: self = .notFound
        case .cannotVerify: self = .serviceUnavailable
        default: self = .forbidden
        }
    }
}

/// An error that routes may throw because there is an answer for it.
protocol HTTPRefusal: Error {
    var failure: HTTPFailure { get }
}

extension HTTPFailure: HTTPRefusal {
    var failure: HTTPFailure { self }
}

extension StoreError: HTTPRefusal {
    var failure: HTTPFailure {
        var failure = HTTPFailure(self)
        // The answer tells a client what it did wrong; only the server's own errors are logged.
        if failure.status.kind == .serverError { failure.logged = explanation }
        return failure
    }
}

extension StoreAdministrationError: HTTPRefusal {
    var failure: HTTPFailure {
        switch self {
        case .noTransactionFound: HTTPFailure(.notFound, description)
        case .invalidAction, .notShareable, .keyOfSeveral, .noAuthorityKeys:
            HTTPFailure(.conflict, description)
        case .cannotPlay(let refusal): refusal.failure
        case .notEntitled: HTTPFailure(.unauthorized, description)
        case .notInCatalogue(let product):
            HTTPFailure(
                .conflict, error: StoreError(domain: .http, code: 409, detail: .notInCatalogue(product)))
        case .serviceUnavailable(let error): error.failure
        case .failed(let error, _): HTTPFailure(error)
        }
    }
}

extension StorageError {
    /// Whether it came in the middle of a change, so that nobody knows whether the change was made.
    var mayBeWritten: Bool {
        switch self {
        case .unconfirmed, .uncertain: true
        default: false
        }
    }

    /// The answer to a request of an administrator, or about an account. What is wrong with the database is only
    /// logged.
    fileprivate var failure: HTTPFailure {
        mayBeWritten
            ? .maybeDone(self)
            : HTTPFailure(.serviceUnavailable, error: .cannotConnect, logged: description)
    }
}

extension ScenarioRefusal: HTTPRefusal {
    var failure: HTTPFailure {
        var (status, message) = (HTTPResponse.Status.conflict, description)
        switch reason {
        case .noScenario: (status, message) = (.notFound, "\(self) GET /admin/v1/scenarios lists them.")
        case .noAccount, .noProduct, .noRun: status = .notFound
        case .unfit, .isSubscribed, .isOwned, .accountTaken, .accountChanged, .purchaseFailed, .clockTooFar,
            .isOver, .isBusy:
            break
        }
        return HTTPFailure(
            status,
            error: StoreError(
                domain: .http, code: status.code, message: message, detail: .scenario(self)))
    }
}

extension AccountError: HTTPRefusal {
    var failure: HTTPFailure {
        switch self {
        case .badName: HTTPFailure(.badCredentials(.badName))
        case .badPassword: HTTPFailure(.badCredentials(.badPassword))
        case .nameTaken: HTTPFailure(.accountTaken)
        case .wrongPassword: HTTPFailure(.forgottenPassword)
        case .busy: HTTPFailure(.serviceUnavailable, error: .cannotConnect)
        case .storage(let error): error.failure
        }
    }
}

/// Answers errors that routes throw. `RequestChannel` would answer most of them with an empty 500, and nobody
/// would learn of them. The log gets a limited number of them: in an outage, all requests fail.
struct ErrorMiddleware: RouterMiddleware {
    private let log: @Sendable (String) -> Void

    init(logger: Logger, time: TimeSource) {
        log = LineLimit.limited({ logger.error("\($0)") }, time: time)
    }

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        do { return try await next(request, context) } catch {
            return try answer(to: error, request, context)
        }
    }

    func answer(to error: any Error, _ request: Request, _ context: StoreContext) throws -> Response {
        switch error {
        case let refusal as any HTTPRefusal:
            let failure = refusal.failure
            if let sentence = failure.logged { log(sentence) }
            return failure.response
        case let error as HTTPError:
            let sentence = error.status == .notFound ? "There is nothing at this address." : "\(error)"
            return HTTPFailure(error.status, sentence).response
        case let error as any HTTPResponseError: return try error.response(from: request, context: context)
        default:
            log("\(error)")
            return HTTPFailure(.internalServerError, error: .unknownServerError).response
        }
    }
}
