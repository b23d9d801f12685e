internal import StoreDatabase
package import StoreModel
internal import StoreSigning

extension AppStore {
    /// Answers a request to the verifyReceipt address of `environment`, whatever its body is.
    package func verifyReceipt(_ body: [UInt8], at environment: StoreEnvironment) -> VerificationResult {
        guard let settings = try? database.read(SettingsTable.settings) else {
            return VerificationFault.dataAccessError.result
        }
        if let status = settings.verificationStatus { return VerificationFault(status: status, settings).result }
        let verifier = ReceiptVerifier(
            certificates: signer.certificates, bundleIdentifier: application.bundleIdentifier.rawValue,
            sharedSecret: sharedSecret,
            now: { self.date(settings) }, latest: { try? self.latestReceipt(ofOwnerOf: $0) })
        return verifier.verify(body: body, at: environment)
    }

    /// The bundle identifier in the receipt that a request to verifyReceipt sends, where this store's key has signed it; nil for
    /// anything else.
    package func bundleIdentifier(ofReceiptIn body: [UInt8]) -> String? {
        ReceiptVerifier.bundleIdentifier(ofReceiptIn: body, signedBy: signer.certificates)
    }
}

extension VerificationFault {
    /// The fault that the operator wants, by its status.
    fileprivate init(status: Int, _ settings: StoreSettings) {
        switch status {
        case 21005: self = .temporarilyUnavailable
        case 21009: self = .dataAccessError
        case 21010: self = .accountNotFound
        default: self = .internalError(code: status, isRetryable: settings.isVerificationRetryable)
        }
    }
}
