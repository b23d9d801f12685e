internal import EventBus
internal import Storefront

@main
struct Monkeystore {
    static func main() {
        _ = StorefrontScreen(bus: EventBus())
    }
}
