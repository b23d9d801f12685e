internal import FoundationEssentials
internal import StoreModel

/// The answer of a server: a status and a body.
struct StoreAnswer: Sendable {
    var status: Int
    var contentType: String?
    var retryAfter: String? = nil
    /// The version of the body.
    var entityTag: String? = nil
    var body: Data

    var isJSON: Bool { contentType?.split(separator: ";").first.map { $0 == "application/json" } ?? false }

    /// The error that the answer stands for; nil for success. It is the store's own error, or one for the status where a proxy or a
    /// portal answered instead.
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
        // A proxy whose store does not answer: the request may have arrived.
        case 502, 503, 504: self = .connectionLost
        default: self = .unknownServerError
        }
    }
}
