internal import Foundation
internal import Glibc

/// A number with one decimal, right-aligned.
package func column(_ number: Double, width: Int, unit: String = "") -> String {
    let tenths = Int((number * 10).rounded())
    let text = "\(tenths / 10).\(tenths % 10)\(unit)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
}

/// Text, left-aligned in a column.
package func column(_ text: String, width: Int) -> String {
    text.padding(toLength: width, withPad: " ", startingAt: 0)
}

/// Prints a line at once, for readers of a long run.
package func say(_ line: String) {
    print(line)
    fflush(nil)
}
