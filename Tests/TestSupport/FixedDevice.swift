public import StoreModel

/// A device that was never restored from a backup.
public struct FixedDevice: StoreDevice {
    private let identifier: String

    /// A device with an identifier; by default a new one.
    public init(_ identifier: String = randomUUID()) { self.identifier = identifier }

    /// The identifier.
    public func identity() -> DeviceIdentity { DeviceIdentity(identifier: identifier) }

    /// Nothing.
    public func tookOver(_: DeviceIdentity) {}

    /// A device without a ledger.
    public func ledgerHead() -> SealedLedgerHead? { nil }

    /// Nothing.
    public func compareLedger(with _: SealedLedgerHead) {}

    /// Nothing.
    public func movedAway(_: DeviceIdentity) {}
}
