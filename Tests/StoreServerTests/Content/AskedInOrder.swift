import StoreEngine
import StoreModel
import Synchronization

/// A third party's verification that answers with one status after the other, and keeps what it was asked.
final class AskedInOrder: ReceiptVerification {
    private let state: Mutex<(statuses: [Int], environments: [StoreEnvironment])>

    init(_ statuses: [Int]) { state = Mutex((statuses, [])) }

    var environments: [StoreEnvironment] { state.withLock { $0.environments } }

    func answer(to body: [UInt8], at environment: StoreEnvironment) async throws -> [UInt8] {
        let status = state.withLock { state in
            state.environments.append(environment)
            return state.statuses.removeFirst()
        }
        return Array(#"{"status": \#(status)}"#.utf8)
    }
}
