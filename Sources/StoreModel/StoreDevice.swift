/// Who a device is to a store at an address: its requests carry this identity. `HTTPStore` gets it, and the end of the
/// device's credit ledger, from a `StoreDevice`: the protocol at the end, which `DeviceRecord` implements.
package struct DeviceIdentity: Hashable, Sendable {
    /// The UUID that its requests carry. The store keeps it with each purchase.
    package let identifier: String
    /// The device of which this one is a copy, restored from a backup: its purchases are to be taken over before anything else
    /// is asked of the store. Nil where that is done.
    package let origin: String?

    package init(identifier: String, origin: String? = nil) {
        self.identifier = identifier
        self.origin = origin
    }
}

/// The end of a device's credit ledger, sealed with a key of the device: to the store it is a text like any other, which it keeps,
/// so that an older copy of the ledger is noticed.
package struct SealedLedgerHead: RawRepresentable, Hashable, Sendable {
    /// Base64url, 1…256 characters.
    package let rawValue: String

    package init?(rawValue: String) {
        guard (1...256).contains(rawValue.utf8.count), Base64URL.decode(rawValue[...]) != nil else { return nil }
        self.rawValue = rawValue
    }
}

/// The end of its credit ledger that a device names to the store.
package struct LedgerClaim: Hashable, Sendable {
    package let head: SealedLedgerHead
    /// The end that the store has, as far as the client knows; nil where it knows of none.
    package let before: SealedLedgerHead?

    package init(head: SealedLedgerHead, before: SealedLedgerHead?) {
        self.head = head
        self.before = before
    }
}

/// The device as a client of a store needs it. Programs on the same data are one device.
package protocol StoreDevice: Sendable {
    func identity() throws -> DeviceIdentity

    /// Notes that the store has moved to the device what its origin had.
    func tookOver(_ identity: DeviceIdentity) throws

    /// The end of the credit ledger as it is now; nil for a device without one.
    func ledgerHead() throws -> SealedLedgerHead?

    /// The store knows this end of the device's ledger, or of the ledger of which this one is a copy. Where the ledger
    /// does not contain it, the ledger is an older copy: what was spent since stays spent. Nothing is wrong with that
    /// where the ledger `isRestored`, a copy from a backup.
    func compareLedger(with known: SealedLedgerHead, isRestored: Bool) throws

    /// The store says that what the device had under an identity moved to another one. The device gives it up here, durably,
    /// and has another identity from then on. May be repeated.
    func movedAway(_ identity: DeviceIdentity) throws
}
