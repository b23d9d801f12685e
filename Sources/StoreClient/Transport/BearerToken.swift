internal import StoreModel
internal import Synchronization

/// What a client shows to be let in, until the store no longer knows it.
final class BearerToken: Sendable {
    private let value: Mutex<String?>
    private let onRefusal: @Sendable (String) -> Void

    /// - Parameters:
    ///   - value: nil for a client that nobody has signed in.
    ///   - onRefusal: called with each token that the store refuses, once.
    init(_ value: String?, onRefusal: @escaping @Sendable (String) -> Void) {
        self.value = Mutex(value)
        self.onRefusal = onRefusal
    }

    /// The token; nil while nobody is signed in.
    var current: String? { value.withLock { $0 } }

    func renew(_ token: String) { value.withLock { $0 = token } }

    /// Notes that the store does not know `token` any more: nothing more is sent with it.
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
    /// Whether somebody has to sign in first.
    var isSignInNeeded: Bool { domain == .account && code == StoreError.signInNeeded.code }
}
