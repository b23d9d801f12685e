import TestSupport
import Testing

/// Where a story has its store.
enum Place: String, CustomTestStringConvertible {
    /// In the storefront's own process.
    case embedded
    /// At an address: a real server, and lines to it that can break.
    case http
    /// The same, with its database in PostgreSQL.
    case postgres

    /// Where stories are told: in PostgreSQL alone, if `MONKEYSTORE_TEST_POSTGRES` has the URL of a database.
    static let all: [Place] = TestedDatabase.address == nil ? [.embedded, .http] : [.postgres]

    var testDescription: String { rawValue }
}

/// What a customer of the store can do, line by line of the specification, each at every place.
@Suite(.timeLimit(.minutes(5))) struct Stories {}
