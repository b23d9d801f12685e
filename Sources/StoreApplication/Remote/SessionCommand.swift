internal import EventBus
internal import StoreModel

/// What somebody wants who has to sign in for it first.
enum SessionCommand: Sendable {
    case purchase(PurchaseRequested)
    case restore(RestoreRequested)

    func post(on bus: EventBus) {
        switch self {
        case .purchase(let request): bus.post(request)
        case .restore(let request): bus.post(request)
        }
    }
}
