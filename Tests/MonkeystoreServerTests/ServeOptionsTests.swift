import ArgumentParser
import StoreRules
import StoreServer
import Testing

@testable import monkeystore_server

/// What becomes of the words of a command line.
@Suite("The options of serve and demo")
struct ServeOptionsTests {
    private func options(_ words: String...) throws -> ServerOptions {
        try Serve.parse(words).options(adminToken: "a", hostToken: "h", listeners: [.store, .books])
    }

    @Test func `limit what the manual says, and only this machine is spared`() throws {
        let options = try options()
        #expect(options.accountRate == Rate(perSecond: 200))
        #expect(options.accountPurchases == Rate(perDay: 10_000))
        #expect(options.newAccounts == Rate(perDay: 1440, atOnce: 100))
        #expect(options.signIns == Rate(perDay: 14_400, atOnce: 100))
        #expect(options.serverAPIRate == nil)
        #expect(options.listening.addressRate == Rate(perSecond: 200))
        #expect(options.listening.sparesThisMachine)
        #expect(options.adminToken == "a" && options.hostToken == "h")
        #expect(options.receipts == .appStore && options.listening.publicNames.isEmpty)
        #expect(options.listening.port == 8080 && options.listening.host == "127.0.0.1")
    }

    @Test func `limit each to what is given for it`() throws {
        let options = try options("--account-rate", "3", "--account-purchases", "4", "--address-rate", "5")
        #expect(options.accountRate == Rate(perSecond: 3))
        #expect(options.accountPurchases == Rate(perDay: 4))
        #expect(options.newAccounts == Rate(perDay: 1440, atOnce: 100))
        #expect(options.signIns == Rate(perDay: 14_400, atOnce: 100))
        #expect(options.listening.addressRate == Rate(perSecond: 5))
        #expect(!options.listening.sparesThisMachine)
    }

    @Test func `limit nothing that is given as 0, and new accounts and sign-ins only with networks`() throws {
        let options = try options("--account-rate", "0", "--account-purchases", "0", "--address-rate", "0")
        #expect(options.accountRate == nil && options.accountPurchases == nil)
        #expect(options.newAccounts == nil && options.signIns == nil)
        #expect(options.listening.addressRate == nil && !options.listening.sparesThisMachine)
    }

    #if AppleServices
    @Test(arguments: [("6", Rate(perSecond: 6)), ("0", nil)] as [(String, Rate?)])
    func `limit a developer's server`(given: String, rate: Rate?) throws {
        #expect(try options("--server-api-rate", given).serverAPIRate == rate)
    }
    #endif

    @Test func `choose the receipts, the names, the address and the certificate`() throws {
        let options = try options(
            "--receipts", "as-xcode", "--public-name", "store.example", "--public-name", "*.store.example",
            "--host", "::1", "--port", "9", "--tls-cert", "chain", "--tls-key", "key")
        #expect(options.receipts == .xcode)
        #expect(options.listening.publicNames == ["store.example", "*.store.example"])
        #expect(options.listening.host == "::1" && options.listening.port == 9)
        #expect(options.listening.tls?.certificate == "chain" && options.listening.tls?.privateKey == "key")
    }

    @Test func `tell the SSH host whom it lets in, and for how long`() throws {
        let words = [
            "--ssh-host", "::1", "--ssh-port", "9", "--visitor-limit", "7", "--network-limit", "3",
            "--idle", "90", "--line-patience", "4",
        ]
        #expect(
            try DemoOptions.parse(words).hostArguments == [
                "--host", "::1", "--port", "9", "--visitor-limit", "7", "--idle", "90", "--silence", "3200",
                "--network-limit", "3",
            ])
        #expect(
            try DemoOptions.parse([]).hostArguments == [
                "--host", "127.0.0.1", "--port", "2222", "--visitor-limit", "100", "--idle", "660",
                "--silence", "200",
            ])
    }
}
