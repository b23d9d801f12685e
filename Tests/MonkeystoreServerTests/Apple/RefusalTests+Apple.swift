#if AppleServices
import Testing

extension RefusalTests {
    @Test(
        "says why an option of Apple's services is refused",
        arguments: [
            ("--server-api-rate=-1", 64, "--server-api-rate is 0 or more"),
            ("--notification-url ftp://a", 64, "ftp://a"),
            ("--sandbox-notification-url nowhere", 64, "nowhere"),
            ("--notification-url http://127.0.0.1:65536", 64, "its port is 1 to 65535"),
        ])
    func refusalsOfAppleServices(arguments: String, status: Int32, words: String) async throws {
        try await refusals(arguments: arguments, status: status, words: words)
    }
}
#endif
