internal import ArgumentParser
internal import StoreApplication
internal import StoreEvents
internal import Storefront

/// The command `monkeystore settings`, which prints what the settings screen shows, or changes one setting.
struct Settings: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration.subcommand(
        "settings",
        abstract: "Show the settings, or change one of them.",
        discussion: SettingsRow.allCases.map { "  \($0.word) \($0.choices)" }.joined(separator: "\n"))

    @OptionGroup var options: StoreOptions
    @Argument(help: ArgumentHelp("Which one; without it, all.", valueName: "name"), completion: .settings)
    var name: String?
    @Argument(
        help: ArgumentHelp("Its new value; without it, it is shown.", valueName: "value"),
        completion: .settings)
    var value: String?
    @Flag(help: "Print an object with the value of each, as it is typed.") var json = false

    var changes: Bool { value != nil }

    func run() throws {
        let row = try name.map(Self.row)
        if let row, let value, row.settings(StorefrontSettings(), with: value.lowercased()) == nil {
            throw fail(.badUsage, "\(row.word) takes \(row.choices), not '\(value)'; nothing was changed.")
        }
        let work: @Sendable (SettingsManager) async throws -> Void = { manager in
            // Whether purchases are on is up to this device: no store need be reached for that.
            var settings = row == .payments ? try await manager.known() : try await manager.current()
            if let row, let value, let changed = row.settings(settings, with: value.lowercased()) {
                settings = try await manager.put(changed, over: settings)
            }
            try show(row.map { [$0] } ?? SettingsRow.allCases, settings)
        }
        #if Remote
        // An administrator need not be a customer of the store, and this device's own switch needs no store.
        if try CommandRun.administer(options.location, needsToken: row != .payments, work) { return }
        #endif
        // A purchase may wait for the very delay that is to end.
        try CommandRun.run(options, isQueueFirst: false) { try await work($0.settings) }
    }

    private static func row(named name: String) throws -> SettingsRow {
        let words = SettingsRow.allCases.map(\.word)
        if let row = SettingsRow.allCases.first(where: { $0.word == name.lowercased() }) { return row }
        throw fail(
            .badUsage,
            "There is no setting '\(name)'; nothing was changed. "
                + "\(suggestion(for: name, among: words))Choose one of: \(words.joined(separator: ", ")).")
    }

    private func show(_ rows: [SettingsRow], _ settings: StorefrontSettings) throws {
        if json {
            let values = rows.map { ($0.word, $0.typed(in: settings)) }
            return try Output.json(Dictionary(uniqueKeysWithValues: values))
        }
        let strings = Language.english.strings
        Output.table(rows.map { [$0.word, $0.typed(in: settings), $0.choices, strings.setting($0).name] })
    }
}
