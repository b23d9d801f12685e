import Foundation
import Storage
import StoreModel
import TestSupport

@testable import StoreRules

/// A store's signing key and certificates in a folder of their own.
struct SigningFixture {
    let folder: TemporaryDirectory
    let signer: TransactionSigner

    init() throws {
        folder = try TemporaryDirectory()
        signer = try Self.signer(in: folder.path)
    }

    /// The signer of a folder, as the store opens it.
    static func signer(in path: String, isFirstRun: Bool = true) throws -> TransactionSigner {
        try TransactionSigner(keys: DataDirectory(path: path), isFirstRun: isFirstRun)
    }

    var certificates: CertificateChain { signer.certificates }

    static func payload(
        _ identifier: TransactionIdentifier = "2000000000000001", revocationDate: Int64? = nil
    ) -> TransactionPayload {
        let date = Timestamp(milliseconds: 1_795_000_000_000)
        let revocation = revocationDate.map(Timestamp.init(milliseconds:))
        return TransactionPayload(
            transactionId: identifier, originalTransactionId: identifier,
            bundleId: BundleIdentifier.standard.rawValue,
            productId: StoreFixture.five, type: .consumable, quantity: 3, purchaseDate: date,
            originalPurchaseDate: date, signedDate: revocation ?? date,
            environment: .sandbox, appAccountToken: "6f0c2a54-7c0b-4b2e-9d4f-0e7d4f0a1b2c", storefront: "USA",
            price: 990, currency: "USD", revocationDate: revocation,
            revocationReason: revocation.map { _ in 0 }, appTransactionId: "704000000000000001")
    }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = folder.path + "/" + name
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// A file with a certificate in PEM form: of the chain, the number `index`.
    func pem(_ index: Int, _ name: String = "certificate.pem") throws -> String {
        try pem(certificates.der[index], name)
    }

    func pem(_ der: [UInt8], _ name: String) throws -> String {
        try write(Array(Self.pem(der).utf8), to: name)
    }

    static func pem(_ der: [UInt8]) -> String {
        let text = Data(der).base64EncodedString(options: .lineLength64Characters)
        return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
    }

    /// A file with the root's certificate.
    func root() throws -> String { try write(Array(certificates.rootPEM.utf8), to: "root.pem") }

    static func openssl(_ arguments: String...) throws -> (end: ProcessEnd, output: String) {
        try openssl(arguments)
    }

    static func openssl(_ arguments: [String]) throws -> (end: ProcessEnd, output: String) {
        try ChildProcess.run(["/usr/bin/env", "openssl"] + arguments)
    }
}
