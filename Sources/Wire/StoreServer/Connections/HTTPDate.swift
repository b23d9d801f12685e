internal import Glibc
internal import Synchronization

/// The current time in the format of RFC 9110, for the field `Date`. Many answers share a second, so its text
/// is kept.
enum HTTPDate {
    private static let last = Mutex<(second: time_t, text: String)>((0, ""))

    static var now: String {
        let second = time(nil)
        return last.withLock { last in
            if last.second != second { last = (second, text(of: second)) }
            return last.text
        }
    }

    private static func text(of second: time_t) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
        let day = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        return "\(days[Int(parts.tm_wday)]), \(day) \(time) GMT"
    }
}
