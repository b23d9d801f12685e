internal import StoreModel
internal import StoreWire
internal import Synchronization

/// Sends requests as this device, for `HTTPStore.sendSignedIn`. Each shows the store the end of the device's credit
/// ledger. A device that was restored from a backup takes over the purchases; the old device gives them up.
extension HTTPStore {
    /// Makes a call as this device. A copy of another device first takes over its purchases. A device whose purchases moved away gives
    /// them up, and the call fails; the caller reads its journal again.
    func sendAsDevice(_ call: StoreCall) async throws(StoreError) -> StoreAnswer {
        guard let device else { return try await connection.send(call) }
        let identity = try identity(of: device)
        var call = call
        call.device = identity.identifier
        do throws(StoreError) {
            if let origin = identity.origin { try await takeOver(from: origin, like: call) }
            let answer = try await send(call, showingLedgerOf: device, isRestored: identity.origin != nil)
            // Not before the ledger was compared: until then the device counts as a copy.
            if identity.origin != nil { try kept { try device.tookOver(identity) } }
            // The answer to a device that has moved away meanwhile is not for this one.
            guard try self.identity(of: device).identifier == identity.identifier else { throw .deviceMoved }
            return answer
        } catch {
            if error == .deviceMoved {
                try kept { try device.movedAway(identity) }
                // Requests that wait for the network are sent now.
                feed.renewed()
            }
            throw error
        }
    }

    /// Sends a call that shows the end of the device's ledger. Where the store knows another end, the device first compares its ledger
    /// with that.
    private func send(
        _ call: StoreCall, showingLedgerOf device: any StoreDevice, isRestored: Bool
    ) async throws(StoreError) -> StoreAnswer {
        var call = call
        // Other programs on the same data send theirs meanwhile, and the store knows the last one.
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

    /// Makes errors of the device's own files a `deviceTrouble`, which is not an answer of the store.
    private func kept<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
        do { return try body() } catch { throw error as? StoreError ?? .deviceTrouble("\(error)") }
    }
}
