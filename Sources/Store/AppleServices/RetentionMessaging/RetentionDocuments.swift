internal import FoundationEssentials
internal import StoreModel
internal import StoreRules

/// Something that a developer set up for retention messages: an image, a message, a default, an address or
/// a performance test. `ServerAPI` keeps it as JSON, and reads it to find what the page of a
/// `Cancellation` shows.
protocol RetentionDocument: Codable, Sendable {
    /// The word for its kind in the database.
    static var kind: String { get }
}

extension RetentionDocument {
    static func find(
        _ name: String, in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> Self? {
        let sql = "SELECT content FROM retention WHERE environment = ? AND kind = ? AND name = ?"
        return try database.value(String.self, sql, [environment, kind, name]).map { try decode($0, name) }
    }

    /// All documents of this kind, by name.
    static func all(
        in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> [(name: String, document: Self)] {
        let sql = "SELECT name, content FROM retention WHERE environment = ? AND kind = ? ORDER BY name"
        return try database.rows(sql, [environment, kind]).map {
            ($0["name"], try decode($0["content"], $0["name"]))
        }
    }

    static func count(in environment: StoreEnvironment, _ database: any StoreTransaction) throws -> Int {
        let sql = "SELECT count(*) FROM retention WHERE environment = ? AND kind = ?"
        return try database.value(Int.self, sql, [environment, kind]) ?? 0
    }

    func save(as name: String, in environment: StoreEnvironment, _ database: any StoreTransaction) throws {
        try database.execute(
            """
            INSERT INTO retention (environment, kind, name, content) VALUES (?, ?, ?, ?)
            ON CONFLICT (environment, kind, name) DO UPDATE SET content = excluded.content
            """, [environment, Self.kind, name, try SentJSON.text(self)])
        try SettingsTable.countChange(database)
    }

    /// - Returns: whether it was there.
    @discardableResult
    static func remove(
        _ name: String, in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> Bool {
        let sql = "DELETE FROM retention WHERE environment = ? AND kind = ? AND name = ?"
        guard try database.execute(sql, [environment, kind, name]) > 0 else { return false }
        try SettingsTable.countChange(database)
        return true
    }

    /// Reads everything, to check that it can be read.
    static func check(_ database: any StoreTransaction) throws {
        for environment in [StoreEnvironment.sandbox, .production] { _ = try all(in: environment, database) }
    }

    private static func decode(_ content: String, _ name: String) throws -> Self {
        try Self(storedJSON: content, table: "retention", row: "\(kind) \(name)", column: "content")
    }
}

/// The identifier that the developer gave an image or a message: a UUID, in lower case.
package struct RetentionIdentifier: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: String

    package init?(rawValue: String) {
        guard UUID(uuidString: rawValue) != nil else { return nil }
        self.rawValue = rawValue.lowercased()
    }
}

/// Whether an image or a message may be shown. The raw values are Apple's. In the sandbox all are approved
/// at once.
package enum RetentionState: String, Hashable, Sendable, Codable, CaseIterable {
    case pending = "PENDING"
    case approved = "APPROVED"
    case rejected = "REJECTED"

    static func ofNew(in environment: StoreEnvironment) -> RetentionState {
        environment == .sandbox ? .approved : .pending
    }
}

/// An image for retention messages. The picture itself is checked but not kept, because it is not shown to
/// anyone here.
struct RetentionImage: RetentionDocument, Hashable {
    /// The raw values are Apple's.
    enum Size: String, Hashable, Sendable, Codable {
        case full = "FULL_SIZE"
        case bulletPoint = "BULLET_POINT"
    }

    static let kind = "image"
    static let most = 2000

    var size: Size
    var state: RetentionState
}

/// The text of a retention message, in the fields of the request that
/// uploaded it (`UploadMessageRequestBody`).
package struct RetentionMessage: Hashable, Sendable, Codable {
    struct Image: Hashable, Sendable, Codable {
        var imageIdentifier: RetentionIdentifier
        var altText: String
    }

    struct BulletPoint: Hashable, Sendable, Codable {
        var text: String
        var imageIdentifier: RetentionIdentifier
        var altText: String
    }

    enum HeaderPosition: String, Hashable, Sendable, Codable {
        case aboveBody = "ABOVE_BODY"
        case aboveImage = "ABOVE_IMAGE"
    }

    static let most = 2000
    private static let longestHeader = 66
    private static let longestBody = 144
    private static let longestAltText = 150
    private static let longestBulletText = 66
    private static let mostBullets = 5

    var header: String
    var body: String
    var image: Image?
    var headerPosition: HeaderPosition?
    var bulletPoints: [BulletPoint]?

    /// The images that it shows, each with the size that it must have.
    var images: [(identifier: RetentionIdentifier, size: RetentionImage.Size)] {
        (image.map { [($0.imageIdentifier, .full)] } ?? [])
            + (bulletPoints ?? []).map { ($0.imageIdentifier, .bulletPoint) }
    }

    func check() throws(ServerAPIError) {
        guard header.unicodeScalars.count <= Self.longestHeader else { throw .headerTooLong }
        guard body.unicodeScalars.count <= Self.longestBody else { throw .bodyTooLong }
        let bullets = bulletPoints ?? []
        guard bullets.count <= Self.mostBullets else { throw .tooManyBulletPoints }
        guard bullets.allSatisfy({ $0.text.unicodeScalars.count <= Self.longestBulletText }) else {
            throw .bulletPointTextTooLong
        }
        let altTexts = (image.map { [$0.altText] } ?? []) + bullets.map(\.altText)
        guard altTexts.allSatisfy({ $0.unicodeScalars.count <= Self.longestAltText }) else {
            throw .altTextTooLong
        }
        guard headerPosition != .aboveImage || image != nil else { throw .aboveImageRequiresAnImage }
    }
}

/// A message that was uploaded, with the state of its review.
struct UploadedRetentionMessage: RetentionDocument, Hashable {
    static let kind = "message"

    var message: RetentionMessage
    var state: RetentionState
}

/// The message for customers with a product and a locale. The product and the locale are its name.
package struct DefaultRetentionMessage: RetentionDocument, Hashable {
    static let kind = "default"

    var messageIdentifier: RetentionIdentifier

    /// Product identifiers have no spaces.
    static func name(_ product: String, _ locale: String) -> String { "\(locale) \(product)" }

    /// Whether a text is a locale such as `en-US`, `zh-Hans-CN` or `de`.
    package static func isLocale(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
        func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
        guard let language = parts.first, 2...3 ~= language.count, language.allSatisfy(isLetter),
            parts.count <= 4
        else { return false }
        return parts.dropFirst().allSatisfy {
            2...8 ~= $0.count && $0.allSatisfy { isLetter($0) || isDigit($0) }
        }
    }
}

/// The address of the developer's `Get Retention Message` endpoint.
struct RealtimeURL: RetentionDocument, Hashable {
    static let kind = "realtimeURL"
    static let longest = 256

    var realtimeURL: String
}

/// The retention documents of a store that came from another store. `DeveloperNotifications` takes them over
/// together with its own rows.
enum RetentionContents {
    private static let documents: [any RetentionDocument.Type] = [
        RetentionImage.self, UploadedRetentionMessage.self, DefaultRetentionMessage.self, RealtimeURL.self,
        PerformanceTest.self,
    ]

    static func check(_ database: any StoreTransaction) throws {
        for document in documents { try document.check(database) }
        for environment in StoreEnvironment.allCases {
            for (name, test) in try PerformanceTest.all(in: environment, database) {
                // With so few and such small response times, the sum cannot overflow.
                let times = test.outcome?.responseTimes ?? []
                guard times.count <= PerformanceTest.totalRequests, times.allSatisfy({ 0...(1 << 53) ~= $0 })
                else {
                    throw ReceivedContents.Refusal.damaged("the performance test \(name)")
                }
            }
        }
    }
}
