internal import StoreModel

/// A value of a column. Below are the arguments of a statement, and the Swift types that convert to a value.
/// The store's tables use them in SQL, and the engines pass them to SQLite and PostgreSQL.
package enum StoreValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    /// Compares texts as databases do.
    package static func == (left: StoreValue, right: StoreValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.text(let left), .text(let right)): left.hasBytes(of: right)
        case (.blob(let left), .blob(let right)): left == right
        default: false
        }
    }

    /// The value of a column; nil is NULL.
    package init(_ value: (some StoreValueConvertible)?) { self = value?.storeValue ?? .null }
}

/// A type whose values a column can have.
package protocol StoreValueConvertible {
    var storeValue: StoreValue { get }
    /// Converts a column's value; nil if it has another type.
    init?(storeValue: StoreValue)
}

/// The arguments of a statement, in their order; nil is NULL.
package struct StoreArguments: ExpressibleByArrayLiteral, Hashable, Sendable {
    package let values: [StoreValue]

    /// For the statements of each purchase: a literal would put each value into a box first.
    package init(values: [StoreValue]) { self.values = values }

    package init(arrayLiteral elements: (any StoreValueConvertible)?...) { self.init(elements) }

    package init(_ elements: [(any StoreValueConvertible)?]) {
        values = elements.map { $0?.storeValue ?? .null }
    }
}

extension Int64: StoreValueConvertible {
    package var storeValue: StoreValue { .integer(self) }

    package init?(storeValue: StoreValue) {
        guard case .integer(let value) = storeValue else { return nil }
        self = value
    }
}

extension Int: StoreValueConvertible {
    package var storeValue: StoreValue { .integer(Int64(self)) }

    package init?(storeValue: StoreValue) {
        guard case .integer(let value) = storeValue else { return nil }
        self.init(exactly: value)
    }
}

/// 0 is false, and every other number true.
extension Bool: StoreValueConvertible {
    package var storeValue: StoreValue { .integer(self ? 1 : 0) }

    package init?(storeValue: StoreValue) {
        guard case .integer(let value) = storeValue else { return nil }
        self = value != 0
    }
}

extension String: StoreValueConvertible {
    package var storeValue: StoreValue { .text(self) }

    package init?(storeValue: StoreValue) {
        guard case .text(let value) = storeValue else { return nil }
        self = value
    }
}

extension [UInt8]: StoreValueConvertible {
    package var storeValue: StoreValue { .blob(self) }

    package init?(storeValue: StoreValue) {
        guard case .blob(let value) = storeValue else { return nil }
        self = value
    }
}
