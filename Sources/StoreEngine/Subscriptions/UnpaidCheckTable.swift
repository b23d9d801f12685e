internal import StoreDatabase

/// One row: the progress of a check of all unpaid subscriptions. Time moves them when they are due, and their customers
/// whenever they do something; a check of all of them is needed only after a change that concerns all: the settings let
/// renewals succeed again, or the catalogue may be another one.
enum UnpaidCheckTable {
    /// A check under way.
    struct Check: Hashable, Sendable {
        /// Which one; a change meanwhile begins another.
        let round: Int64
        /// The subscriptions up to this number were looked at.
        var behind: Int64
    }

    /// The check that is to be gone on with; nil where there is none.
    static func current(_ database: any StoreTransaction) throws -> Check? {
        let sql = "SELECT round, behind FROM unpaidCheck WHERE behind IS NOT NULL"
        return try database.row(sql).map { Check(round: $0["round"], behind: $0["behind"]) }
    }

    static func begin(_ database: any StoreTransaction) throws {
        try database.execute("UPDATE unpaidCheck SET round = round + 1, behind = 0")
    }

    /// Records how far a check has come, if it is still the current one; nil for its end.
    static func advance(_ check: Check, to behind: Int64?, _ database: any StoreTransaction) throws {
        try database.execute("UPDATE unpaidCheck SET behind = ? WHERE round = ?", [behind, check.round])
    }
}
