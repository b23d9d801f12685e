package import StoreModel

/// Routes for reports on how purchases were used. The reports are kept for the store's operator, who decides about
/// refunds.
extension ServerAPI {
    /// `PUT /v2/transactions/consumption/{transactionId}`; answered with 202 and no body.
    package func setConsumption(
        of identifier: String, body: [UInt8], in environment: StoreEnvironment
    ) async throws(ServerAPIError) {
        try await setConsumption(of: identifier, in: environment, RequestBody(body)) {
            try ConsumptionReport($0, about: $1)
        }
    }

    /// `PUT /v1/transactions/consumption/{transactionId}`: the older form; answered with 202 and no body.
    package func setOldConsumption(
        of identifier: String, body: [UInt8], in environment: StoreEnvironment
    ) async throws(ServerAPIError) {
        try await setConsumption(of: identifier, in: environment, RequestBody(body)) {
            try ConsumptionReport(old: $0, about: $1)
        }
    }

    private func setConsumption(
        of identifier: String, in environment: StoreEnvironment, _ body: RequestBody,
        report: @escaping @Sendable (RequestBody, ProductKind) throws -> ConsumptionReport
    ) async throws(ServerAPIError) {
        try await write { database in
            let (record, _) = try purchase(identifier, in: environment, database)
            guard let kind = record.history?.kind else { throw ServerAPIError.internalError }
            try ConsumptionTable.set(report(body, kind), of: record.number, received: store.date(database), database)
        }
    }
}
