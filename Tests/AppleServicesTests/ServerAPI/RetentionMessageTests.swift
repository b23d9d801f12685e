#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

@Suite("Retention messages", .timeLimit(.minutes(5))) struct RetentionMessageTests {
    private static let image = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
    private static let icon = "8e3fb20b-4cdb-47cc-936d-99d65f608138"
    private static let message = "9e3fb20b-4cdb-47cc-936d-99d65f608138"
    private static let product = "com.xamarin.storekit.testing.monthlybunch"

    private static let picture =
        #", "image": {"imageIdentifier": "\#(image.uppercased())", "altText": "a monkey"}"#

    private let fixture: ServerAPIFixture

    init() async throws { fixture = try await ServerAPIFixture() }

    private func uploadImage(
        _ identifier: String, _ bytes: [UInt8], size: String = "FULL_SIZE",
        in environment: StoreEnvironment = .sandbox
    ) async throws(ServerAPIError) {
        let query = [ServerAPIQueryItem(name: "imageSize", value: size)]
        try await fixture.api.uploadImage(identifier, bytes, query: query, in: environment)
    }

    /// Uploads a picture, an icon, and a message with both.
    private func upload(in environment: StoreEnvironment = .sandbox) async throws {
        try await fixture.api.uploadImage(Self.image, PNGSample.bytes(3840, 2160), query: [], in: environment)
        try await uploadImage(Self.icon, PNGSample.bytes(1024, 1024), size: "BULLET_POINT", in: environment)
        let bullet = #"{"text": "more", "imageIdentifier": "\#(Self.icon)", "altText": "a banana"}"#
        try await put(
            Self.picture + #", "headerPosition": "ABOVE_IMAGE", "bulletPoints": [\#(bullet)]"#,
            in: environment)
    }

    private func put(_ more: String, in environment: StoreEnvironment = .sandbox) async throws {
        let body = #"{"header": "Stay", "body": "There are bananas."\#(more)}"#
        try await fixture.api.uploadMessage(Self.message, body: Array(body.utf8), in: environment)
    }

    private func setDefault(in environment: StoreEnvironment = .sandbox) async throws {
        let body = Array(#"{"messageIdentifier": "\#(Self.message.uppercased())"}"#.utf8)
        try await fixture.api.setDefaultMessage(of: Self.product, "de-CH", body: body, in: environment)
    }

    private func states(in environment: StoreEnvironment = .sandbox) throws -> [String?] {
        let images = try JSONValue(json: fixture.api.images(in: environment))["imageIdentifiers"]?.array ?? []
        let messages =
            try JSONValue(json: fixture.api.messages(in: environment))["messageIdentifiers"]?.array ?? []
        return images.map { $0["imageState"]?.string } + messages.map { $0["messageState"]?.string }
    }

    private static let png = PNGSample.bytes(3840, 160)

    @Test(
        "An image is a PNG without transparency, with the pixels of its size",
        arguments: [
            (PNGSample.bytes(3840, 160), "FULL_SIZE", true), (PNGSample.bytes(3840, 2160), "FULL_SIZE", true),
            (PNGSample.bytes(3840, 159), "FULL_SIZE", false),
            (PNGSample.bytes(3840, 2161), "FULL_SIZE", false),
            (PNGSample.bytes(3839, 2160), "FULL_SIZE", false),
            (PNGSample.bytes(1024, 1024), "FULL_SIZE", false),
            (PNGSample.bytes(1024, 1024), "BULLET_POINT", true),
            (PNGSample.bytes(1023, 1024), "BULLET_POINT", false),
            (PNGSample.bytes(1024, 1025), "BULLET_POINT", false),
            (PNGSample.bytes(.max, .max), "BULLET_POINT", false),
            (PNGSample.bytes(3840, 160, colourType: 6), "FULL_SIZE", false),
            (PNGSample.bytes(3840, 160, colourType: 4), "FULL_SIZE", false),
            (PNGSample.bytes(3840, 160, chunks: [("tRNS", [0, 0])]), "FULL_SIZE", false),
            (PNGSample.bytes(3840, 160, chunks: [("IHDR", [])]), "FULL_SIZE", false),
            (Array(png.dropLast()), "FULL_SIZE", false), (Array(png.dropLast(12)), "FULL_SIZE", false),
            (png + [0], "FULL_SIZE", false), ([], "FULL_SIZE", false),
            (Array("PNG".utf8), "FULL_SIZE", false),
        ])
    func images(bytes: [UInt8], size: String, isTaken: Bool) async throws {
        do throws(ServerAPIError) {
            try await uploadImage(Self.image, bytes, size: size)
            #expect(isTaken)
        } catch {
            #expect(!isTaken && error == .invalidImage)
        }
        #expect(try states() == (isTaken ? ["APPROVED"] : []))
    }

    @Test func `are approved at once in the sandbox, and reviewed in production, each by itself`()
        async throws
    {
        try await upload()
        try await upload(in: .production)
        #expect(try states() == ["APPROVED", "APPROVED", "APPROVED"])
        #expect(try states(in: .production) == ["PENDING", "PENDING", "PENDING"])
        try await setDefault()
        await #expect(throws: ServerAPIError.messageNotApproved) { try await setDefault(in: .production) }

        func approve(_ content: RetentionContent, _ identifier: String) throws -> Bool {
            let identifier = try #require(RetentionIdentifier(rawValue: identifier.uppercased()))
            return try fixture.api.review(content, identifier, in: .production, as: .approved)
        }
        #expect(try approve(.messages, Self.message))
        await #expect(throws: ServerAPIError.imageNotApproved) { try await setDefault(in: .production) }
        #expect(try approve(.images, Self.image))
        await #expect(throws: ServerAPIError.imageNotApproved) { try await setDefault(in: .production) }
        #expect(try approve(.images, Self.icon))
        try await setDefault(in: .production)
        #expect(try !approve(.images, Self.message))
    }

    @Test func `use images of the size for their place`() async throws {
        try await uploadImage(Self.image, PNGSample.bytes(1024, 1024), size: "BULLET_POINT")
        await #expect(throws: ServerAPIError.invalidImageSize) { try await put(Self.picture) }
        #expect(try states() == ["APPROVED"])
    }

    @Test func `take the images that they show, and the defaults that name them, along`() async throws {
        try await upload()
        try await setDefault()
        for image in [Self.image, Self.icon] {
            await #expect(throws: ServerAPIError.imageInUse) {
                try await fixture.api.deleteImage(image.uppercased(), in: .sandbox)
            }
        }
        try await fixture.api.deleteMessage(Self.message.uppercased(), in: .sandbox)
        #expect(throws: ServerAPIError.defaultMessageNotFound) {
            try fixture.api.defaultMessage(of: Self.product, "de-CH", in: .sandbox)
        }
        for image in [Self.image, Self.icon] { try await fixture.api.deleteImage(image, in: .sandbox) }
        #expect(try states() == [])
        try await fixture.api.deleteDefaultMessage(of: Self.product, "de-CH", in: .sandbox)
    }

    @Test(
        "A locale has a language, and parts of letters and digits",
        arguments: [
            ("en", true), ("en-US", true), ("zh-Hans-CN", true), ("es-419", true), ("yue", true), ("", false),
            ("e", false), ("engl", false), ("en_US", false), ("en-", false), ("en-U", false),
            ("en-US ", false),
            ("en-verylongpart", false), ("e1", false), ("én", false), ("en-US-x1-y2-z3", false),
        ])
    func locale(text: String, isLocale: Bool) { #expect(DefaultRetentionMessage.isLocale(text) == isLocale) }

    private func setURL(in environment: StoreEnvironment) async throws {
        let body = Array(#"{"realtimeURL": "http://127.0.0.1:9/"}"#.utf8)
        try await fixture.api.setRealtimeURL(body: body, in: environment)
    }

    @Test func `An old address that is no longer accepted does not count`() throws {
        try fixture.store.database.write {
            try RealtimeURL(realtimeURL: "http://127.0.0.1:65536/").save(
                as: RealtimeURL.kind, in: .sandbox, $0)
        }
        #expect(throws: ServerAPIError.realtimeURLNotFound) { try fixture.api.realtimeURL(in: .sandbox) }
    }

    /// A subscription at a store with an address for performance tests. Returns the number of its
    /// first transaction.
    private func subscribed() async throws -> String {
        try await setURL(in: .sandbox)
        return try await fixture.buy("m", ProductIdentifier(rawValue: Self.product))
    }

    private func begin(_ subscription: String) async throws -> (name: String, run: PerformanceTestRun) {
        let body = Array(#"{"originalTransactionId": "\#(subscription)"}"#.utf8)
        let (answer, run) = try await fixture.api.beginPerformanceTest(
            body: body, longestAnswer: .milliseconds(700))
        return (try #require(JSONValue(json: answer)["requestId"]?.string), run)
    }

    /// Answers that took 1, 2, 3… milliseconds, and failures.
    private func outcome(_ answered: Int, _ failures: [RealtimeAnswer]) -> [(
        answer: RealtimeAnswer, time: Duration
    )] {
        (0..<answered).reversed().map { (.body(Array("{}".utf8)), .milliseconds($0 + 1)) }
            + failures.map { ($0, .seconds(1)) }
    }

    @Test(
        "A performance test passes with 95 of 100 answers",
        arguments: [
            (20, [], "PASS"), (19, [.failed(.timedOut)], "PASS"),
            (18, [.failed(.timedOut), .body([])], "FAIL"),
        ]
            as [(Int, [RealtimeAnswer], String)])
    func performance(answered: Int, failures: [RealtimeAnswer], result: String) async throws {
        let identifier = try await subscribed()
        let (name, run) = try await begin(identifier)
        #expect(run.requests.count == 20 && Set(run.requests.map(\.signedPayload)).count == 20)
        func test() throws -> JSONValue { try JSONValue(json: fixture.api.performanceTestResult(name)) }
        #expect(try test()["result"] == .string("PENDING"))
        await #expect(throws: ServerAPIError.existingPerformanceTestRun) { try await begin(identifier) }
        try await fixture.api.finish(run, outcome(answered, failures))
        let ended = try test()
        #expect(ended["result"] == .string(result))
        #expect(ended["successRate"] == .number(Int64(answered * 5)))
        #expect(ended["responseTimes"]?["p50"] == .number(Int64((answered + 1) / 2)))
        #expect(ended["responseTimes"]?["p99"] == .number(Int64(answered)))
        #expect(ended["failures"]?["TIMED_OUT"] == (failures.isEmpty ? nil : 1))
        #expect(ended["failures"]?["INVALID_RESPONSE"] == (failures.count < 2 ? nil : 1))
        if result == "PASS" {
            try await setURL(in: .production)
        } else {
            await #expect(throws: ServerAPIError.noPassingTest) { try await setURL(in: .production) }
        }
    }

    @Test func `A performance test that never ended has failed, and does not hold up the next`() async throws
    {
        let identifier = try await subscribed()
        let (name, _) = try await begin(identifier)
        fixture.time.advance(by: .milliseconds(PerformanceTest.totalDuration))
        let test = try JSONValue(json: fixture.api.performanceTestResult(name))
        #expect(test["result"] == .string("FAIL") && test["numPending"] == 20)
        _ = try await begin(identifier)
    }

    @Test func `A performance test is about a subscription by its first purchase, and not by a renewal`()
        async throws
    {
        let original = try await subscribed()
        fixture.time.advance(by: .seconds(32 * 86_400))
        try fixture.store.makeDueRenewals(of: fixture.customer.account.identifier)
        let renewal = try #require(fixture.store.purchases().first?.transactionIdentifier).rawValue
        try #require(renewal != original)
        await #expect(throws: ServerAPIError.invalidPerformanceTestRequest) { try await begin(renewal) }
        _ = try await begin(original)
    }

    @Test func `that cannot be read are refused in a file of a snapshot`() async throws {
        let folder = try TemporaryDirectory()
        let store = try AppStore(testedIn: folder.path)
        let body = Array(#"{"header": "Stay", "body": "There are bananas."}"#.utf8)
        try await ServerAPI(store: store).uploadMessage(Self.message, body: body, in: .sandbox)
        try store.takeReceivedContents()
        try store.database.write { _ = try $0.execute("UPDATE retention SET content = '{}'") }
        #expect(throws: ReceivedContents.Refusal.self) { try store.takeReceivedContents() }
    }

    @Test(
        "suggest a product of the subscription's group, even if the file has another identifier for it now",
        arguments: [("gold", true), ("news", false)])
    func alternateProduct(product: String, isShown: Bool) async throws {
        let fixture = try SubscriptionFixture()
        try await fixture.buy(SubscriptionFixture.silver)
        let json = SubscriptionFixture.json.replacing(#""id": "KEEPERS""#, with: #""id": "OTHERS""#)
        let api = try ServerAPI(store: fixture.reopened(catalogue: Catalogue(json)))
        let message = #"{"header": "Stay", "body": "There are bananas."}"#
        try await api.uploadMessage(Self.message, body: Array(message.utf8), in: .sandbox)
        let address = #"{"realtimeURL": "http://127.0.0.1:9/"}"#
        try await api.setRealtimeURL(body: Array(address.utf8), in: .sandbox)
        let cancellation = try api.cancellation(of: fixture.original(), locale: "en-US")
        let answer = """
            {"alternateProduct": {"messageIdentifier": "\(Self.message)", "productId": "\(product)"}}
            """
        let page = try api.page(of: cancellation, answer: .body(Array(answer.utf8)))
        #expect(page.productId == (isShown ? product : nil), "\(page)")
    }
}
#endif
