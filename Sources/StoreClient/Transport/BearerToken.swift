internal import StoreModel
internal import Synchronization

/// The session token of a client, until the store no longer knows it. Requests and the stream of updates share it.
final class BearerToken: Sendable {
    private let value: Mutex<String?>
    private let onRefusal: @Sendable (String) -> Void

    /// `onRefusal` is called once with each token that the store refuses.
    init(_ value: String?, onRefusal: @escaping @Sendable (String) -> Void) {
        self.value = Mutex(value)
        self.onRefusal = onRefusal
    }

    var current: String? { value.withLock { $0 } }

    func renew(_ token: String) { value.withLock { $0 = token } }

    /// Notes that the store no longer knows `token`. It is not used again.
    func refuse(_ token: String) {
        let wasCurrent = value.withLock { value in
            guard value == token else { return false }
            value = nil
            return true
        }
        if wasCurrent { onRefusal(token) }
    }
}

extension StoreError {
    var isSignInNeeded: Bool { domain == .account && code == StoreError.signInNeeded.code }
}
