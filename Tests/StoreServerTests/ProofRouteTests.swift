import Foundation
import StoreModel
import StoreRules
import StoreServer
import StoreWire
import TestSupport
import Testing

@Suite("The proof that a store has its key", .server, .timeLimit(.minutes(5)))
struct ProofRouteTests {
    private let server = RunningServer.current

    @Test func `is a signature of its own for each nonce`() async throws {
        var signatures: Set<String> = []
        for _ in 1...3 {
            let query = StoreWire.ProofQuery(nonce: ProofNonce())
            let answer = try await server.send("POST", "/store/v1/certificates/proof", json: query)
            let proof: StoreWire.Proof = try answer.decode()
            #expect(answer.status == 200)
            #expect(
                proof.certificates.chain == server.store.certificates.map { Data($0).base64EncodedString() })
            #expect(Data(base64Encoded: proof.signature)?.count == 64)
            signatures.insert(proof.signature)
        }
        #expect(signatures.count == 3)
    }

    @Test(arguments: [
        "", "{}", #"{"nonce":""}"#, #"{"nonce":null}"#, #"{"nonce":32}"#, #"{"nonce":"no base64"}"#,
        "{\"nonce\":\"\(Data(count: 31).base64EncodedString())\"}",
        "{\"nonce\":\"\(Data(count: 33).base64EncodedString())\"}",
        "{\"nonce\":\"\(Data(count: 40_000).base64EncodedString())\"}",
        // The signed part of a transaction.
        #"{"nonce":"eyJhbGciOiJFUzI1NiJ9.eyJ0cmFuc2FjdGlvbklkIjoiMSJ9"}"#,
    ])
    func `is given for a nonce of 32 bytes and for nothing else`(body: String) async throws {
        let answer = try await server.send("POST", "/store/v1/certificates/proof", body: body)
        #expect(answer.status == 400 && answer.error?.code == StoreError.paymentInvalid.code)
    }

    @Test(.server { $0.listening.addressRate = Rate(perSecond: 1) })
    func `counts as a request of its network`() async throws {
        var statuses: [Int] = []
        for _ in 1...5 {
            let query = StoreWire.ProofQuery(nonce: ProofNonce())
            statuses.append(try await server.send("POST", "/store/v1/certificates/proof", json: query).status)
        }
        // Two seconds' worth at once, while the clock stands still.
        #expect(statuses == [200, 200, 429, 429, 429])
    }
}
