internal import StoreModel
internal import StoreRules
internal import StoreSQLite
internal import TestSupport

/// An account, its devices and its store in memory, on which sequences of steps are played.
package enum World {
    /// Plays a sequence on devices with the program's own journal, replica and exchange. Then the faults
    /// stop, and all devices meet the store. Returns what is wrong: nothing, if the promise holds.
    package static func findings(after sequence: StepSequence) async throws -> [String] {
        try await PlayedWorld.findings(after: sequence) { store, session, time in
            try ReplicaDevice(
                ReplicaDevice.Account(
                    identifier: session.account.identifier, verifier: session.verifier(), time: time.source,
                    limit: 3))
        }
    }

    /// The same on the model of a device, which may break a rule.
    package static func modelFindings(
        after sequence: StepSequence, sabotage: Sabotage? = nil
    ) async throws -> [String] {
        try await PlayedWorld.findings(after: sequence) { _, _, _ in
            ModelDevice(sabotage: sabotage)
        }
    }
}

/// What all stores begin with: the same keys, and a database with the account and nothing else.
private struct Beginning: Sendable {
    static let of = Result { try Beginning() }

    let contents: [UInt8]
    private let keys = TestKeys()

    private init() throws {
        let engine = try SQLiteEngine()
        _ = try AppStore(testedOn: engine, keys: keys, followers: [], time: ManualTime().source)
        contents = try engine.contents()
    }

    func store(on engine: SQLiteEngine, _ time: ManualTime) throws -> AppStore {
        try AppStore(testedOn: engine, keys: keys, followers: [], time: time.source)
    }
}

private struct PlayedWorld<Device: SequenceDevice> {
    private let time = ManualTime()
    private let beginning: Beginning
    private var engine: SQLiteEngine
    private var store: AppStore
    private var session: AccountSession
    private var devices: [Device]
    private var backups: [Device] = []
    private var copy: [UInt8]?
    private var payments = 0

    private init(_ make: (AppStore, AccountSession, ManualTime) throws -> Device) throws {
        beginning = try Beginning.of.get()
        engine = SQLiteEngine(inMemory: beginning.contents)
        store = try beginning.store(on: engine, time)
        session = try store.embeddedSession()
        devices = []
        for _ in 0..<StepSequence.devices { devices.append(try make(store, session, time)) }
    }

    static func findings(
        after sequence: StepSequence, _ make: (AppStore, AccountSession, ManualTime) throws -> Device
    ) async throws -> [String] {
        var world = try PlayedWorld(make)
        for step in sequence.steps { try await world.play(step) }
        return try await world.findings()
    }

    private mutating func play(_ step: Step) async throws {
        time.advance(by: .milliseconds(1))
        switch step {
        case .pay(let device, let ten, let quantity):
            try pay(device, ten ? MonkeyCredits.ten : MonkeyCredits.five, quantity)
        case .subscribe(let device): try pay(device, MonkeyCredits.monthlyBunch, 1)
        case .use(let device, let amount):
            payments += 1
            try devices[device].use(
                amount, UseIdentifier(rawValue: Self.uuid(payments)), at: time.source.now())
        case .meet(let device, let losing): try await meet(device, losing: losing)
        case .finish(let device): try devices[device].finishAll()
        case .asksToBuy(let isOn): try store.set { $0.asksToBuy = isOn }
        case .interrupts(let isOn): try store.set { $0.interruptsPurchases = isOn }
        case .approve(let number): try act(.approve, number)
        case .decline(let number): try act(.decline, number)
        case .resolve(let number): try act(.resolve, number)
        case .refund(let number): try act(.refund, number)
        case .reverse(let number): try act(.reverseRefund, number)
        case .clock(let seconds):
            time.advance(by: .seconds(seconds))
            try store.makeDueRenewals()
        case .backUp(let device): backups.append(try devices[device].copy())
        case .putBack(let device, let backup):
            if !backups.isEmpty { devices[device] = try backups[backup % backups.count].copy() }
        case .clone(let device, let from): if device != from { devices[device] = try devices[from].copy() }
        case .copyStore: copy = try engine.contents()
        case .putStoreBack:
            guard let copy else { return }
            engine = SQLiteEngine(inMemory: copy)
            store = try beginning.store(on: engine, time)
            session = try store.embeddedSession()
        }
    }

    private mutating func pay(_ device: Int, _ product: ProductIdentifier, _ quantity: Int) throws {
        payments += 1
        let key = IdempotencyKey(rawValue: Self.uuid(payments))
        try devices[device].pay(PurchaseRequest(key: key, productIdentifier: product, quantity: quantity))
    }

    /// The same identifiers each time that a sequence is played.
    private static func uuid(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "00000000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    private mutating func meet(_ device: Int, losing: Int? = nil) async throws {
        do { try await devices[device].meet(LosingStore(session, losing: losing)) } catch let error
            as StoreError
        {
            guard losing != nil, error.isNetworkFailure else { throw error }
        }
    }

    /// Does something to one of the purchases for which that is possible.
    private func act(_ action: TransactionAction, _ number: Int) throws {
        let possible = try store.purchases(limit: 1000).reversed().filter {
            $0.actions.contains(action.rawValue)
        }
        guard !possible.isEmpty else { return }
        let purchase = possible[number % possible.count]
        let name = purchase.transactionIdentifier?.rawValue ?? purchase.key.rawValue
        do throws(StoreAdministrationError) { _ = try store.perform(action, on: name) } catch {
            // A payment that was charged twice has been refunded for good.
            guard error == .invalidAction else { throw error }
        }
    }

    /// What the store has as unfinished although that version was finished on a device.
    private func forgotten(of finished: [FinishedTransaction]) async throws -> [String] {
        let finished = Set(finished)
        return try await session.unsettledPurchases(including: []).compactMap(\.finished)
            .filter(finished.contains).map { "\($0.identifier) is not finished in the store" }
    }

    private mutating func findings() async throws -> [String] {
        try store.set { ($0.asksToBuy, $0.interruptsPurchases) = (false, false) }
        let before = try devices.map { try $0.contents }
        var findings: [String] = []
        // What one device gives back is new to the others, so all meet the store until nothing is new.
        var mark: ReplicaMark
        var rounds = 0
        repeat {
            mark = try store.sums(of: session.account.identifier).1
            for device in devices.indices { try await meet(device) }
            rounds += 1
            guard rounds < 10 else { return ["the devices give the store something new for ever"] }
        } while try mark != store.sums(of: session.account.identifier).1
        let credits = try store.sums(of: session.account.identifier).credits
        let signed = try store.signedTransactions(of: session.account.identifier)
        let uses = try devices[0].contents.uses
        for (number, device) in devices.enumerated() {
            let contents = try device.contents
            if contents.credits != credits {
                findings.append("device \(number) shows \(contents.credits) credits, the store \(credits)")
            }
            if contents.isWaiting { findings.append("device \(number) still waits") }
            if contents.purchases != signed { findings.append("device \(number) has other purchases") }
            for identifier in signed.keys where !contents.told.contains(identifier) {
                findings.append("the queue of device \(number) was not told of \(identifier)")
            }
        }
        for (number, contents) in before.enumerated() {
            for identifier in contents.purchases.keys where signed[identifier] == nil {
                findings.append("\(identifier), which device \(number) had, is lost")
            }
            for use in contents.uses where !uses.contains(use) {
                findings.append("the use \(use), which device \(number) had, is lost")
            }
        }
        findings += try await forgotten(of: before.flatMap(\.finished))
        let paid = try store.purchases(limit: 1000).filter { $0.status == .purchased }
        if Set(paid.map(\.key)).count != paid.count {
            findings.append("a payment or a period is charged twice")
        }
        return try findings + store.audit().findings
    }
}
