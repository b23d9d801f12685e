internal import StoreModel
internal import StoreRules
internal import TestSupport

extension AppStore {
    /// The tokens of new accounts. They are made without the server, which would spend time on a password.
    func makeAccounts(_ count: Int) async throws -> [String] {
        var tokens: [String] = []
        for number in 0..<count {
            let name = AccountName(rawValue: "account \(number)")!
            tokens.append(try await createAccount(name: name, password: "bananas for ever").1.rawValue)
        }
        return tokens
    }
}

extension AccountSession {
    /// Buys everything at the same time, so that many purchases share one write to the disk.
    func buy(_ products: some Sequence<ProductIdentifier>) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, product) in products.enumerated() {
                if index >= 64 { try await group.next() }
                group.addTask {
                    let outcome = try await self.purchase(PurchaseRequest(product))
                    guard outcome.signed != nil else {
                        throw ToolError(description: "\(product) was not sold")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// Finishes everything that was bought at a store that no device has heard from yet.
func finishAllPurchases(in data: String) throws {
    try SQLiteFile(data + "/store.sqlite").run("UPDATE purchase SET isFinished = 1")
}
