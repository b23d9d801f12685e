extension String {
    /// Quoted, so that a shell takes it for one word.
    package var quotedForShell: String {
        let isPlain = !isEmpty && utf8.allSatisfy { Self.plain.contains($0) }
        return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
    }

    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-+:,@%".utf8)
}
