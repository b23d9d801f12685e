import ArgumentParser
import StoreModel
import StoreRules
import TestSupport

/// The real program buys a large book, fetches it over loopback, and is killed at random moments on the way.
/// Each run continues where the last one stopped. In the end the book is right, it was paid once, and only a
/// little of it came twice.
struct DownloadCampaign: Campaign {
    static let configuration = CommandConfiguration(
        commandName: "download", abstract: "Fetches a large book, and kills the storefront on the way.")

    private static let book: ProductIdentifier = "com.xamarin.storekit.testing.book.nightferry"
    /// How much may have come in total, as a multiple of the book's size.
    private static let mostTransferred = 1.1

    @Option var megabytes = 200
    @Option var kills = 10

    func holds() async throws -> Bool {
        let folder = try TemporaryDirectory()
        let books = try BookFixture()
        let entry = try books.add(Self.book, bytes: BookFixture.bytes(megabytes << 20))
        let server = try ServerProcess(data: folder.path + "/server", arguments: ["--books", books.path])
        try server.start()
        let proxy = try MeteredProxy(target: server.contentPort)
        let device = CustomerDevice(
            in: folder.path, options: ["--store", server.address, "--content", proxy.address])
        try device.signIn("anna", password: "correct horse", isNew: true)

        let moments = (0..<kills).map { _ in Int.random(in: 1 << 20..<megabytes << 20) }.sorted()
        var peak = 0
        // The book is so large that the purchase ends without it.
        proxy.hold(at: 64 << 10)
        try device.run(["buy", "nightferry", "--yes"])
        for moment in moments {
            proxy.hold(at: moment)
            let process = try device.start(["read", "nightferry"])
            try proxy.wait(for: moment)
            peak = max(peak, try ProcessStatus.mostMemory(of: process.processID))
            process.kill()
        }
        proxy.hold(at: nil)
        try device.run(["read", "nightferry"])

        let isRight = device.digest(of: Self.book) == entry.sha256
        let charges = try AppStore.bundled(in: server.data).purchases().count
        let share = Double(proxy.count) / Double(megabytes << 20)
        print(
            "book         \(megabytes) MiB, killed at \(moments.map { "\($0 >> 20)" }.joined(separator: ", ")) MiB"
        )
        print("digest       \(isRight ? "right" : "WRONG")")
        print("paid         \(charges) time(s)")
        print("transferred  \(share) times its size")
        print("memory       \(peak) KiB at most")
        return isRight && charges == 1 && share <= Self.mostTransferred
    }
}
