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

    @Test(
        arguments: [
            (.notInCatalogue("coin"), #"{"notInCatalogue":{"product":"coin"}}"#),
            (.scenario(ScenarioRefusal(.isOver)), #"{"scenario":{"refusal":{"reason":{"isOver":{}}}}}"#),
            (
                .scenario(ScenarioRefusal(.unfit("coin", needed: .consumable))),
                #"{"scenario":{"refusal":{"reason":{"unfit":{"needed":{"consumable":{}},"product":"coin"}}}}}"#
            ),
            (
                .scenario(ScenarioRefusal(.clockTooFar(.periodEnds))),
                #"{"scenario":{"refusal":{"reason":{"clockTooFar":{"step":"period-ends"}}}}}"#
            ),
            (
                .scenario(ScenarioRefusal(.purchaseFailed(.buy, .keyUsed))),
                #"{"scenario":{"refusal":{"reason":{"purchaseFailed":{"error":{"code":3,"detail":{"keyUsed":{}},"#
                    + #""domain":"SKErrorDomain"},"step":"buy"}}}}}"#
            ),
        ] as [(StoreError.Detail, String)])
    func `The fields of a detail that a store sends have names`(detail: StoreError.Detail, json: String)
        throws
    {
        #expect(try SentJSON.text(detail) == json)
        #expect(try read(json).detail == detail)
    }

    @Test(arguments: [#""keyUsed""#, "3", "[]", "true"])
    func `A detail that is not an object is refused`(detail: String) {
        #expect(throws: DecodingError.self) { try read(detail) }
    }
}
