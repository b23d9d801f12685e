internal import ArgumentParser
internal import StoreModel

/// The options of `serve` for Apple's services. A server that is built without these has no such options.
struct AppleServiceArguments: ParsableArguments {
    #if AppleServices
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Requests a second to the App Store Server API, in each environment; 0 for no limit.",
            valueName: "number"))
    var serverApiRate = 0.0
    @Option(
        help: ArgumentHelp(
            "Where App Store Server Notifications of production go, from now on.", valueName: "url"))
    var notificationUrl: String?
    @Option(help: ArgumentHelp("Where those of the sandbox go, from now on.", valueName: "url"))
    var sandboxNotificationUrl: String?
    #else
    var serverApiRate: Double { 0 }
    var notificationUrl: String? { nil }
    var sandboxNotificationUrl: String? { nil }
    #endif

    func validate() throws {
        guard serverApiRate >= 0 else { throw ValidationError("--server-api-rate is 0 or more.") }
        for url in [notificationUrl, sandboxNotificationUrl].compactMap(\.self)
        where HTTPAddress(rawValue: url) == nil {
            throw ValidationError(
                "\(url) is not an address for notifications. Give one that begins with http:// or https://; "
                    + "its port is 1 to 65535, and it has at most \(HTTPAddress.mostBytes) characters."
            )
        }
    }
}
