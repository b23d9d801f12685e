import StoreModel
import Testing

@testable import StoreRules

@Suite struct ReceiptDateTests {
    @Test(
        "A moment is written in UTC, in milliseconds and in Pacific time with its daylight saving",
        arguments: [
            (1_375_340_400_000, "2013-08-01 07:00:00", "2013-08-01 00:00:00"),
            (1_772_963_999_999, "2026-03-08 09:59:59", "2026-03-08 01:59:59"),
            (1_772_964_000_000, "2026-03-08 10:00:00", "2026-03-08 03:00:00"),
            (1_793_523_599_000, "2026-11-01 08:59:59", "2026-11-01 01:59:59"),
            (1_793_523_600_000, "2026-11-01 09:00:00", "2026-11-01 01:00:00"),
            (0, "1970-01-01 00:00:00", "1969-12-31 16:00:00"),
            (-1, "1969-12-31 23:59:59", "1969-12-31 15:59:59"),
            (951_782_400_000, "2000-02-29 00:00:00", "2000-02-28 16:00:00"),
        ] as [(Int64, String, String)])
    func triplet(milliseconds: Int64, text: String, pacific: String) {
        let date = ReceiptDate(Timestamp(milliseconds: milliseconds))
        #expect(date.text == text + " Etc/GMT")
        #expect(date.milliseconds == String(milliseconds))
        #expect(date.pacific == pacific + " America/Los_Angeles")
    }

    @Test(
        "The age of a receipt is the time until it was verified; it has none if the two are too far apart",
        arguments: [
            ("1000", "4000", .seconds(3)), ("1", "-9223372036854775808", nil),
            ("-9223372036854775808", "1", nil),
        ] as [(String, String, Duration?)])
    func age(created: String, requested: String, age: Duration?) throws {
        let json = """
            {"status": 0, "receipt": {"bundle_id": "a", "receipt_creation_date_ms": "\(created)",
             "request_date_ms": "\(requested)", "in_app": []}}
            """
        let answer = try ReceivedJSON.decode(VerificationAnswer.self, from: Array(json.utf8))
        #expect(try #require(answer.receipt).age == age)
    }
}
