internal import StoreDatabase
package import StoreModel

extension AccountSession {
    /// Takes over the purchases of a device whose backup was restored on this one, from the device that has them by
    /// now: the last device that asks gets them. All of them are told to this device again, because the backup may be
    /// older than some. A repetition changes nothing. Throws `StoreError.deviceMoved` where this device's own purchases
    /// moved on; `.paymentInvalid` where it has no name.
    package func takeOver(from device: String) async throws(StoreError) {
        guard let own = self.device else { throw .paymentInvalid }
        try await answer { checkout, database in try checkout.moveDevice(from: device, to: own, database) }
        store.updateFeed.refresh()
    }
}

extension Checkout {
    /// Moves what a device has to another one, which has not moved away itself.
    fileprivate func moveDevice(from device: String, to successor: String, _ database: any StoreTransaction) throws {
        let holder = try DeviceMoveTable.holder(of: device, of: account.identifier, database)
        guard holder != successor else { return }
        try DeviceMoveTable.insert(holder, successor: successor, of: account.identifier, database)
        try DeviceLedgerTable.copy(from: holder, to: successor, of: account.identifier, database)
        try store.purchaseTable.move(from: holder, to: successor, of: account.identifier, database)
        for var subscription in try SubscriptionTable.all(of: account.identifier, database)
        where subscription.device == holder {
            subscription.device = successor
            try SubscriptionTable.save(subscription, database)
        }
        // The other machine hears of it, if it listens.
        try store.countChange(for: account.identifier, database)
    }
}
