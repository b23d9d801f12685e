internal import FoundationEssentials
internal import StoreModel

/// What the store answered: a status and a body.
struct StoreAnswer: Sendable {
    var status: Int
    var contentType: String?
    /// Seconds, where the store says how long to wait.
    var retryAfter: String? = nil
    /// Names what the body holds.
    var entityTag: String? = nil
    var body: Data

    /// Whether the body says of itself that it is JSON.
    var isJSON: Bool { contentType?.split(separator: ";").first.map { $0 == "application/json" } ?? false }

    /// The error that the answer stands for; nil where it is none. What the store says itself counts most; without that, the
    /// status does: something on the way (a proxy, a portal) may have answered in its place.
    var refusal: StoreError? {
        guard !(200...299).contains(status) else { return nil }
        var refusal = isJSON ? try? ReceivedJSON.decode(StoreError.self, from: body) : nil
        refusal = refusal ?? StoreError(status: status)
        if refusal?.domain == .account, refusal?.code == 429, refusal?.message == nil,
            let seconds = retryAfter.flatMap({ Int($0) })
        {
            refusal?.message = "Too many failed attempts; try again in \(seconds) seconds."
        }
        return refusal
    }
}

extension StoreError {
    fileprivate init(status: Int) {
        switch status {
        case 400: self = .paymentInvalid
        case 401: self = .signInNeeded
        case 409: self = .accountTaken
        case 429: self = .tooManyAttempts
        // The answer of a proxy whose store does not answer: the request may have arrived.
        case 502, 503, 504: self = .connectionLost
        default: self = .unknownServerError
        }
    }
}
