import NIOSSL
import StoreModel
import TestSupport
import Testing

@testable import StoreClient

@Suite("TLS to a store and a content server", .timeLimit(.minutes(5)))
struct TLSTests {
    /// The certificate is not trusted, so the newer versions fail, too, but later.
    @Test(
        "is at least 1.2: with a server that speaks only 1.1 there is no version in common",
        arguments: [(TLSVersion.tlsv11, true), (.tlsv12, false), (.tlsv13, false)])
    func versions(version: TLSVersion, isTooOld: Bool) async throws {
        let peer = try await TLSPeer(speaking: version)
        var failures = peer.failures.makeAsyncIterator()
        await #expect(throws: StoreError.networkDown) {
            try await HTTPStore(connection: connection(to: peer.address)).products(for: [])
        }
        #expect(await failures.next()?.contains("UNSUPPORTED_PROTOCOL") == isTooOld)
        let content = HTTPContent(address: StoreAddress(peer.address)!, device: nil)
        await #expect(throws: StoreError.networkDown) {
            try await content.hostedProducts(unlessMatching: nil)
        }
        #expect(await failures.next()?.contains("UNSUPPORTED_PROTOCOL") == isTooOld)
        try await peer.stop()
    }
}
