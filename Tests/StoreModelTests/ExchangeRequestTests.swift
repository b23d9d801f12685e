internal import StoreModel
internal import Testing

@Suite("What a device gives the store at once")
struct ExchangeRequestTests {
    private static func purchases(_ count: Int, of length: Int) -> [SignedTransaction] {
        (0..<count).map { number in
            let digits = "\(number)."
            return SignedTransaction(
                rawValue: digits + String(repeating: "s", count: length - digits.utf8.count))
        }
    }

    @Test(
        "is as many purchases as fit, from the first on, and then the others",
        arguments: [
            // How many there are, of how many bytes, and how many are given each time.
            (0, 10, [Int]()), (1, 10, [1]), (100, 10, [100]), (250, 10, [100, 100, 50]),
            (7, 200 << 10, [3, 3, 1]), (5, 512 << 10, [1, 1, 1, 1, 1]), (2, 2 << 20, [1, 1]),
        ])
    func parts(count: Int, length: Int, parts: [Int]) {
        let all = Self.purchases(count, of: length)
        var rest = all[...]
        var given: [ArraySlice<SignedTransaction>] = []
        while !rest.isEmpty {
            let part = ExchangeRequest.given(of: rest)
            rest = rest.dropFirst(part.count)
            given.append(part)
            if part.isEmpty { break }
        }
        #expect(given.map(\.count) == parts)
        #expect(Array(given.joined()) == all)
    }

    @Test(
        "is full if the device may have more than it gives",
        arguments: [(99, 10, false), (100, 10, true), (2, 200 << 10, false), (3, 200 << 10, true)])
    func full(count: Int, length: Int, isFull: Bool) {
        let mark = ReplicaMark.beginning
        let request = ExchangeRequest(since: mark, purchases: Self.purchases(count, of: length))
        #expect(request.isFull == isFull)
    }
}
