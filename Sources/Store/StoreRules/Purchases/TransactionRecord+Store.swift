package import StoreModel

/// What the storefront's inspector and command line ask of the store: all about one purchase. `AccountSession`
/// and the server's routes for administrators answer with it.
extension AppStore {
    /// How many changes and how many notifications a record has at most; they are the newest ones.
    static let mostRecorded = 100

    /// All that the store has about a purchase, by its payment's key or its transaction's number. The record
    /// has no more than the newest 100 changes, and the newest 100 notifications with the versions that are
    /// signed in them.
    ///
    /// - Parameter account: whose purchase it is; nil for any account.
    package func record(
        of purchase: String, account: AccountIdentifier? = nil
    ) throws(StoreAdministrationError) -> TransactionRecord {
        try reading { database in
            guard let record = try find(purchase, of: account, database) else {
                throw StoreAdministrationError.noTransactionFound
            }
            let told = try followers.flatMap {
                try $0.deliveries(about: record.number, limit: Self.mostRecorded, database)
            }
            return TransactionRecord(
                status: record.status.rawValue, orderIdentifier: record.orderIdentifier,
                isFinished: record.isFinished,
                changes: try AccountChangeTable.lastChanges(
                    of: record.account, about: record.number, limit: Self.mostRecorded, database),
                versions: record.versions(told: told.compactMap(\.signedTransaction)),
                notifications: told)
        }
    }
}

extension PurchaseRecord {
    /// The versions of the transaction, in their order and each of them once. The earlier ones are from
    /// `told`; the present one comes last. A developer's server gets the same version several times, each
    /// time signed anew, and never dated before it.
    fileprivate func versions(told: [SignedTransaction]) -> [SignedTransaction] {
        guard let signed else { return [] }
        guard let present = signed.unverifiedPayload else { return [signed] }
        let told = told.filter { $0 != signed }.compactMap { signed in
            signed.unverifiedPayload.map { (signed: signed, payload: $0) }
        }
        let earlier = told.filter { $0.payload.transactionId == transactionIdentifier }
            .filter { $0.payload.contents != present.contents || $0.payload.signedDate < present.signedDate }
            .sorted { $0.payload.signedDate < $1.payload.signedDate }
        var versions: [(signed: SignedTransaction, contents: TransactionPayload)] = []
        for (signed, payload) in earlier where versions.last?.contents != payload.contents {
            versions.append((signed, payload.contents))
        }
        if let last = versions.last, last.contents == present.contents { versions.removeLast() }
        return versions.map(\.signed) + [signed]
    }
}

extension TransactionPayload {
    /// What it says, whenever and for whomever it was signed.
    fileprivate var contents: TransactionPayload {
        var contents = forServers
        contents.signedDate = Timestamp(milliseconds: 0)
        return contents
    }
}

extension NotificationDelivery {
    /// The signed transaction in it; nil if there is none.
    fileprivate var signedTransaction: SignedTransaction? {
        struct Payload: Decodable {
            struct Contents: Decodable { var signedTransactionInfo: SignedTransaction? }
            var data: Contents?
        }
        guard let bytes = signedPayload.flatMap(CompactJWS.init)?.payloadBytes else { return nil }
        return (try? ReceivedJSON.decode(Payload.self, from: bytes))?.data?.signedTransactionInfo
    }
}
