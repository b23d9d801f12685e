package import StoreModel

/// Whoever says what a receipt is worth: a store's verifyReceipt, or a third party's service that answers like it (spec G4).
package protocol ReceiptVerification: Sendable {
    /// The answer to the body of a verifyReceipt request that goes to the address of `environment`, both JSON.
    func answer(to body: [UInt8], at environment: StoreEnvironment) async throws -> [UInt8]
}

extension AppStore: ReceiptVerification {
    /// The store's own answer, without a network.
    package func answer(to body: [UInt8], at environment: StoreEnvironment) async throws -> [UInt8] {
        verifyReceipt(body, at: environment).json
    }
}
