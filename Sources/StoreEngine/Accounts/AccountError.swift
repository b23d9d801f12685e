package import FileSystem

/// Why an account was not made, or a sign-in failed.
package enum AccountError: Error, Hashable, Sendable {
    /// The name has no characters, more than 64, or some that cannot be shown.
    case badName
    /// The password has fewer than 8 or more than 256 characters.
    case badPassword
    case nameTaken
    /// There is no such account, or its password is another: which of the two is not said.
    case wrongPassword
    /// Too many sign-ins wait for their password to be checked.
    case busy
    /// The store's files could not be used.
    case storage(StorageError)
}
