package import Storage
package import StoreModel

/// The device's own switch for purchases (Settings, General, Restrictions). It is kept in a file of the data
/// directory, so that every program on the device obeys it, for all accounts. `SettingsManager`
/// sets it, and `PaymentQueue` checks it before a payment is sent.
package struct Restrictions: Sendable {
    private static let fileName = "purchases"

    private let directory: DataDirectory

    package init(in directory: DataDirectory) { self.directory = directory }

    /// Whether new payments are allowed. They are until somebody forbids them. A file that is damaged forbids
    /// them, too.
    package func allowsPayments() throws(StorageError) -> Bool {
        try directory.firstBytes(of: Self.fileName, most: 16)?.starts(with: "on".utf8) ?? true
    }

    /// Allows or forbids new payments. Payments in the queue go on.
    package func setAllowsPayments(_ isAllowed: Bool) throws(StorageError) {
        try directory.replaceFile(named: Self.fileName, with: Array((isAllowed ? "on" : "off").utf8))
    }

    /// Calls `onChange` after any program has set it, until the watch is released (see `FileWatch`).
    package func watch(onChange: @escaping @Sendable () -> Void) -> FileWatch {
        FileWatch(path: directory.file(Self.fileName), onChange: onChange)
    }
}
