package import StoreModel

extension StoreError {
    /// What a failed purchase means, in a sentence, for output that is not a screen.
    package var purchaseSentence: String {
        // Trouble with the device's own files comes as a whole sentence.
        if domain == .device, let message { return TerminalText(message).string }
        if let subscriptionChange { return TerminalText(subscriptionChange).string }
        // Another machine may have been charged.
        if domain == .backup { return Strings().failure(self) }
        return TerminalText("\(Strings().failureWords(self)) (\(domain.rawValue) \(code)). Nothing was charged.").string
    }
}
