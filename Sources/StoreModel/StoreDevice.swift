/// What a device is to a store at an address.
public struct DeviceIdentity: Hashable, Sendable {
    /// The UUID that its requests carry. The store keeps it with each purchase.
    public let identifier: String
    /// The device of which this one is a copy, restored from a backup: its purchases are to be taken over before anything else
    /// is asked of the store. Nil where that is done.
    public let origin: String?

    /// An identity.
    public init(identifier: String, origin: String? = nil) {
        self.identifier = identifier
        self.origin = origin
    }
}

/// The device as a client of a store needs it. Programs on the same data are one device.
public protocol StoreDevice: Sendable {
    /// What the device is now.
    ///
    /// - Throws: `StorageError`.
    func identity() throws -> DeviceIdentity

    /// Notes that the store has moved to the device what its origin had.
    ///
    /// - Throws: `StorageError`.
    func tookOver(_ identity: DeviceIdentity) throws

    /// The store says that what the device had under an identity moved to another one. The device gives it up here, durably,
    /// and has another identity from then on. May be repeated.
    ///
    /// - Throws: whatever keeps it from that; nothing has happened then.
    func movedAway(_ identity: DeviceIdentity) throws
}
