internal import StoreModel
internal import StoreWire
internal import Synchronization

/// A device and its purchases, which may move to another machine with a backup.
extension HTTPStore {
    /// Makes a call as this device. A copy takes over first what the device has of which it is a copy. A device whose purchases
    /// moved away gives them up here, and then the call fails: who made it looks anew at what there is to ask for.
    func sendAsDevice(_ call: StoreCall) async throws(StoreError) -> StoreAnswer {
        guard let device else { return try await connection.send(call) }
        let identity = try identity(of: device)
        var call = call
        call.device = identity.identifier
        do throws(StoreError) {
            if let origin = identity.origin { try await takeOver(from: origin, like: call) }
            let answer = try await send(call, showingLedgerOf: device, isRestored: identity.origin != nil)
            // Only now: until the ledger was compared, it is known to be a copy.
            if identity.origin != nil { try kept { try device.tookOver(identity) } }
            // What was said to a device that has moved away meanwhile is no longer meant for this one.
            guard try self.identity(of: device).identifier == identity.identifier else { throw .deviceMoved }
            return answer
        } catch {
            if error == .deviceMoved {
                try kept { try device.movedAway(identity) }
                // Whoever waits for the network need not wait any longer.
                feed.renewed()
            }
            throw error
        }
    }

    /// Sends a call that shows the end of the device's ledger. Where the store knows another one, the device compares its ledger
    /// with that first.
    private func send(
        _ call: StoreCall, showingLedgerOf device: any StoreDevice, isRestored: Bool
    ) async throws(StoreError) -> StoreAnswer {
        var call = call
        // Other programs on the same data show theirs meanwhile, and the store knows that of the last one.
        for _ in 1...Self.mostComparisons {
            let before = takenLedgerHead.withLock { $0 }
            var head = try kept { try device.ledgerHead() }
            if let before, before != head {
                // The files may have been replaced since.
                head = try kept {
                    try device.compareLedger(with: before, isRestored: isRestored)
                    return try device.ledgerHead()
                }
            }
            call.ledger = head.map { LedgerClaim(head: $0, before: before) }
            do throws(StoreError) {
                let answer = try await connection.send(call)
                takenLedgerHead.withLock { $0 = head }
                return answer
            } catch {
                guard let known = error.knownLedgerHead else { throw error }
                try kept { try device.compareLedger(with: known, isRestored: isRestored) }
                takenLedgerHead.withLock { $0 = known }
            }
        }
        throw .connectionLost
    }

    private static var mostComparisons: Int { 5 }

    private func takeOver(from origin: String, like call: StoreCall) async throws(StoreError) {
        var takeOver = try StoreCall(.post, customer: "devices/take-over", body: StoreWire.TakeOver(device: origin))
        (takeOver.token, takeOver.device) = (call.token, call.device)
        try await connection.send(takeOver)
    }

    private func identity(of device: any StoreDevice) throws(StoreError) -> DeviceIdentity {
        try kept { try device.identity() }
    }

    /// Trouble with the device's own files is no answer of the store's.
    private func kept<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
        do { return try body() } catch { throw .deviceTrouble("\(error)") }
    }
}
