internal import ArgumentParser
internal import StoreModel
internal import StoreRules

/// The command `check`, with which developers see what a StoreKit configuration file contains, and what is
/// odd in it.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what a StoreKit configuration file holds, and what is odd in it.",
        discussion:
            "Touches no data. Identifiers after the file are looked up in it: exit code 1 if one is invalid."
    )

    @Argument(help: "The file (.storekit).") var file: String
    @Argument(help: "Product identifiers that an application asks for.") var identifiers: [String] = []

    func run() async throws {
        let catalogue: Catalogue
        do throws(CatalogueError) { catalogue = try Catalogue(contentsOfFile: file) } catch {
            complain(
                [error.description, error.advice(with: "check")].compactMap(\.self).joined(separator: " "))
            throw ExitCode(ServerExitStatus.badFile.rawValue)
        }
        for line in CatalogueReport(catalogue: catalogue, file: file).lines { printLine(line) }
        let reasons = identifiers.compactMap { identifier in
            catalogue.reasonForInvalidity(of: ProductIdentifier(rawValue: identifier))
        }
        for reason in reasons { printLine("INVALID  \(reason)") }
        if !reasons.isEmpty { throw ExitCode(ServerExitStatus.refused.rawValue) }
    }
}

struct CatalogueReport {
    let catalogue: Catalogue
    let file: String

    var lines: [String] {
        [headline] + section("Products", catalogue.products.filter { $0.subscription == nil }.map(line))
            + catalogue.groups.flatMap(lines) + section("Settings", settings) + section("Policies", policies)
            + section("Odd", catalogue.warnings)
    }

    private var headline: String {
        let counts = ProductKind.allCases.compactMap { kind in
            let count = catalogue.products.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) × \(kind.rawValue)"
        }
        let version = catalogue.version.map { "version \($0)" } ?? "no version"
        return "\(file): \(version); \(counts.joined(separator: ", "))"
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["", title] + lines.map { "  " + $0 }
    }

    private func line(_ product: CatalogueProduct) -> String {
        let title = product.localizations.first { !$0.title.isEmpty }?.title ?? product.referenceName ?? ""
        let languages = product.localizations.map(\.locale).joined(separator: " ")
        return "\(product.identifier.rawValue)  \(product.kind.rawValue), \(price(product.priceMilliunits)), "
            + "\"\(title)\"" + (languages.isEmpty ? ", no texts" : " in \(languages)")
            + (product.isFamilyShareable ? ", family sharing" : "")
    }

    private func lines(_ group: CatalogueGroup) -> [String] {
        let members = group.products.compactMap { member in
            catalogue.products.first { $0.identifier == member }
        }
        .sorted { ($0.subscription?.level ?? 0) < ($1.subscription?.level ?? 0) }
        return section(
            "Subscription group \"\(group.name)\" (\(group.identifier))",
            members.flatMap { product -> [String] in
                guard let subscription = product.subscription else { return [] }
                return ["level \(subscription.level), \(subscription.period)  " + line(product)]
                    + subscription.offers.map { "  " + line($0) }
            })
    }

    private func line(_ offer: CatalogueOffer) -> String {
        let name =
            switch offer.kind {
            case .introductory: "introductory offer"
            case .promotional: "promotional offer \"\(offer.identifier)\""
            case .code: "offer code \"\(offer.identifier)\""
            case .winBack: "win-back offer \"\(offer.identifier)\""
            }
        let terms =
            switch offer.mode {
            case .free: "free for \(offer.period)"
            case .payUpFront: "\(price(offer.priceMilliunits)) for \(offer.period)"
            case .payAsYouGo:
                "\(price(offer.priceMilliunits)) for each of \(offer.periodCount) × \(offer.period)"
            }
        return "\(name): \(terms)" + (audience(of: offer).map { ", for \($0)" } ?? "")
    }

    /// Whom the file offers it to; nil if the file leaves nobody out.
    private func audience(of offer: CatalogueOffer) -> String? {
        guard !offer.customers.isEmpty else { return "nobody" }
        let named = CatalogueOffer.Customer.allCases.filter(offer.customers.contains)
        guard named.count < CatalogueOffer.Customer.allCases.count else { return nil }
        return named.map(\.rawValue).joined(separator: " and ") + " subscribers"
    }

    private var settings: [String] {
        let settings = catalogue.settings
        let initial = settings.initial
        let switches = [
            (initial.asksToBuy, "asks to buy"), (initial.interruptsPurchases, "interrupts purchases"),
            (initial.disablesDialogs, "shows no dialogs"), (initial.failsRenewals, "renewals are not paid"),
            (initial.allowsGracePeriod, "has a grace period"),
        ].filter(\.0).map(\.1)
        let failure = initial.everyFailure.map { "every purchase fails: \($0.domain.rawValue) \($0.code)" }
        return [
            "storefront \(settings.storefront), \(settings.currency), in \(settings.locale)",
            "time rate \(initial.timeRate.rawValue) (\(initial.timeRate))",
        ] + switches + (failure.map { [$0] } ?? [])
    }

    private var policies: [String] {
        guard let policies = catalogue.policies else { return [] }
        return [policies.licence.isEmpty ? "the standard licence" : "a licence of its own"]
            + policies.policies.filter { !$0.text.isEmpty || !$0.address.isEmpty }.map {
                "a privacy policy in \($0.locale)" + ($0.address.isEmpty ? "" : " at \($0.address)")
            }
    }

    private func price(_ milliunits: Int64) -> String {
        let money = Money(milliunits: milliunits, currency: catalogue.settings.currency)
        return catalogue.priceLocale.string(for: money)
    }
}
