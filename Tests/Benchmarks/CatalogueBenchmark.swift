import ArgumentParser
import StoreRules
import TestSupport

/// Reads catalogues with very many warnings. Each time is printed with its ratio to the one before it, which
/// is 10 if the work grows as the file does.
struct CatalogueBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue", abstract: "Catalogues with very many warnings.")

    /// The cause of the warnings: products on a line each, products on one line, empty groups, groups with
    /// one identifier.
    private enum Oddity: String, CaseIterable {
        case products = "products", oneLine = "one line", groups = "groups", sameGroup = "same group"

        func json(_ count: Int) -> String {
            let numbers = 0..<count
            let product = #"{"productID":"a","type":"Consumable","displayPrice":"1"}"#
            switch self {
            case .products, .oneLine:
                let separator = self == .oneLine ? "," : ",\n"
                let products = numbers.map {
                    #"{"productID":"é\#($0)","type":"Consumable","displayPrice":"1"}"#
                }
                return #"{"version":{},"products":["# + products.joined(separator: separator) + "]}"
            case .groups, .sameGroup:
                let groups = numbers.map { #"{"id":"\#(self == .groups ? $0 : 0)","subscriptions":[]}"# }
                return #"{"version":{},"products":[\#(product)],"subscriptionGroups":["#
                    + groups.joined(separator: ",\n") + "]}"
            }
        }
    }

    func run() throws {
        print("warnings         1,000      10,000              100,000")
        for oddity in Oddity.allCases {
            var line = column(oddity.rawValue, width: 10)
            var before: Duration?
            for count in [1_000, 10_000, 100_000] {
                let json = Array(oddity.json(count).utf8)
                var isOdd = false
                let time = try ContinuousClock().measure {
                    isOdd = try Catalogue(json: json, name: "Odd.storekit").warnings.count >= count - 1
                }
                precondition(isOdd, "a warning is missing")
                line += column(time / .milliseconds(1), width: 12, unit: " ms")
                if let before { line += " ×" + column(time / before, width: 5) }
                before = time
            }
            print(line)
        }
    }
}
