package import StoreModel
package import StoreRules

/// A notification that an administrator orders through `ScenarioRoutes`, whether or not anything happened.
package struct NotificationOrder: Hashable, Sendable, Decodable {
    package var type: String
    package var subtype: String?
    /// The purchase that it is about: a transaction's identifier or a payment's key.
    package var transaction: String?
    /// If it is missing, the transaction's environment; without a transaction, the sandbox.
    package var environment: StoreEnvironment?
    /// Fields for the place where a notification of this type has them, mostly `data`. Null removes a
    /// field. `signedTransactionInfo` and `signedRenewalInfo` are objects, whose fields go into what is
    /// signed again.
    package var data: [String: JSONElement]?

    package enum Refusal: Error, Hashable, Sendable {
        case unknownType(String, known: [String])
        case unknownSubtype(String, of: String, known: [String])
        case noTransaction
        case notPaid
        case otherEnvironment(StoreEnvironment)
        /// There are fields for something signed, and the notification has nothing signed of that name.
        case nothingToSign(String)
        case notAnObject(String)
    }

    fileprivate func check() throws(Refusal) {
        guard let subtypes = NotificationType(rawValue: type)?.subtypes.map(\.rawValue) else {
            throw .unknownType(type, known: NotificationType.allCases.map(\.rawValue).sorted())
        }
        if let subtype, !subtypes.contains(subtype) {
            throw .unknownSubtype(subtype, of: type, known: subtypes.sorted())
        }
    }

    /// The notification, with its fields. Nothing is written.
    fileprivate func notification(
        of store: AppStore, _ database: any StoreTransaction
    ) throws -> NotificationTable.Entry {
        let record = try transaction.map { transaction in
            guard let record = try store.find(transaction, database) else { throw Refusal.noTransaction }
            guard record.signed != nil else { throw Refusal.notPaid }
            return record
        }
        let account = try record.flatMap { try AccountTable.find($0.account, database) }
        if let environment, let account, account.environment != environment {
            throw Refusal.otherEnvironment(account.environment)
        }
        let environment = environment ?? account?.environment ?? .sandbox
        let made = try store.date(database)
        let now = try account.map { try store.date(of: $0.identifier, database) } ?? made
        let subscription = try record.flatMap { try SubscriptionTable.find(of: $0, database) }
        var wanted = data ?? [:]
        let ofTransaction = try Self.fields("signedTransactionInfo", in: &wanted)
        let ofRenewalInfo = try Self.fields("signedRenewalInfo", in: &wanted)
        if ofTransaction != nil, record == nil { throw Refusal.nothingToSign("signedTransactionInfo") }
        if ofRenewalInfo != nil, subscription == nil { throw Refusal.nothingToSign("signedRenewalInfo") }
        var signed = try store.signed(record, subscription, now: now, database)
        signed.transaction = try signed.transaction.map { try store.signAnew($0, with: ofTransaction) }
        signed.renewalInfo = try signed.renewalInfo.map { try store.signAnew($0, with: ofRenewalInfo) }
        let contents: NotificationContents =
            switch (type, subtype) {
            case ("RENEWAL_EXTENSION", "SUMMARY"): .summary(nil)
            // Apple sends these two about the tokens of custom links only.
            case ("EXTERNAL_PURCHASE_TOKEN", "CREATED"), ("EXTERNAL_PURCHASE_TOKEN", "ACTIVE_TOKEN_REMINDER"):
                .externalPurchaseToken(ofCustomLink: true)
            case ("EXTERNAL_PURCHASE_TOKEN", _): .externalPurchaseToken(ofCustomLink: false)
            case ("RESCIND_CONSENT", _):
                .appData(try account.map { try store.signedAppTransaction(of: $0, created: now) })
            case ("CONSUMPTION_REQUEST", _):
                .data(signed, reason: record?.refundRequest ?? .unintendedPurchase)
            default: .data(signed, reason: nil)
            }

        let uuid = randomUUID()
        var payload = try [String: JSONElement](
            json: store.payload(of: type, subtype, named: uuid, contents, in: environment, at: now))
        if case .object(var fields) = payload[contents.place] {
            fields.merge(wanted)
            payload[contents.place] = .object(fields)
        }
        return NotificationTable.Entry(
            uuid: uuid, environment: environment, type: type, subtype: subtype, purchase: record?.number,
            created: made, signed: try store.signer.sign(json: payload.json))
    }

    /// Takes the fields that belong in something signed out of `data`; nil if there are no such fields.
    private static func fields(
        _ name: String, in data: inout [String: JSONElement]
    ) throws(Refusal) -> [String: JSONElement]? {
        // Null removes all of it, like every field.
        guard let value = data[name], value != .null else { return nil }
        guard case .object(let fields) = value else { throw .notAnObject(name) }
        data[name] = nil
        return fields
    }
}

extension AppStore {
    /// Makes a notification of any type about anything, and sends it if its environment has an address. It is
    /// in the history in any case, and changes no purchase or subscription. Also returns whether it is sent.
    /// Throws `NotificationOrder.Refusal` or `StoreAdministrationError`.
    package func make(_ order: NotificationOrder) throws -> (notification: SignedNotification, isSent: Bool) {
        try order.check()
        return try administration(orThrowing: NotificationOrder.Refusal.self) {
            try database.write { database in
                let entry = try order.notification(of: self, database)
                let isAddressed = try NotificationAddressTable.address(in: entry.environment, database) != nil
                try record(entry, isAddressed: isAddressed, database)
                return (SignedNotification(entry), isAddressed)
            }
        }
    }

    /// Signs again what this store signed, with other fields in it.
    fileprivate func signAnew(_ signed: String, with fields: [String: JSONElement]?) throws -> String {
        guard let fields else { return signed }
        var payload = try [String: JSONElement](json: CompactJWS(signed)?.payloadBytes ?? [])
        payload.merge(fields)
        return try signer.sign(json: payload.json)
    }
}

/// A notification in the answer to an administrator.
package struct SignedNotification: Hashable, Sendable, Encodable {
    package let notificationType: String
    package let subtype: String?
    package let notificationUUID: String
    /// The JWS that a developer's server gets.
    package let signedPayload: String

    init(_ entry: NotificationTable.Entry) {
        notificationType = entry.type
        subtype = entry.subtype
        notificationUUID = entry.uuid
        signedPayload = entry.signed
    }
}
