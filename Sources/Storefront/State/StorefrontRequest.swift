internal import EventBus
internal import StoreModel

/// What the user wants, as one type: it is posted on the bus as the type of its own that it holds.
enum StorefrontRequest: Hashable, Sendable {
    case products(ProductsRequested)
    case purchase(PurchaseRequested)
    case answer(ConfirmationAnswered)
    case spend(SpendRequested)
    case transactions(TransactionsRequested)
    case action(TransactionActionRequested)
    case subscriptions(SubscriptionsRequested)
    case subscriptionAction(SubscriptionActionRequested)
    case settings(SettingsChangeRequested)
    case download(DownloadActionRequested)
    case book(BookRequested)
    case readingPlace(ReadingPlaceChanged)
    case signIn(SignInAnswered)
    case signOut(SignOutRequested)
    case restore(RestoreRequested)
    case filter(FilterToggleRequested)
    case clearFilters(FiltersClearRequested)
    case picture(PictureRequested)

    func post(on bus: EventBus) {
        switch self {
        case .products(let request): bus.post(request)
        case .purchase(let request): bus.post(request)
        case .answer(let request): bus.post(request)
        case .spend(let request): bus.post(request)
        case .transactions(let request): bus.post(request)
        case .action(let request): bus.post(request)
        case .subscriptions(let request): bus.post(request)
        case .subscriptionAction(let request): bus.post(request)
        case .settings(let request): bus.post(request)
        case .download(let request): bus.post(request)
        case .book(let request): bus.post(request)
        case .readingPlace(let request): bus.post(request)
        case .signIn(let request): bus.post(request)
        case .signOut(let request): bus.post(request)
        case .restore(let request): bus.post(request)
        case .filter(let request): bus.post(request)
        case .clearFilters(let request): bus.post(request)
        case .picture(let request): bus.post(request)
        }
    }
}
