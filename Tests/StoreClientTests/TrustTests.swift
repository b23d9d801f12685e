import Foundation
import Storage
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@testable import StoreClient

@Suite("Whose signatures count", .timeLimit(.minutes(5)))
struct TrustTests {
    private static func certificates(
        bundle: String = BundleIdentifier.standard.rawValue
    ) throws -> StoreWire.Certificates {
        let folder = try TemporaryDirectory()
        let store = try AppStore.bundled(in: folder.path)
        return StoreWire.Certificates(
            bundleIdentifier: bundle, chain: store.certificates.map { Data($0).base64EncodedString() })
    }

    private let folder: TemporaryDirectory
    private let trust: StoreTrust

    init() throws {
        folder = try TemporaryDirectory()
        trust = StoreTrust(
            in: try DataDirectory(path: folder.path), store: StoreAddress("http://127.0.0.1:8080")!,
            bundleIdentifier: BundleIdentifier.standard.rawValue)
    }

    @Test func `is settled at the first meeting, and known from then on`() async throws {
        #expect(await trust.known() == nil)
        let certificates = try Self.certificates()
        let chain = try await trust.accept(certificates)
        #expect(chain.publicKey.count == 65)
        #expect(await trust.known() == chain)
        #expect(try await trust.accept(certificates) == chain)
    }

    @Test func `is not changed by another store at the same address`() async throws {
        let chain = try await trust.accept(Self.certificates())
        let error = await #expect(throws: TrustError.self) { try await trust.accept(Self.certificates()) }
        guard case .anotherStore = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(await trust.known() == chain)
    }

    @Test func `is not given to a store of another application`() async throws {
        await #expect(throws: TrustError.self) {
            try await trust.accept(Self.certificates(bundle: "com.example.other"))
        }
        #expect(await trust.known() == nil)
    }

    @Test func `is not given to certificates that are not a chain`() async throws {
        let good = try Self.certificates().chain, other = try Self.certificates().chain
        let chains: [[String]] = [
            [], Array(good.prefix(2)), good + [good[2]], good.reversed(), [other[0], good[1], good[2]],
            [good[0], good[1], other[2]], [good[2], good[2], good[2]], [good[0], good[1], "garbage"],
            [good[0], good[1], ""], [good[1], good[1], good[2]],
        ]
        for chain in chains {
            let certificates = StoreWire.Certificates(
                bundleIdentifier: BundleIdentifier.standard.rawValue, chain: chain)
            let error = await #expect(throws: TrustError.self, "\(chain.map(\.count))") {
                try await trust.accept(certificates)
            }
            #expect(error == .notAChain(store: "http://127.0.0.1:8080"))
        }
        #expect(await trust.known() == nil)
    }

    @Test func `is not given anew because the file was damaged`() async throws {
        let certificates = try Self.certificates()
        _ = try await trust.accept(certificates)
        let path = folder.path + "/certificates.json"
        try Data("{".utf8).write(to: URL(fileURLWithPath: path))
        #expect(await trust.known() == nil)
        await #expect(throws: StorageError.damaged(path: path)) { try await trust.accept(certificates) }
    }
}
