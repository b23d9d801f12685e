import StoreModel
import Testing

@Suite struct PasswordTests {
    @Test func `Nothing that describes a password says what it is`() {
        let secret = "correct horse"
        let values: [Any] = [Password(secret), [Password(secret)], Optional(Password(secret)) as Any]
        for value in values {
            var texts = [String(describing: value), String(reflecting: value), "\(value)"]
            var dumped = ""
            dump(value, to: &dumped)
            texts.append(dumped)
            for text in texts { #expect(!text.contains("horse"), "\(text)") }
        }
        #expect(Password(secret).text == secret)
    }
}
