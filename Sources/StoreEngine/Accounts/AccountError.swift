package import FileSystem

/// Why an account was not made, or a sign-in failed.
package enum AccountError: Error, Hashable, Sendable {
    case badName
    case badPassword
    case nameTaken
    /// There is no such account, or its password is another: which of the two is not said.
    case wrongPassword
    /// Too many sign-ins wait for their password to be checked.
    case busy
    case storage(StorageError)
}
