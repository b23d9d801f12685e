internal import StoreModel

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
            if let origin = identity.origin {
                try await takeOver(from: origin, like: call)
                try kept { try device.tookOver(identity) }
            }
            let answer = try await connection.send(call)
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
