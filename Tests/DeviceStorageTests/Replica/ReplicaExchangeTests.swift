import Foundation
import PaymentQueueKit
import Storage
import StoreModel
import TestSupport
import Testing

@testable import DeviceStorage

@Suite("A replica of an account: what it tells the store")
struct ReplicaExchangeTests {
    private let device: ReplicaFixture
    private let replica: AccountReplica
    private let one = ReplicaMark(revision: 1, mark: "a")
    private let two = ReplicaMark(revision: 2, mark: "b")
    private let three = ReplicaMark(revision: 3, mark: "c")

    init() throws {
        device = try ReplicaFixture()
        replica = try device.start()
    }

    private func named() throws -> [String] {
        let request = try replica.exchangeRequest()
        return request.purchases.map { $0.unverifiedPayload!.transactionId.rawValue }
            + request.uses.map(\.id.rawValue)
    }

    @Test func `names answers to its own requests until a page goes over them`() throws {
        let purchase = try device.version(1)
        let use = try {
            try replica.merge([purchase])
            return try replica.ask(for: 2)
        }()
        // A use that waits is sent separately.
        #expect(try named() == ["1"])
        try replica.confirm(use)
        #expect(try named() == ["1", use.id.rawValue])
        try replica.merge([purchase], since: .beginning, to: one)
        #expect(try named() == [use.id.rawValue])
        #expect(try replica.exchangeRequest().since == one)
        // The same again, as an answer, changes nothing about that.
        try replica.merge([purchase])
        #expect(try named() == [use.id.rawValue])
        try replica.merge([.use(use)], since: one, to: two)
        #expect(try named() == [])
    }

    @Test func `names a later version than the page has`() throws {
        let refund = try device.version(1, delay: 5, isRefunded: true)
        try replica.merge([refund])
        try replica.merge([device.version(1)], since: .beginning, to: one)
        #expect(try replica.exchangeRequest().purchases == [refund.signed])
        try replica.merge([refund], since: one, to: two)
        #expect(try named() == [])
    }

    @Test func `names no more what it has named, when the exchange is at its end`() throws {
        let use = device.use(1)
        try replica.merge([device.version(1), .use(use)])
        let request = try replica.exchangeRequest()
        try replica.merge([device.version(2)])
        // What came meanwhile had not been named.
        try replica.merge([], since: .beginning, to: one, given: request)
        #expect(try named() == ["2"])
    }

    @Test func `moves its mark only from where the page was asked for`() throws {
        try replica.merge([device.version(1)], since: .beginning, to: one)
        let second = try device.version(2)
        for since in [ReplicaMark.beginning, two, ReplicaMark(revision: 1, mark: "x")] {
            try replica.merge([second], since: since, to: three)
            #expect(try replica.exchangeRequest().since == one)
            #expect(try named() == ["2"])
        }
        try replica.merge([second], since: one, to: two)
        let request = try replica.exchangeRequest()
        #expect(request.since == two && !request.isGiving)
    }

    @Test func `names 100 at once, and then the others`() throws {
        try replica.merge(try (1...150).map { try device.version($0) })
        let request = try replica.exchangeRequest()
        #expect(request.purchases.count == ExchangeRequest.mostGiven)
        try replica.merge([], since: .beginning, to: one, given: request)
        #expect(try named() == (101...150).map(String.init))
    }

    @Test func `tells what it knows in order, in parts`() throws {
        let numbers = [1, 9, 10, 90, 100, 2_000_000_000_000]
        try replica.merge(try numbers.shuffled().map { try device.version($0) })
        let uses = (0..<3).map { _ in device.use(1) }
        try replica.merge(uses.map(AccountChange.use))
        _ = try replica.ask(for: 1)
        #expect(try replica.known(.purchases).map(\.id) == numbers.map(String.init))
        #expect(try replica.known(.purchases, after: "9", limit: 2).map(\.id) == ["10", "90"])
        #expect(
            try replica.known(.purchases).map(\.version)
                == replica.signed(for: numbers.map { "\($0)" }.map(TransactionIdentifier.init(rawValue:)))
                .map(
                    \.version))
        let ids = uses.map(\.id).sorted()
        #expect(try replica.known(.uses).map(\.id) == ids.map(\.rawValue))
        #expect(try replica.known(.uses, after: ids[0].rawValue, limit: 1).map(\.id) == [ids[1].rawValue])
        #expect(try replica.signed(for: ["10", "11"]).map { $0.unverifiedPayload?.transactionId } == ["10"])
        #expect(try Set(replica.uses(for: ids)) == Set(uses))
    }

    @Test
    func
        `notes what a comparison brings as beyond its mark until that has ended, and what the store wants for longer`()
        throws
    {
        let use = device.use(1)
        try replica.merge([device.version(1), device.version(2), .use(use)], since: .beginning, to: one)
        let file = try device.file()
        for isEnded in [false, true] {
            let request = ComparisonRequest(.purchases, try replica.known(.purchases))
            let page = ComparisonPage(
                to: request, changes: [try device.version(3)], wanted: ["2"])
            _ = try file.write { try replica.merge(page: page, of: request, in: $0) }
            let others = ComparisonRequest(.uses, try replica.known(.uses))
            _ = try file.write {
                try replica.merge(
                    page: ComparisonPage(to: others, wanted: [use.id.rawValue]), of: others, in: $0)
            }
            #expect(try replica.exchangeRequest().since == one)
            #expect(try named() == ["2", "3", use.id.rawValue])
            if isEnded {
                #expect(try file.write { try replica.endComparison(since: one, at: three, in: $0) })
            }
        }
        #expect(try named() == ["2", use.id.rawValue])
        #expect(try replica.exchangeRequest().since == three)
        // A comparison that began at another mark ends nothing.
        #expect(try !file.write { try replica.endComparison(since: one, at: two, in: $0) })
        #expect(try replica.exchangeRequest().since == three)
    }

    @Test func `keeps its mark before a purchase that is not proved, and counts what comes after it`() throws
    {
        let another = try ReplicaFixture(of: SigningStore(account: device.store.account))
        let (wrong, right, later) = try (another.version(1), device.version(1), device.version(2))
        let file = try device.file()
        func merge(_ change: AccountChange, since: ReplicaMark, to mark: ReplicaMark) throws -> Merged {
            try file.write {
                try replica.merge(
                    changes: [change], ahead: [], since: since, to: mark, given: nil, in: $0)
            }
        }
        #expect(try merge(wrong, since: .beginning, to: one) == Merged(hasMoved: false, isProved: false))
        #expect(try merge(later, since: one, to: two) == Merged(hasMoved: false))
        #expect(try replica.exchangeRequest().since == .beginning)
        #expect(try replica.credits() == 10)
        #expect(try named() == ["2"])
        #expect(try merge(right, since: .beginning, to: one) == Merged(hasMoved: true))
        #expect(try merge(later, since: one, to: two) == Merged(hasMoved: true))
        #expect(try replica.exchangeRequest().since == two)
        #expect(try replica.credits() == 20)
        #expect(try named() == [])
    }

    @Test func `tells whether all that a comparison brings is proved, and takes the rest`() throws {
        let another = try ReplicaFixture(of: SigningStore(account: device.store.account))
        let request = ComparisonRequest(.purchases, try replica.known(.purchases))
        let changes = try [another.version(1), device.version(2)]
        let file = try device.file()
        for (page, isProved) in [(changes, false), (Array(changes.suffix(1)), true)] {
            let answer = ComparisonPage(to: request, changes: page)
            #expect(
                try file.write { try replica.merge(page: answer, of: request, in: $0) } == isProved)
            #expect(try replica.credits() == 10)
        }
    }

    // MARK: Random sequences

    /// Devices of one account and their store, with lost answers and older copies on all sides.
    @Test(arguments: 0..<60 as Range<UInt64>)
    func `agrees with the store in the end, whatever was lost, put back or copied`(seed: UInt64) throws {
        let world = try ReplicaWorld(seed: seed)
        for _ in 0..<40 { try world.step() }
        let trouble = try world.settle()
        #expect(trouble.isEmpty, "\(trouble): \(world.log.joined(separator: ", "))")
    }

    @Test func `names 100 uses at once, too, and then the others`() throws {
        let uses = (0..<150).map { _ in device.use(1) }
        try replica.merge(uses.map(AccountChange.use))
        let ids = uses.map(\.id).sorted()
        let request = try replica.exchangeRequest()
        #expect(request.uses.map(\.id) == Array(ids.prefix(ExchangeRequest.mostGiven)))
        try replica.merge([], since: .beginning, to: one, given: request)
        #expect(try named() == ids.dropFirst(ExchangeRequest.mostGiven).map(\.rawValue))
    }
}

/// A store in a few lines, as account.md describes it, and devices that meet it.
private final class ReplicaWorld {
    private struct Store {
        var purchases: [Int64: (signed: SignedTransaction, payload: TransactionPayload)] = [:]
        var uses: [UseIdentifier: Use] = [:]
        var changes: [AccountChange] = []
        var marks = [ReplicaMark.beginning]

        var credits: Int {
            purchases.values.reduce(0) {
                $0 + ($1.payload.revocationDate == nil ? MonkeyCredits.worth(of: $1.payload)! : 0)
            }
                - uses.values.reduce(0) { $0 + $1.amount }
        }

        mutating func record(_ change: AccountChange) {
            changes.append(change)
            // It depends on all changes before it, as the store's does.
            let digest = (marks.last!.mark + String(describing: change)).utf8.reduce(
                UInt64(14_695_981_039_346_656_037)
            ) {
                ($0 ^ UInt64($1)) &* 1_099_511_628_211
            }
            marks.append(ReplicaMark(revision: Int64(changes.count), mark: String(digest, radix: 36)))
        }

        mutating func take(_ signed: SignedTransaction) {
            let payload = signed.unverifiedPayload!
            let number = Int64(payload.transactionId.rawValue)!
            if let known = purchases[number], known.signed.version! >= signed.version! { return }
            purchases[number] = (signed, payload)
            record(.signed(signed, payload))
        }

        mutating func take(_ use: Use) -> Bool {
            if uses[use.id] == nil {
                uses[use.id] = use
                record(.use(use))
            }
            return true
        }

        mutating func use(_ use: Use) -> Bool { uses[use.id] != nil || use.amount <= credits && take(use) }

        mutating func exchange(_ request: ExchangeRequest) -> ExchangePage {
            request.purchases.forEach { take($0) }
            request.uses.forEach { _ = take($0) }
            let since = Int(request.since.revision)
            guard since < marks.count, marks[since] == request.since else {
                return ExchangePage(to: request, mark: nil, newest: marks.last!)
            }
            let end = min(since + request.limit, changes.count)
            return ExchangePage(
                to: request, changes: Array(changes[since..<end]), mark: marks[end], newest: marks.last!)
        }

        func compare(_ request: ComparisonRequest) -> ComparisonPage {
            var page = ComparisonPage(to: request)
            let theirs = Dictionary(uniqueKeysWithValues: request.elements.map { ($0.id, $0) })
            switch request.subject {
            case .purchases:
                let range = (
                    request.after.flatMap { Int64($0) } ?? 0, request.through.flatMap { Int64($0) } ?? .max
                )
                for (number, purchase) in purchases where range.0 < number && number <= range.1 {
                    let version = theirs[String(number)]?.version
                    if version.map({ $0 < purchase.signed.version! }) ?? true {
                        page.changes.append(.signed(purchase.signed, purchase.payload))
                    }
                }
                page.wanted = request.elements.filter { element in
                    purchases[Int64(element.id)!].map { $0.signed.version! < element.version! } ?? true
                }.map(\.id)
            case .uses:
                let range = (request.after ?? "", request.through ?? "~")
                for use in uses.values where range.0 < use.id.rawValue && use.id.rawValue <= range.1 {
                    if theirs[use.id.rawValue] == nil { page.changes.append(.use(use)) }
                }
                page.wanted = request.elements.map(\.id).filter { uses[UseIdentifier(rawValue: $0)] == nil }
            }
            return page
        }
    }

    private struct Lost: Error {}

    private var random: SeededGenerator
    private var store = Store()
    private var saved: Store?
    private var devices: [ReplicaFixture]
    private var copies = 0
    private var numbers = 0
    private var isFaulty = true
    private var clock: Int64 = 0
    private let signing = SigningStore()
    /// Whether this sequence puts back the store. Otherwise it puts back databases of devices without
    /// their marks.
    private let isStorePutBack: Bool
    var log: [String] = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        isStorePutBack = seed.isMultiple(of: 2)
        let signing = signing
        devices = try (0..<3).map { _ in try ReplicaFixture(of: signing) }
    }

    private func lose() throws { if isFaulty, Int.random(in: 0..<7, using: &random) == 0 { throw Lost() } }

    private func signed(_ number: Int, isRefunded: Bool, after date: Int64 = 0) throws -> SignedTransaction {
        let base: Int64 = 1_795_000_000_000
        return try devices[0].version(
            number, delay: max(clock, date + 1 - base - Int64(number)), isRefunded: isRefunded
        )
        .signed!
    }

    func step() throws {
        let index = Int.random(in: 0..<3, using: &random)
        let what = [
            "buy", "buy", "use", "use", "meet", "meet", "meet", "refund", "reverse", "back up", "put back",
            "clone",
            "save store",
            "put store back", "clock",
        ].randomElement(using: &random)!
        log.append("\(what) \(index)")
        let device = devices[index]
        switch what {
        case "buy":
            numbers += 1
            let purchase = try signed(numbers, isRefunded: false)
            store.take(purchase)
            do {
                try lose()
                try device.start().merge([.signed(purchase, purchase.unverifiedPayload!)])
            } catch is Lost {}
        case "use": _ = try? device.start().ask(for: [1, 3, 5].randomElement(using: &random)!)
        case "meet": do { try meet(device) } catch is Lost {}
        case "refund", "reverse":
            if let number = store.purchases.keys.sorted().randomElement(using: &random) {
                let date = store.purchases[number]!.payload.signedDate.milliseconds
                store.take(try signed(Int(number), isRefunded: what == "refund", after: date))
            }
        case "back up":
            copies += 1
            _ = try device.start()
            try device.copy("copy \(copies)", keys: true)
            backups.append(device.copied("copy \(copies)"))
        case "put back":
            guard let backup = backups.randomElement(using: &random) else { return }
            // The store knows what was used. If the store is put back as well, the high-water mark must be
            // put back, too.
            if !isStorePutBack, backup.hasPrefix(device.copied("")), Bool.random(using: &random) {
                log[log.count - 1] += " without its high-water mark"
                let highWaterMark = try Data(contentsOf: device.highWaterMark)
                try device.putBack(from: backup)
                try highWaterMark.write(to: device.highWaterMark)
            } else {
                try device.putBack(from: backup)
            }
        case "clone":
            let other = devices[Int.random(in: 0..<3, using: &random)]
            copies += 1
            _ = try other.start()
            try other.copy("copy \(copies)", keys: true)
            try device.putBack(from: other.copied("copy \(copies)"))
        case "save store": saved = store
        case "put store back": if isStorePutBack, let saved { store = saved }
        default: clock += [-500, 0, 1, 5000].randomElement(using: &random)!
        }
    }

    private var backups: [String] = []

    /// What an exchange does, with small pages.
    private func meet(_ device: ReplicaFixture) throws {
        let (replica, file) = (try device.start(), try device.file())
        try replica.check()
        for use in try replica.waitingUses() {
            let isConfirmed = store.use(use)
            try lose()
            if isConfirmed { try replica.confirm(use) } else { try replica.refuse(use.id) }
        }
        while true {
            var request = try replica.exchangeRequest()
            request.limit = 3
            let page = store.exchange(request)
            try lose()
            if let mark = page.mark {
                try replica.merge(
                    page.changes, since: request.since, to: mark, given: page.hasMore ? nil : request)
                if try !page.hasMore && !replica.exchangeRequest().hasAny { return }
                continue
            }
            for subject in [ComparisonRequest.Subject.purchases, .uses] {
                var after: String?
                repeat {
                    let elements = try replica.known(subject, after: after, limit: 3)
                    let through = elements.count < 3 ? nil : elements.last?.id
                    let part = ComparisonRequest(subject, elements, after: after, through: through)
                    let answer = store.compare(part)
                    try lose()
                    _ = try file.write { try replica.merge(page: answer, of: part, in: $0) }
                    var given = ExchangeRequest(since: request.since)
                    switch subject {
                    case .purchases:
                        given.purchases = try replica.signed(
                            for: answer.wanted.map(TransactionIdentifier.init(rawValue:)))
                    case .uses:
                        given.uses = try replica.uses(for: answer.wanted.map(UseIdentifier.init(rawValue:)))
                    }
                    _ = store.exchange(given)
                    try lose()
                    after = through
                } while after != nil
            }
            _ = try file.write { try replica.endComparison(since: request.since, at: page.newest, in: $0) }
            try lose()
        }
    }

    /// Lets all meet without faults, and returns what is wrong afterwards.
    func settle() throws -> [String] {
        isFaulty = false
        for _ in 0..<4 { for device in devices { try meet(device) } }
        var trouble: [String] = []
        for (index, device) in devices.enumerated() {
            let replica = try device.start()
            let credits = try replica.credits()
            if credits != store.credits {
                trouble.append("device \(index) shows \(credits), the store \(store.credits)")
            }
            let known = try replica.known(.purchases).map { "\($0.id) \($0.version!)" }
            let truth = store.purchases.sorted { $0.key < $1.key }.map {
                "\($0.key) \($0.value.signed.version!)"
            }
            if known != truth { trouble.append("device \(index) knows \(known), the store \(truth)") }
            if try replica.known(.uses).count != store.uses.count {
                trouble.append("uses differ at device \(index)")
            }
            if try !replica.waitingUses().isEmpty { trouble.append("a use waits at device \(index)") }
            _ = replica.takeFindings()
            _ = try replica.recount()
            if !replica.takeFindings().isEmpty {
                trouble.append("the rows of device \(index) are not its sums")
            }
        }
        return trouble
    }
}

extension ExchangeRequest {
    fileprivate var hasAny: Bool { !purchases.isEmpty || !uses.isEmpty }
}
