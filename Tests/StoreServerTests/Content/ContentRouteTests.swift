import Foundation
import NIOHTTP1
import StoreModel
import StoreRules
import StoreWire
import Synchronization
import TestSupport
import Testing

@Suite("Content over HTTP", .contentServer, .timeLimit(.minutes(5)))
struct ContentRouteTests {
    private let server = RunningServer.current
    private let content = RunningContentServer.current

    private static let janes = "00000000-0000-4000-8000-00000000000a"
    private static let joes = "00000000-0000-4000-8000-00000000000b"
    private static let book = RunningContentServer.book

    private func reader() async throws -> (Customer, receipt: String) {
        var jane = try await Customer()
        jane.device = Self.janes
        try await jane.buyBook()
        return (jane, try await jane.receipt())
    }

    @Test
    func `the list has a validator, which changes when a book is put into the folder, and only then`()
        async throws
    {
        let first = try await content.get("/content/v1/products")
        let tag = try #require(first.headers.first(name: "ETag"))
        let again = try await content.get("/content/v1/products", headers: ["If-None-Match": tag])
        #expect(again.status == 304 && again.bytes.isEmpty)
        try content.books.add("com.example.new", bytes: Array("new".utf8))
        let changed = try await content.get("/content/v1/products", headers: ["If-None-Match": tag])
        #expect(changed.status == 200 && changed.headers.first(name: "ETag") != tag)
        let list = try changed.decode(ContentWire.Products.self)
        #expect(list.products.map(\.productIdentifier).contains("com.example.new"))
        #expect(list.products.map(\.productIdentifier).contains(Self.book))
    }

    @Test(
        "a book is given to whoever shows a receipt for it, whole, by range, and from the range's content only"
    )
    func ranges() async throws {
        let bytes = BookFixture.bytes(300_000)
        let entry = try content.books.add(Self.book, bytes: bytes)
        let (_, receipt) = try await reader()
        let tag = "\"\(entry.sha256)\""
        func ask(_ headers: [String: String]) async throws -> Answer {
            try await content.content(receipt: receipt, device: Self.janes, headers: headers)
        }

        let whole = try await ask([:])
        #expect(whole.status == 200 && whole.bytes == bytes)
        #expect(
            whole.headers.first(name: "Content-Length") == "300000"
                && whole.headers.first(name: "ETag") == tag)
        #expect(whole.headers.first(name: "Repr-Digest")?.hasPrefix("sha-256=:") == true)

        let rest = try await ask(["Range": "bytes=100001-", "If-Range": tag])
        #expect(rest.status == 206 && rest.bytes == Array(bytes[100_001...]))
        #expect(rest.headers.first(name: "Content-Range") == "bytes 100001-299999/300000")
        let middle = try await ask(["Range": "bytes=65530-65545"])
        #expect(middle.status == 206 && middle.bytes == Array(bytes[65530...65545]))

        let other = try await ask(["Range": "bytes=100001-", "If-Range": "\"another\""])
        #expect(other.status == 200 && other.bytes == bytes)
        let beyond = try await ask(["Range": "bytes=300000-"])
        #expect(beyond.status == 416 && beyond.headers.first(name: "Content-Range") == "bytes */300000")
        for odd in ["bytes=5-1", "bytes=-5", "bytes=1-2,5-6", "lines=1-2", "bytes=x-"] {
            #expect(try await ask(["Range": odd]).bytes.count == 300_000, "\(odd)")
        }
    }

    @Test
    func `nobody gets a book without a receipt of this store, for this product, made for who shows it`()
        async throws
    {
        let (_, receipt) = try await reader()
        var changed = Array(receipt)
        changed[changed.count / 2] = changed[changed.count / 2] == "A" ? "B" : "A"
        var joe = try await Customer("joe")
        joe.device = Self.joes
        let folder = try TemporaryDirectory()
        let otherStore = try AppStore.bundled(in: folder.path).embeddedSession().receipt()

        let requests: [(String?, String?, ContentErrorCode, Int)] = [
            (nil, Self.janes, .receiptMissing, 401), ("", Self.janes, .receiptMissing, 401),
            (String(changed), Self.janes, .receiptNotAuthentic, 403),
            ("x", Self.janes, .receiptNotAuthentic, 403),
            (otherStore, Self.janes, .receiptNotAuthentic, 403),
            (receipt, Self.joes, .otherAccount, 403), (receipt, nil, .otherAccount, 403),
            (try await joe.receipt(), Self.joes, .notBought, 403),
        ]
        for (receipt, device, code, status) in requests {
            let answer = try await content.content(receipt: receipt, device: device)
            #expect(answer.contentError == code && answer.status == status)
            #expect(answer.error?.message?.hasSuffix(".") == true)
        }
        #expect(try await content.content(receipt: receipt, device: Self.janes).status == 200)
    }

    @Test func `a refund counts at once in a new receipt, and within the hour in an old one`() async throws {
        let (jane, old) = try await reader()
        _ = try server.store.perform(.refund, on: "book")
        let new = try await jane.receipt()
        #expect(try await content.content(receipt: new, device: Self.janes).contentError == .refunded)
        server.time.advance(by: ContentAuthorizer.longestReceiptAge)
        #expect(try await content.content(receipt: old, device: Self.janes).status == 200)
        server.time.advance(by: .seconds(1))
        #expect(try await content.content(receipt: old, device: Self.janes).contentError == .receiptTooOld)
    }

    private static let bunch = MonkeyCredits.monthlyBunch
    private static let bigBunch = MonkeyCredits.bigMonthlyBunch

    /// A customer who subscribes to a book, and the subscription.
    private func subscriber() async throws -> (Customer, TransactionIdentifier) {
        for product in [Self.bunch, Self.bigBunch] {
            try content.books.add(product, bytes: [1], file: product.rawValue)
        }
        var jane = try await Customer()
        jane.device = Self.janes
        try await jane.buyBook("bunch", Self.bunch)
        return (jane, try #require(try server.store.subscriptions().first).originalTransactionIdentifier)
    }

    /// The answer to a new receipt: the error if the book is refused.
    private func refusal(
        _ customer: Customer, _ product: ProductIdentifier = bunch
    ) async throws -> ContentErrorCode? {
        let answer = try await content.content(
            of: product, receipt: customer.receipt(), device: Self.janes)
        #expect(answer.status == (answer.contentError == nil ? 200 : 403))
        return answer.contentError
    }

    @Test func `a subscriber gets a book until the last period is over`() async throws {
        let (jane, subscription) = try await subscriber()
        #expect(try await refusal(jane) == nil)
        server.time.advance(by: .seconds(31 * 86_400))
        #expect(try await refusal(jane) == nil)
        _ = try server.store.perform(.cancel, on: subscription)
        #expect(try await refusal(jane) == nil)
        server.time.advance(by: .seconds(31 * 86_400))
        #expect(try await refusal(jane) == .notBought)
    }

    @Test func `a subscriber whose last period was refunded gets no book for the earlier ones`()
        async throws
    {
        let (jane, subscription) = try await subscriber()
        server.time.advance(by: .seconds(86_400))
        _ = try server.store.perform(.renew, on: subscription)
        #expect(try await refusal(jane) == nil)
        _ = try server.store.perform(.refundPeriod, on: subscription)
        #expect(try await refusal(jane) == .refunded)
    }

    @Test func `a subscriber gets a book for the last period, although the clock went back before it`()
        async throws
    {
        let (jane, subscription) = try await subscriber()
        _ = try server.store.perform(.refundPeriod, on: subscription)
        _ = try server.store.moveClock(of: "jane", by: -3_600_000, isFrozen: nil)
        try await jane.buyBook("again", Self.bunch)
        #expect(try await refusal(jane) == nil)
    }

    @Test func `a subscriber to another product by now gets that product's book`() async throws {
        let (jane, _) = try await subscriber()
        server.time.advance(by: .seconds(86_400))
        try await jane.buyBook("big", Self.bigBunch)
        #expect(try await refusal(jane, Self.bigBunch) == nil)
        #expect(try await refusal(jane) == .notBought)
    }

    @Test func `a subscriber gets a book in the grace period, and not after it`() async throws {
        try server.store.set { ($0.failsRenewals, $0.allowsGracePeriod) = (true, true) }
        let (jane, _) = try await subscriber()
        server.time.advance(by: .seconds(31 * 86_400))
        #expect(try await refusal(jane) == nil)
        server.time.advance(by: .seconds(16 * 86_400))
        #expect(try await refusal(jane) == .notBought)
    }

    @Test func `a receipt is as old as its account's clock says, and none of the future is taken`()
        async throws
    {
        let (jane, _) = try await reader()
        func ask(_ receipt: String) async throws -> Answer {
            try await content.content(receipt: receipt, device: Self.janes)
        }
        for hours in [-2, 9600] as [Int64] {
            _ = try server.store.moveClock(of: "jane", by: hours * 3_600_000, isFrozen: nil)
            #expect(try await ask(jane.receipt()).status == 200)
        }
        let ahead = try await jane.receipt()
        _ = try server.store.removeClock(of: "jane")
        #expect(try await ask(ahead).contentError == .receiptTooOld)
        // The clocks of two machines differ a little.
        _ = try server.store.moveClock(of: "jane", by: 60_000, isFrozen: nil)
        let soon = try await jane.receipt()
        _ = try server.store.removeClock(of: "jane")
        #expect(try await ask(soon).status == 200)
    }

    @Test("a product is a name and no path: whatever it looks like, nothing but the folder's books comes out")
    func climbing() async throws {
        let (_, receipt) = try await reader()
        for product in ["../manifest.json", "/etc/passwd", "..", "%2e%2e%2fmanifest.json", "manifest.json"] {
            let answer = try await content.content(
                of: ProductIdentifier(rawValue: product), receipt: receipt, device: Self.janes)
            #expect(answer.contentError == .notBought, "\(product)")
        }
        for path in [
            "/content/v1/../../etc/passwd", "/content/v1/%2e%2e/manifest.json", "/content/v1/content/x",
        ] {
            #expect(try await content.get(path).status == 404, "\(path)")
        }
    }

    @Test func `the manifest cannot name a file outside its folder, by a path or by a link`() async throws {
        try content.books.add("com.example.right", bytes: [1])
        let folder = content.books.path
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/link.txt", withDestinationPath: server.folder.path + "/keys/shared-secret")
        let digest = String(repeating: "0", count: 64)
        var entries = try content.books.entries()
        let files = ["../secret", "/etc/passwd", ".", "..", "a/b", "link.txt", "", "gone.txt"]
        for (index, file) in files.enumerated() {
            let product = ProductIdentifier(rawValue: "com.example.\(index)")
            entries.append(.init(productIdentifier: product, title: "", file: file, sha256: digest))
        }
        try content.books.write(entries)
        let answer = try await content.get("/content/v1/products")
        let list = try answer.decode(ContentWire.Products.self).products
        #expect(
            list.map(\.productIdentifier).filter { $0.rawValue.hasPrefix("com.example") } == [
                "com.example.right"
            ])
        try Data("no manifest".utf8).write(to: URL(filePath: folder + "/manifest.json"))
        let after = try await content.get("/content/v1/products")
        #expect(after.headers["ETag"] == answer.headers["ETag"])
    }

    @Test
    func `production is asked first, the sandbox only on 21007, and who cannot be asked refuses nothing`()
        async throws
    {
        let asked = AskedInOrder([21007, 21005])
        try await RunningContentServer.run(verification: asked) { server, content in
            let answer = try await content.content(receipt: "cmVjZWlwdA==", device: Self.janes)
            #expect(answer.contentError == .cannotVerify && answer.status == 503)
            #expect(asked.environments == [.production, .sandbox])
        }
        let direct = AskedInOrder([21003])
        try await RunningContentServer.run(verification: direct) { server, content in
            let answer = try await content.content(receipt: "x", device: Self.janes)
            #expect(answer.contentError == .receiptNotAuthentic)
            #expect(direct.environments == [.production])
        }
    }
}

/// A third party's verification that answers with one status after another, and records the environments.
final class AskedInOrder: ReceiptVerification {
    private let state: Mutex<(statuses: [Int], environments: [StoreEnvironment])>

    init(_ statuses: [Int]) { state = Mutex((statuses, [])) }

    var environments: [StoreEnvironment] { state.withLock { $0.environments } }

    func answer(to body: [UInt8], at environment: StoreEnvironment) async throws -> [UInt8] {
        let status = state.withLock { state in
            state.environments.append(environment)
            return state.statuses.removeFirst()
        }
        return Array(#"{"status": \#(status)}"#.utf8)
    }
}
