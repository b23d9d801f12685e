import Foundation
import StoreModel
import Testing

@Suite struct ErrorDetailTests {
    private func read(_ detail: String) throws -> StoreError {
        let json = #"{"domain": "SKErrorDomain", "code": 3, "detail": \#(detail)}"#
        return try JSONDecoder().decode(StoreError.self, from: Data(json.utf8))
    }

    @Test func `A detail that only a newer program knows is left out`() throws {
        #expect(try read(#"{"weather": {"degrees": 30}}"#) == StoreError(domain: .storeKit, code: 3))
        #expect(try read("null") == StoreError(domain: .storeKit, code: 3))
        #expect(try read(#"{"keyUsed": {}}"#).detail == .keyUsed)
    }

    @Test(arguments: [#""keyUsed""#, "3", "[]", "true"])
    func `A detail that is not an object is refused`(detail: String) {
        #expect(throws: DecodingError.self) { try read(detail) }
    }
}
