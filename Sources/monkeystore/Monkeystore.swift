internal import CursesTerminal
internal import EventBus
internal import Glibc
internal import Storefront

@main
struct Monkeystore {
    static func main() {
        CursesTerminal.holdSignals()
        let options = ScreenOptions(glyphs: CursesTerminal.prepareLocale())
        do {
            exit(try CursesTerminal.show(StorefrontScreen(bus: EventBus(), options: options)).status)
        } catch {
            let message = Array("monkeystore: \(error)\n".utf8)
            write(STDERR_FILENO, message, message.count)
            exit(2)
        }
    }
}
