public import StoreModel

extension StoreError {
    /// What a failed purchase means, in a sentence, for output that is not a screen.
    public var purchaseSentence: String {
        TerminalText("\(Strings().failureWords(self)) (\(domain.rawValue) \(code)). Nothing was charged.").string
    }
}
