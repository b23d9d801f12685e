package import StoreModel

/// A device that was never restored from a backup.
package struct FixedDevice: StoreDevice {
    private let identifier: String

    package init(_ identifier: String = randomUUID()) { self.identifier = identifier }

    package func identity() -> DeviceIdentity { DeviceIdentity(identifier: identifier) }

    package func tookOver(_: DeviceIdentity) {}

    package func ledgerHead() -> SealedLedgerHead? { nil }

    package func compareLedger(with _: SealedLedgerHead, isRestored _: Bool) {}

    package func movedAway(_: DeviceIdentity) {}
}
