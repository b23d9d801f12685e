internal import StoreDatabase
internal import StoreModel
internal import StoreSigning

extension AppStore {
    /// Makes contents that came from outside, and were checked, those of this store: what another key signed is signed anew, and
    /// what is in it stays as it is.
    ///
    /// - Throws: `ReceivedContents.Refusal` where charges and what was signed for them do not agree.
    package func takeReceivedContents() throws {
        do {
            try database.write { database in
                try purchaseTable.signAnew(by: signer, database) { !signer.hasSigned($0) }
                for (number, signed) in try NotificationTable.allSigned(database) where !signer.hasSigned(signed) {
                    try NotificationTable.setSigned(signAllAnew(signed), of: number, database)
                }
                if let finding = try auditOfPayments(database).findings.first {
                    throw ReceivedContents.Refusal.damaged(finding)
                }
            }
        } catch let refusal as ReceivedContents.Refusal {
            throw refusal
        } catch {
            throw ReceivedContents.Refusal.damaged("\(error)")
        }
    }

    /// Signs a notification anew, and what is signed in it.
    private func signAllAnew(_ signed: String) throws -> String {
        let parts = signed.split(separator: ".")
        let payload = parts.count == 3 ? Base64URL.decode(parts[1]) : nil
        return try signer.sign(json: [String: JSONElement](json: payload ?? []).mapValues(withSignedAnew).json)
    }

    private func withSignedAnew(_ element: JSONElement) throws -> JSONElement {
        guard case .object(let fields) = element else { return element }
        return .object(
            Dictionary(
                uniqueKeysWithValues: try fields.map { name, value in
                    guard case .text(let signed) = value, Self.signedFields.contains(name) else { return (name, value) }
                    return (name, .text(try signAllAnew(signed)))
                }))
    }

    private static let signedFields: Set = ["signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo"]
}
