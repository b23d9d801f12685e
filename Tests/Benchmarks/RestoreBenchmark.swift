import ArgumentParser
import Foundation
import Storage
import StoreModel
import StoreRules
import StoreSQLite
import TestSupport

/// A new device fetches and restores all purchases of an account from the real server, on the screen of the
/// real program, while a key is pressed again and again.
struct RestoreBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "A new device fetches very many purchases while a key is pressed.")

    private static let name = "anna"
    private static let password = "correct horse"

    @Option var purchases = 10_000

    func run() async throws {
        let folder = try TemporaryDirectory()
        let catalogue = folder.path + "/Features.storekit"
        let features = (1...purchases).map { ProductIdentifier(rawValue: "feature.\($0)") }
        try Data(Self.storeKitFile(features).utf8).write(to: URL(fileURLWithPath: catalogue))
        let data = folder.path + "/server"
        try await Self.buy(features, from: Catalogue(contentsOfFile: catalogue), in: data)

        let server = try ServerProcess(data: data, arguments: ["--catalogue", catalogue])
        try server.start()
        let address = "http://127.0.0.1:\(server.contentPort)"
        let device = CustomerDevice(
            in: folder.path, options: ["--store", server.address, "--content", address])
        try device.signIn(Self.name, password: Self.password, isNew: false)
        let terminal = try device.open()
        try terminal.wait(for: "0 monkey credits")

        let clock = ContinuousClock()
        let start = clock.now
        try terminal.write("R")
        var slowest = Duration.zero
        var presses = 0
        // Each press opens or closes the settings.
        var restored: Int?
        while restored == nil {
            let isOpen = terminal.screen.text.contains("Confirmation sheet")
            let pressed = clock.now
            try terminal.write("s")
            try terminal.wait("an answer to a key") {
                $0.screen.text.contains("Confirmation sheet") != isOpen
            }
            slowest = max(slowest, clock.now - pressed)
            presses += 1
            // The text stays in the log of events; the next key closes the message.
            let match = terminal.screen.text.firstMatch(of: /RestoreFinished +([\d,]+) restored/)
            restored = match.flatMap { Int($0.1.filter(\.isNumber)) }
        }
        let duration = clock.now - start
        try terminal.write("q")
        print("restored  \(restored == purchases ? "all" : "NOT ALL") of \(purchases) in \(duration)")
        print("keys      \(presses), the slowest was answered after \(slowest)")
        guard restored == purchases else { throw ExitCode.failure }
    }

    /// Buys the products with an account on another device.
    private static func buy(
        _ products: [ProductIdentifier], from catalogue: Catalogue, in data: String
    ) async throws {
        let store = try AppStore(directory: DataDirectory(path: data), catalogue: catalogue)
        let (_, token) = try await store.createAccount(name: "\(name)", password: password)
        try await store.session(for: token, device: nil)?.buy(products)
        try finishAllPurchases(in: data)
    }

    private static func storeKitFile(_ identifiers: [ProductIdentifier]) -> String {
        let products = identifiers.map {
            #"{"productID": "\#($0)", "type": "NonConsumable", "displayPrice": "0.99"}"#
        }
        return #"{"version": {"major": 3, "minor": 0}, "products": [\#(products.joined(separator: ","))]}"#
    }
}
