internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import StoreEngine
internal import StoreModel

/// Turns the errors that routes throw into answers. The library would answer most of them with an empty 500, and name them only in
/// its debug log.
struct ErrorMiddleware: RouterMiddleware {
    let logger: Logger

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let refusal as HTTPFailure {
            return refusal.response
        } catch let error as StoreError {
            let failure = HTTPFailure(error)
            // What a client does wrong, the client is told.
            if failure.status.kind == .serverError, let message = error.message { logger.error("\(message)") }
            return failure.response
        } catch let error as StoreAdministrationError {
            return refusal(error).response
        } catch let error as AccountError {
            return refusal(error).response
        } catch let error as HTTPError {
            return HTTPFailure(
                error.status, error.status == .notFound ? "There is nothing at this address." : "\(error)"
            )
            .response
        } catch let error as any HTTPResponseError {
            return try error.response(from: request, context: context)
        } catch {
            logger.error("\(error)")
            return HTTPFailure(.internalServerError, error: .unknownServerError).response
        }
    }

    private func refusal(_ error: AccountError) -> HTTPFailure {
        switch error {
        case .badName: return .badRequest("A name has 1 to 64 characters that can be shown.")
        case .badPassword: return .badRequest("A password has 8 to 256 characters.")
        case .nameTaken: return HTTPFailure(StoreError.accountTaken)
        case .wrongPassword: return HTTPFailure(StoreError.forgottenPassword)
        case .busy: return HTTPFailure(.serviceUnavailable, error: .cannotConnect, retryAfter: 1)
        case .storage(let storage):
            logger.error("\(storage)")
            return HTTPFailure(.serviceUnavailable, error: .cannotConnect)
        }
    }

    private func refusal(_ error: StoreAdministrationError) -> HTTPFailure {
        switch error {
        case .noTransactionFound: return HTTPFailure(.notFound, "There is no such transaction.")
        case .invalidAction: return HTTPFailure(.conflict, "The transaction is not in a state for that.")
        case .notEntitled: return HTTPFailure(.unauthorized, "The admin token is missing or wrong.")
        case .serviceUnavailable(let sentence):
            logger.error("\(sentence)")
            return HTTPFailure(.serviceUnavailable, error: .cannotConnect)
        case .failed(let error, _): return HTTPFailure(error)
        }
    }
}
