internal import HTTPTypes
internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// The Retention Messaging API at the address of one environment: `/inApps/v1/messaging` and `/sandbox/inApps/v1/messaging`.
struct RetentionMessagingRoutes {
    let api: ServerAPI
    let environment: StoreEnvironment
    let client: RealtimeClient

    func addImages(to routes: some RouterMethods<StoreContext>) {
        routes.put(
            "v1/messaging/image/{id}",
            use: status(.ok) {
                try await api.uploadImage($1.parameter("id"), $0.bytes(), query: $0.queryItems, in: environment)
            })
    }

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.delete(
            "v1/messaging/image/{id}",
            use: status(.ok) { try await api.deleteImage($1.parameter("id"), in: environment) })
        routes.get("v1/messaging/image/list", use: json { _, _ in try api.images(in: environment) })
        addMessages(to: routes)
        addRealtime(to: routes)
    }

    private func addMessages(to routes: some RouterMethods<StoreContext>) {
        routes.put(
            "v1/messaging/message/{id}",
            use: status(.ok) { try await api.uploadMessage($1.parameter("id"), body: $0.bytes(), in: environment) })
        routes.delete(
            "v1/messaging/message/{id}",
            use: status(.ok) { try await api.deleteMessage($1.parameter("id"), in: environment) })
        routes.get("v1/messaging/message/list", use: json { _, _ in try api.messages(in: environment) })
        routes.put(
            "v1/messaging/default/{product}/{locale}",
            use: status(.ok) {
                try await api.setDefaultMessage(
                    of: $1.parameter("product"), $1.parameter("locale"), body: $0.bytes(), in: environment)
            })
        routes.get(
            "v1/messaging/default/{product}/{locale}",
            use: json {
                try api.defaultMessage(of: $1.parameter("product"), $1.parameter("locale"), in: environment)
            })
        routes.delete(
            "v1/messaging/default/{product}/{locale}",
            use: status(.ok) {
                try await api.deleteDefaultMessage(
                    of: $1.parameter("product"), $1.parameter("locale"), in: environment)
            })
    }

    private func addRealtime(to routes: some RouterMethods<StoreContext>) {
        routes.put(
            "v1/messaging/realtime/url",
            use: status(.ok) { request, _ in try await api.setRealtimeURL(body: request.bytes(), in: environment) })
        routes.get("v1/messaging/realtime/url", use: json { _, _ in try api.realtimeURL(in: environment) })
        routes.delete(
            "v1/messaging/realtime/url",
            use: status(.ok) { _, _ in try await api.deleteRealtimeURL(in: environment) })
        // Apple's store tests in the sandbox only.
        guard environment == .sandbox else { return }
        routes.post(
            "v1/messaging/performanceTest",
            use: json { request, _ in
                let (answer, run) = try await api.beginPerformanceTest(
                    body: request.bytes(), longestAnswer: client.patience)
                // The developer's server asks for the outcome later. A test that ends with this program has failed.
                Task { await client.run(run, of: api) }
                return answer
            })
        routes.get(
            "v1/messaging/performanceTest/result/{id}",
            use: json { try api.performanceTestResult($1.parameter("id")) })
    }
}
