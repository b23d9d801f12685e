internal import StoreEngine

extension AppStore {
    /// The tokens of new accounts, made without the server, where a password would cost time.
    func makeAccounts(_ count: Int) async throws -> [String] {
        var tokens: [String] = []
        for number in 0..<count {
            let name = AccountName(rawValue: "account \(number)")!
            tokens.append(try await createAccount(name: name, password: "bananas for ever").1.rawValue)
        }
        return tokens
    }
}

extension StoreAudit {
    var charges: Int { accounts.map(\.charges).reduce(0, +) }
}
