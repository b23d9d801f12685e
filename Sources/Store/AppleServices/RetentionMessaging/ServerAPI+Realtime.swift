package import StoreModel
internal import StoreRules

/// The Retention Messaging API for the developer's own endpoint, which chooses messages in real time: its
/// address, and its performance tests. The server's `RetentionRoutes` call it.
extension ServerAPI {
    /// `PUT /v1/messaging/realtime/url`. Production accepts an address only after a performance test has
    /// passed. Unlike Apple's store, this one accepts plain HTTP.
    package func setRealtimeURL(body: [UInt8], in environment: StoreEnvironment) async throws(ServerAPIError)
    {
        guard let wanted = try? ReceivedJSON.decode(RealtimeURL.self, from: body) else { throw .badRequest }
        guard wanted.realtimeURL.unicodeScalars.count <= RealtimeURL.longest,
            HTTPAddress(rawValue: wanted.realtimeURL) != nil
        else { throw .invalidRealtimeURL }
        try await write { database in
            if environment == .production {
                let tests = try PerformanceTest.all(in: .sandbox, database)
                guard tests.contains(where: \.document.hasPassed) else { throw ServerAPIError.noPassingTest }
            }
            try wanted.save(as: RealtimeURL.kind, in: environment, database)
        }
    }

    /// `GET /v1/messaging/realtime/url`.
    package func realtimeURL(in environment: StoreEnvironment) throws(ServerAPIError) -> [UInt8] {
        try read { database in
            let url = try Self.realtimeURL(in: environment, database)
            guard let url else { throw ServerAPIError.realtimeURLNotFound }
            return try SentJSON.encode(["realtimeURL": url])
        }
    }

    /// `DELETE /v1/messaging/realtime/url`.
    package func deleteRealtimeURL(in environment: StoreEnvironment) async throws(ServerAPIError) {
        try await write { database in
            guard try RealtimeURL.remove(RealtimeURL.kind, in: environment, database) else {
                throw ServerAPIError.realtimeURLNotFound
            }
        }
    }

    /// Nil also if the stored address is no longer accepted.
    static func realtimeURL(
        in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> String? {
        try RealtimeURL.find(RealtimeURL.kind, in: environment, database)
            .flatMap { HTTPAddress(rawValue: $0.realtimeURL)?.rawValue }
    }

    /// `POST /v1/messaging/performanceTest`: begins a test of the sandbox's endpoint. The caller makes its
    /// requests and then calls `finish`. `longestAnswer`: how long an answer may take.
    package func beginPerformanceTest(
        body: [UInt8], longestAnswer: Duration
    ) async throws(ServerAPIError) -> (answer: [UInt8], run: PerformanceTestRun) {
        guard let original = try RequestBody(body).text("originalTransactionId") else {
            throw .invalidPerformanceTestRequest
        }
        let identifier = randomUUID()
        return try await write { [now] database in
            let (record, account) = try purchase(
                original, in: .sandbox, invalid: .invalidPerformanceTestRequest,
                download: .invalidPerformanceTestRequest, missing: .invalidPerformanceTestRequest, database)
            guard let subscription = try SubscriptionTable.find(of: record, database),
                subscription.originalIdentifier.rawValue == original
            else { throw ServerAPIError.invalidPerformanceTestRequest }
            guard let url = try Self.realtimeURL(in: .sandbox, database) else {
                throw ServerAPIError.realtimeURLNotFound
            }
            let tests = try PerformanceTest.all(in: .sandbox, database)
            guard !tests.contains(where: { $0.document.isRunning(at: now) }) else {
                throw ServerAPIError.existingPerformanceTestRun
            }
            let test = PerformanceTest(
                started: now.milliseconds, target: url,
                responseTimeThreshold: Int64(longestAnswer / .milliseconds(1)))
            try test.save(as: identifier, in: .sandbox, database)
            let date = try store.date(of: account.identifier, database)
            let requests = try (0..<PerformanceTest.totalRequests).map { _ in
                try RealtimeRequest(
                    to: url, about: subscription, locale: Cancellation.usualLocale, in: .sandbox,
                    store: store,
                    now: date)
            }
            let answer = try SentJSON.encode(
                PerformanceTestAnswer(config: test.configuration, requestId: identifier))
            return (answer, PerformanceTestRun(requests: requests, identifier: identifier))
        }
    }

    /// Records how the requests of a performance test ended: the result of each, and how long it took.
    package func finish(
        _ run: PerformanceTestRun, _ answers: [(answer: RealtimeAnswer, time: Duration)]
    ) async throws(ServerAPIError) {
        var outcome = PerformanceTest.Outcome(responseTimes: [], failures: [:])
        for (answer, time) in answers {
            if answer.result == .success {
                outcome.responseTimes.append(Int64(time / .milliseconds(1)))
            } else {
                outcome.failures[answer.result.rawValue, default: 0] += 1
            }
        }
        outcome.responseTimes.sort()
        try await write { [outcome] database in
            guard var test = try PerformanceTest.find(run.identifier, in: .sandbox, database) else { return }
            test.outcome = outcome
            try test.save(as: run.identifier, in: .sandbox, database)
        }
    }

    /// `GET /v1/messaging/performanceTest/result/{requestId}`.
    package func performanceTestResult(_ identifier: String) throws(ServerAPIError) -> [UInt8] {
        guard let name = RetentionIdentifier(rawValue: identifier) else { throw .invalidRequestID }
        return try read { [now] database in
            guard let test = try PerformanceTest.find(name.rawValue, in: .sandbox, database) else {
                throw ServerAPIError.performanceTestRunNotFound
            }
            return try SentJSON.encode(test.result(at: now))
        }
    }
}

private struct PerformanceTestAnswer: Encodable {
    let config: PerformanceTest.Configuration
    let requestId: String
}
