internal import Hummingbird
internal import StoreModel
internal import StoreRules

/// The query of administrators' routes.
extension Request {
    /// The account that is asked about, by its identifier or its name; nil for all. Throws
    /// `HTTPFailure` (404), `StoreAdministrationError`.
    func account(in store: AppStore) throws -> AccountIdentifier? {
        try uri.queryParameters["account"].map { try store.account(called: String($0)) }
    }

    /// The page holds what comes before this number; nil for the newest page.
    var before: Int64? {
        get throws(HTTPFailure) { try number("before") }
    }

    /// The number of entries on a page, 1 to 1000; 100 if it is missing.
    var limit: Int {
        get throws(HTTPFailure) {
            let limit = try number("limit") ?? 100
            guard 1...1000 ~= limit else { throw .badRequest("limit is 1 to 1000.") }
            return Int(limit)
        }
    }

    private func number(_ name: Substring) throws(HTTPFailure) -> Int64? {
        guard let text = uri.queryParameters[name] else { return nil }
        guard let number = Int64(text) else { throw .badRequest("\(name) is a whole number.") }
        return number
    }
}

extension AppStore {
    /// The account with an identifier, or else with a name. Throws `HTTPFailure` (404),
    /// `StoreAdministrationError`.
    func account(called text: String) throws -> AccountIdentifier {
        guard let account = try reading({ try AccountTable.find(called: text, $0) }) else {
            throw HTTPFailure(.notFound, "There is no such account.")
        }
        return account.identifier
    }
}
