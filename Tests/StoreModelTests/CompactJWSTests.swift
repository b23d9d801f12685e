internal import StoreModel
internal import Testing

@Suite struct CompactJWSTests {
    @Test(
        "A text with two points has three parts, and what is signed ends at the second",
        arguments: [
            ("e30.e31.e32", ["e30", "e31", "e32", "e30.e31"]), (".e31.e32", ["", "e31", "e32", ".e31"]),
            ("e30..e32", ["e30", "", "e32", "e30."]), ("e30.e31.", ["e30", "e31", "", "e30.e31"]),
            ("..", ["", "", "", "."]), (".\u{301}.é", ["", "\u{301}", "é", ".\u{301}"]),
        ])
    func parts(text: String, parts: [String]) throws {
        let jws = try #require(CompactJWS(text))
        // Compared as bytes: a point and the accent after it are one character.
        let found = [jws.header, jws.payload, jws.signature, jws.signedText].map { Array($0.utf8) }
        #expect(found == parts.map { Array($0.utf8) })
    }

    @Test(arguments: ["", ".", "e30", "e30.e31", "...", "e30.e31.e32.", ".e30.e31.e32", "e30.e31..e32"])
    func `Another number of points makes no JWS`(text: String) {
        #expect(CompactJWS(text) == nil)
    }

    @Test func `The bytes of the payload are those under its encoding, if it is one`() {
        #expect(CompactJWS("header.e30.signature")?.payloadBytes == Array("{}".utf8))
        #expect(CompactJWS("e30..e30")?.payloadBytes == [])
        #expect(CompactJWS("e30.!.e30")?.payloadBytes == nil)
    }
}
