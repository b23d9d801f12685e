#if Postgres
internal import CPostgres
internal import Glibc
internal import StoreModel
internal import StoreRules

/// The server's answer to a statement, from `PostgresConnection`. `PostgresTransaction` takes its rows.
/// (Below: how values are written and read as PostgreSQL's text.)
final class PostgresResult {
    private let raw: OpaquePointer

    /// Takes ownership of an answer from libpq.
    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { PQclear(raw) }

    var isError: Bool {
        let status = PQresultStatus(raw)
        return status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE
    }

    /// Whether it is the end of what was sent in a pipeline.
    var isPipelineEnd: Bool { PQresultStatus(raw) == PGRES_PIPELINE_SYNC }

    /// What the server did: `COMMIT`, for example.
    var command: String { String(cString: PQcmdStatus(raw)) }

    var changedRows: Int { Int(String(cString: PQcmdTuples(raw))) ?? 0 }

    func rows() -> [StoreRow] {
        guard PQntuples(raw) > 0 else { return [] }
        let columns = (0..<PQnfields(raw)).map { String(cString: PQfname(raw, $0)) }
        let types = (0..<PQnfields(raw)).map { PQftype(raw, $0) }
        return (0..<PQntuples(raw)).map { row in
            StoreRow(
                columns: columns,
                values: types.indices.map { value(row: row, column: Int32($0), type: types[$0]) })
        }
    }

    private func value(row: Int32, column: Int32, type: Oid) -> StoreValue {
        guard PQgetisnull(raw, row, column) == 0 else { return .null }
        let text = UnsafeRawBufferPointer(
            start: PQgetvalue(raw, row, column), count: Int(PQgetlength(raw, row, column)))
        return switch type {
        case PostgresType.bool: .integer(text.first == UInt8(ascii: "t") ? 1 : 0)
        case PostgresType.int8, PostgresType.int2, PostgresType.int4, PostgresType.numeric:
            Int64(String(decoding: text, as: UTF8.self)).map(StoreValue.integer) ?? .null
        case PostgresType.bytea: Hexadecimal.decode(text.dropFirst(2)).map(StoreValue.blob) ?? .null
        default: .text(String(decoding: text, as: UTF8.self))
        }
    }
}

/// The types of the columns and expressions in the store's statements, by their numbers, which are the same
/// in every PostgreSQL.
enum PostgresType {
    static let bool: Oid = 16
    static let bytea: Oid = 17
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let numeric: Oid = 1700
}

extension StoreValue {
    /// Whether it is a text with a NUL, where libpq would cut it.
    var holdsNUL: Bool {
        guard case .text(var text) = self else { return false }
        return text.withUTF8 { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
    }

    /// The value as the text of an argument; nil is NULL.
    var postgresText: String? {
        switch self {
        case .null: nil
        case .integer(let value): String(value)
        case .text(let text): text
        case .blob(let bytes):
            bytes.reduce(into: "\\x") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
        }
    }
}
#endif
