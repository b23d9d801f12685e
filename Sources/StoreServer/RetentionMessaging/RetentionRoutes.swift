internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// The routes of administrators for retention messages: the review that Apple makes, and a customer who is about to cancel.
struct RetentionRoutes {
    private struct Visit: Decodable {
        /// The customer's; American English where it is missing.
        var locale: String?
    }

    private struct Review: Decodable {
        var state: RetentionState
        /// Production where it is missing: the sandbox approves by itself.
        var environment: StoreEnvironment?
    }

    let api: ServerAPI
    let client: RealtimeClient

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.put("retention/images/{id}/state", use: review(.images))
        routes.put("retention/messages/{id}/state", use: review(.messages))
        routes.post("retention/subscriptions/{id}") { request, context in
            let visit = try await request.bytes().isEmpty ? Visit() : try await request.json(Visit.self)
            let locale = visit.locale ?? Cancellation.usualLocale
            guard Cancellation.isLocale(locale) else { throw HTTPFailure.badRequest("locale is one such as en-US.") }
            let cancellation = try api.cancellation(of: context.transaction, locale: locale)
            let answer: RealtimeAnswer? =
                if let question = cancellation.question { await client.answer(to: question) } else { nil }
            return Response.json(try api.page(of: cancellation, answer: answer))
        }
    }

    private func review(
        _ content: RetentionContent
    ) -> @Sendable (Request, StoreContext) async throws -> Response {
        { request, context in
            let review: Review = try await request.json()
            guard let identifier = RetentionIdentifier(rawValue: try context.parameter("id")),
                try api.review(content, identifier, in: review.environment ?? .production, as: review.state)
            else { throw HTTPFailure(.notFound, "Nothing of this identifier was uploaded to this environment.") }
            return Response(status: .noContent)
        }
    }
}
