#if AppleServices
internal import AppleServices
internal import HTTPTypes
internal import Hummingbird
internal import StoreModel
internal import StoreRules

/// The Retention Messaging API for developers' servers, under `/inApps/v1/messaging` or
/// `/sandbox/inApps/v1/messaging`; `StoreRoutes` adds it. Below: the administrators' routes for it.
struct RetentionMessagingRoutes {
    let environment: StoreEnvironment
    let client: RealtimeClient

    func addImages(to routes: some RouterMethods<StoreContext>) {
        routes.status(.ok, .put, "v1/messaging/image/{id}") {
            try await $1.api.uploadImage($1.identifier, $1.bytes, query: $0.queryItems, in: environment)
        }
    }

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.status(.ok, .delete, "v1/messaging/image/{id}") {
            try await $1.api.deleteImage($1.identifier, in: environment)
        }
        routes.json(.get, "v1/messaging/image/list") { _, context in try context.api.images(in: environment) }
        routes.status(.ok, .put, "v1/messaging/message/{id}") {
            try await $1.api.uploadMessage($1.identifier, body: $1.bytes, in: environment)
        }
        routes.status(.ok, .delete, "v1/messaging/message/{id}") {
            try await $1.api.deleteMessage($1.identifier, in: environment)
        }
        routes.json(.get, "v1/messaging/message/list") { _, context in
            try context.api.messages(in: environment)
        }
        addDefaultMessages(to: routes)
        addRealtime(to: routes)
    }

    private func addDefaultMessages(to routes: some RouterMethods<StoreContext>) {
        let path: RouterPath = "v1/messaging/default/{product}/{locale}"
        routes.status(.ok, .put, path) {
            try await $1.api.setDefaultMessage(
                of: $1.parameter("product"), $1.parameter("locale"), body: $1.bytes, in: environment)
        }
        routes.json(.get, path) {
            try $1.api.defaultMessage(of: $1.parameter("product"), $1.parameter("locale"), in: environment)
        }
        routes.status(.ok, .delete, path) {
            try await $1.api.deleteDefaultMessage(
                of: $1.parameter("product"), $1.parameter("locale"), in: environment)
        }
    }

    private func addRealtime(to routes: some RouterMethods<StoreContext>) {
        let path: RouterPath = "v1/messaging/realtime/url"
        routes.status(.ok, .put, path) { request, context in
            try await context.api.setRealtimeURL(body: context.bytes, in: environment)
        }
        routes.json(.get, path) { _, context in try context.api.realtimeURL(in: environment) }
        routes.status(.ok, .delete, path) { _, context in
            try await context.api.deleteRealtimeURL(in: environment)
        }
        // Apple's store tests in the sandbox only.
        guard environment == .sandbox else { return }
        routes.json(.post, "v1/messaging/performanceTest") { request, context in
            let api = context.api
            let (answer, run) = try await api.beginPerformanceTest(
                body: context.bytes, longestAnswer: client.patience)
            // The developer's server asks for the outcome later. If this program ends during the test, the
            // test has failed.
            Task { await client.run(run, of: api) }
            return answer
        }
        routes.json(.get, "v1/messaging/performanceTest/result/{id}") {
            try $1.api.performanceTestResult($1.identifier)
        }
    }
}

/// The routes of administrators for retention messages: Apple's review, and a customer who is about
/// to cancel.
struct RetentionRoutes {
    private struct CancellationBody: Decodable {
        /// The customer's locale; American English if it is missing.
        var locale: String?
    }

    private struct Review: Decodable {
        var state: RetentionState
        /// Production if it is missing, because the sandbox approves by itself.
        var environment: StoreEnvironment?
    }

    let client: RealtimeClient

    func add(to routes: some RouterMethods<StoreContext>) {
        for (name, content) in [("images", RetentionContent.images), ("messages", .messages)] {
            routes.status(.noContent, .put, "retention/\(name)/{id}/state") { request, context in
                let review: Review = try request.json(context)
                guard let identifier = RetentionIdentifier(rawValue: try context.identifier),
                    try context.api.review(
                        content, identifier, in: review.environment ?? .production, as: review.state)
                else {
                    throw HTTPFailure(
                        .notFound, "Nothing of this identifier was uploaded to this environment.")
                }
            }
        }
        routes.post("retention/subscriptions/{id}") { request, context in
            let body = try request.json(context, orEmpty: CancellationBody())
            let locale = body.locale ?? Cancellation.usualLocale
            guard DefaultRetentionMessage.isLocale(locale) else {
                throw HTTPFailure.badRequest("locale is one such as en-US.")
            }
            let cancellation = try context.change(subscriptionOf: context.transaction, by: "cancel") {
                try context.api.cancellation(of: $0, locale: locale)
            }
            let answer: RealtimeAnswer? =
                if let question = cancellation.question { await client.answer(to: question) } else { nil }
            return Response.json(try context.api.page(of: cancellation, answer: answer))
        }
    }
}
#endif
