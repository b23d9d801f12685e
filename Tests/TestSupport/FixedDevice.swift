package import StoreModel

/// A device that was never restored from a backup.
package struct FixedDevice: StoreDevice {
    private let identifier: String

    /// A device with an identifier; by default a new one.
    package init(_ identifier: String = randomUUID()) { self.identifier = identifier }

    /// The identifier.
    package func identity() -> DeviceIdentity { DeviceIdentity(identifier: identifier) }

    /// Nothing.
    package func tookOver(_: DeviceIdentity) {}

    /// A device without a ledger.
    package func ledgerHead() -> SealedLedgerHead? { nil }

    /// Nothing.
    package func compareLedger(with _: SealedLedgerHead, isRestored _: Bool) {}

    /// Nothing.
    package func movedAway(_: DeviceIdentity) {}
}
