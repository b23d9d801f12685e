import ArgumentParser
import StoreApplication
import Testing

@testable import monkeystore

@Suite("The options that say which store to open")
struct StoreOptionTests {
    @Test func `are those that the parser has`() {
        let help = StoreOptions.helpMessage(columns: 200)
        let parsed = help.matches(of: #/--([a-z-]+) </#).map { String($0.1) }
        #expect(Set(parsed) == Set(StoreOption.allCases.map(\.rawValue)))
    }

    @Test(arguments: StoreOption.allCases)
    func `mean the same with the parser and without it`(option: StoreOption) throws {
        let arguments = ["--" + option.rawValue, option == .appleIdentifier ? "7" : "a.b"]
        let parsed = try StoreOptions.parse(arguments).location
        let plain = try #require(StoreLocation(plainArguments: arguments))
        #expect("\(plain)" == "\(parsed)")
        #expect("\(plain)" != "\(StoreLocation())")
    }

    @Test(arguments: [
        ["--store"], ["--store", "--content"], ["--store=a"], ["store", "a"], ["balance"], ["--plain"],
        ["--bundle-id", "a b"], ["--app-apple-id", "x"], ["--data-dir", ""],
    ])
    func `are left to the parser if there is anything else`(arguments: [String]) {
        #expect(StoreLocation(plainArguments: arguments) == nil)
    }
}
