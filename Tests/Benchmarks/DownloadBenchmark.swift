import FileSystem
import Foundation
import StoreCatalogue
import StoreEngine
import StoreModel
import StoreSQLite
import TestSupport

/// A large book is bought and fetched over loopback by the real program, which is killed at random moments on the way. Each run
/// goes on where the last one was; in the end the book is right, it was paid once, and little came twice.
enum DownloadBenchmark {
    private static let book: ProductIdentifier = "com.xamarin.storekit.testing.book.nightferry"
    /// How much may have come in all, as a part of the book.
    private static let mostTransferred = 1.1

    /// Runs the story and prints a report.
    ///
    /// - Returns: whether all of it is as it should be.
    static func run(megabytes: Int, kills: Int) async throws -> Bool {
        let folder = try TemporaryDirectory()
        let books = try BookFixture()
        let entry = try books.add(book, bytes: BookFixture.bytes(megabytes << 20))
        let server = try ServerProcess(data: folder.path + "/server", arguments: ["--books", books.path])
        try server.start()
        let proxy = try MeteredProxy(target: server.contentPort)
        let customer = Customer(folder: folder.path, store: server.address, content: proxy.address)
        try customer.signIn()

        let moments = (0..<kills).map { _ in Int.random(in: 1 << 20..<megabytes << 20) }.sorted()
        var peak = 0
        // There is so much of it that the purchase ends without it.
        proxy.hold(at: 64 << 10)
        try customer.start(["buy", "nightferry", "--yes"]).wait()
        for moment in moments {
            proxy.hold(at: moment)
            let process = try customer.start(["read", "nightferry"])
            proxy.wait(for: moment)
            peak = max(peak, memory(of: process))
            process.kill()
        }
        proxy.hold(at: nil)
        try customer.start(["read", "nightferry"]).wait()

        let isRight = customer.digest(of: book) == entry.sha256
        let store = try AppStore(directory: DataDirectory(path: server.data), catalogue: .bundled())
        let charges = try store.purchases().count
        let share = Double(proxy.count) / Double(megabytes << 20)
        print("book         \(megabytes) MiB, killed at \(moments.map { "\($0 >> 20)" }.joined(separator: ", ")) MiB")
        print("digest       \(isRight ? "right" : "WRONG")")
        print("paid         \(charges) time(s)")
        print("transferred  \(share) times its size")
        print("memory       \(peak) KiB at most")
        return isRight && charges == 1 && share <= mostTransferred
    }

    /// The most memory that a program has had, in KiB.
    private static func memory(of process: ChildProcess) -> Int {
        let status = try? String(contentsOfFile: "/proc/\(process.processID)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
