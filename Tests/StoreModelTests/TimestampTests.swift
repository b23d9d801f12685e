internal import Foundation
internal import StoreModel
internal import Testing

@Suite struct TimestampTests {
    private static let moments: [(Int64, String)] = [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (-1_000, "1969-12-31T23:59:59Z"),
        (-1_001, "1969-12-31T23:59:58Z"), (999, "1970-01-01T00:00:00Z"),
        (951_782_399_000, "2000-02-28T23:59:59Z"),
        (951_782_400_000, "2000-02-29T00:00:00Z"), (951_868_800_000, "2000-03-01T00:00:00Z"),
        (4_107_542_399_999, "2100-02-28T23:59:59Z"), (4_107_542_400_000, "2100-03-01T00:00:00Z"),
        (1_709_164_800_000, "2024-02-29T00:00:00Z"), (1_735_689_599_000, "2024-12-31T23:59:59Z"),
        (1_677_542_400_000, "2023-02-28T00:00:00Z"), (1_677_628_800_000, "2023-03-01T00:00:00Z"),
        (-2_203_891_200_001, "1900-02-28T23:59:59Z"), (-2_203_891_200_000, "1900-03-01T00:00:00Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59Z"), (1_795_000_000_000, "2026-11-18T11:06:40Z"),
    ]

    @Test("Moments are written as RFC 3339 has it, before 1970 and around leap days", arguments: moments)
    func rfc3339(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
    }

    @Test func `The calendar agrees with Foundation's from 1600 to 2400, in several zones`() throws {
        for offset in [0, 5 * 3600 + 1800, -8 * 3600] {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(secondsFromGMT: offset))
            let start = try #require(calendar.date(from: DateComponents(year: 1600))).timeIntervalSince1970
            let end = try #require(calendar.date(from: DateComponents(year: 2400))).timeIntervalSince1970
            for seconds in stride(from: Int64(start), to: Int64(end), by: 37 * 3600 * 29 + 1234) {
                let ours = Timestamp(milliseconds: seconds * 1000).calendarFields(secondsFromUTC: offset)
                let theirs = calendar.dateComponents(
                    [.year, .month, .day, .hour, .minute, .second],
                    from: Date(timeIntervalSince1970: Double(seconds)))
                let fields = [ours.year, ours.month, ours.day, ours.hour, ours.minute, ours.second]
                let expected = [
                    theirs.year, theirs.month, theirs.day, theirs.hour, theirs.minute, theirs.second,
                ]
                guard fields == expected else {
                    Issue.record("\(seconds) with offset \(offset): \(fields), not \(expected)")
                    return
                }
            }
        }
    }

    @Test(
        arguments: [
            (Duration.milliseconds(1), 1), (.seconds(-90), -90_000), (.microseconds(1_999), 1),
            (.microseconds(-1_999), -1), (.seconds(1) + .milliseconds(500), 1_500),
            (.milliseconds(-2_500), -2_500),
        ] as [(Duration, Int64)])
    func `A duration moves a moment by whole milliseconds, both ways`(duration: Duration, difference: Int64) {
        let start = Timestamp(milliseconds: 1_795_000_000_000)
        #expect(start.advanced(by: duration).milliseconds - start.milliseconds == difference)
    }

    @Test(
        "A use is refused if its date cannot be written",
        arguments: [
            (-62_135_596_800_001, false), (-62_135_596_800_000, true), (0, true),
            (253_402_300_799_999, true), (253_402_300_800_000, false), (.min, false), (.max, false),
        ] as [(Int64, Bool)])
    func use(milliseconds: Int64, isRight: Bool) {
        let json = """
            {"id":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","amount":1,"date":\(milliseconds)}
            """
        let use = try? JSONDecoder().decode(Use.self, from: Data(json.utf8))
        #expect(use?.date == (isRight ? Timestamp(milliseconds: milliseconds) : nil))
    }

    @Test func `A moment is the same one in Foundation, to the millisecond, also before 1970`() {
        let moments: [(Int64, Double)] = [(1_795_000_000_500, 1_795_000_000.5), (0, 0), (-1_250, -1.25)]
        for (milliseconds, seconds) in moments {
            #expect(Timestamp(milliseconds: milliseconds).date == Date(timeIntervalSince1970: seconds))
        }
    }

    @Test func `Earlier moments come first`() {
        #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
        #expect(!(Timestamp(milliseconds: 1) < Timestamp(milliseconds: 1)))
    }

    @Test func `The machine's clock says what Foundation's does, to the second`() {
        let before = Int64(Date().timeIntervalSince1970 * 1000) - 1
        let now = TimeSource.system.now().milliseconds
        let after = Int64(Date().timeIntervalSince1970 * 1000) + 1
        #expect((before...after).contains(now))
    }
}
