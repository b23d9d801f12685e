internal import Foundation
internal import StoreModel
internal import Testing

@Suite struct Base64URLTests {
    /// Foundation's base64, turned into the form of URLs.
    private func foundation(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
    }

    @Test func `Bytes are written as Foundation's base64 does, in the alphabet of URLs, and read back`() {
        var generator = SystemRandomNumberGenerator()
        for length in 0...70 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = Base64URL.encode(bytes)
            #expect(text == foundation(bytes))
            #expect(Base64URL.decode(text) == bytes)
        }
    }

    @Test func `Every character of the alphabet stands for its six bits`() {
        for value in UInt8.min ... .max {
            let bytes = [value, 255 - value, value]
            #expect(Base64URL.encode(bytes) == foundation(bytes))
            #expect(Base64URL.decode(foundation(bytes)) == bytes)
        }
    }

    @Test(arguments: zip(["", "f", "fo", "foo", "foob"], ["", "Zg", "Zm8", "Zm9v", "Zm9vYg"]))
    func `The examples of RFC 4648`(bytes: String, text: String) {
        #expect(Base64URL.encode(bytes.utf8) == text)
        #expect(Base64URL.decode(text) == Array(bytes.utf8))
    }

    @Test(arguments: [
        "Zg==", "Zm8=", "=", "Zm9v\n", "Zm\n9v", " Zm9v", "Zm+v", "Zm/v", "Zm9v.", "Zmé", "Zm9\u{0}", "Z",
        "Zm9vY",
        "Zh", "Zm9", "Zm8é",
    ])
    func `Anything else is refused`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func `Only one text stands for a value: bits left over must be zero`() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        #expect(alphabet.filter { Base64URL.decode("Z\($0)") != nil } == "AQgw")
        #expect(alphabet.filter { Base64URL.decode("Zm\($0)") != nil }.count == 16)
    }
}
