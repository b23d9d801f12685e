internal import StoreCatalogue
internal import StoreEngine
internal import StoreModel
internal import StoreSQLite
internal import TestSupport

/// An account, its devices and its store in memory, in which a sequence of steps is played.
package struct World {
    private let time = ManualTime()
    private let keys = TestKeys()
    private let catalogue: Catalogue
    private let sabotage: Sabotage?
    private var engine: SQLiteEngine
    private var store: AppStore
    private var session: AccountSession
    private var devices: [ModelDevice]
    private var backups: [ModelDevice] = []
    private var copy: [UInt8]?
    private var payments = 0

    private init(devices: Int, sabotage: Sabotage?) throws {
        catalogue = try .bundled()
        self.sabotage = sabotage
        engine = try SQLiteEngine()
        store = try AppStore(
            database: engine, keys: keys, catalogue: catalogue, application: WantedApplication(), time: time.source,
            passwordRounds: 2)
        session = try store.embeddedSession()
        self.devices = (0..<devices).map { _ in ModelDevice(sabotage: sabotage) }
    }

    /// Plays a sequence. Then the faults stop, all devices meet the store, and what is wrong is returned: nothing, if the promise
    /// holds.
    package static func findings(
        after sequence: StepSequence, devices: Int = 3, sabotage: Sabotage? = nil
    ) async throws -> [String] {
        var world = try World(devices: devices, sabotage: sabotage)
        for step in sequence.steps { try await world.play(step) }
        return try await world.findings()
    }

    private mutating func play(_ step: Step) async throws {
        time.advance(by: .milliseconds(1))
        switch step {
        case .pay(let device, let ten, let quantity):
            pay(device, ten ? MonkeyCredits.ten : MonkeyCredits.five, quantity)
        case .subscribe(let device): pay(device, MonkeyCredits.monthlyBunch, 1)
        case .use(let device, let amount):
            payments += 1
            let id = UseIdentifier(rawValue: Self.uuid(payments))
            devices[device].wanted.append(Use(id: id, amount: amount, date: time.source.now()))
        case .meet(let device, let losing): try await meet(device, losing: losing)
        case .finish(let device): devices[device].finishAll()
        case .asksToBuy(let isOn): try await set { $0.asksToBuy = isOn }
        case .interrupts(let isOn): try await set { $0.interruptsPurchases = isOn }
        case .approve(let number): try act(.approve, number)
        case .resolve(let number): try act(.resolve, number)
        case .refund(let number): try act(.refund, number)
        case .reverse(let number): try act(.reverseRefund, number)
        case .clock(let seconds):
            time.advance(by: .seconds(seconds))
            try store.makeDueRenewals()
        case .backUp(let device): backups.append(devices[device])
        case .putBack(let device, let backup):
            if !backups.isEmpty { devices[device] = backups[backup % backups.count] }
        case .clone(let device, let from): devices[device] = devices[from]
        case .copyStore: copy = try engine.contents()
        case .putStoreBack:
            guard let copy else { return }
            engine = try SQLiteEngine(inMemory: copy)
            store = try AppStore(
                database: engine, keys: keys, catalogue: catalogue, application: WantedApplication(), time: time.source,
                passwordRounds: 2)
            session = try store.embeddedSession()
        }
    }

    private mutating func pay(_ device: Int, _ product: ProductIdentifier, _ quantity: Int) {
        payments += 1
        let key = IdempotencyKey(rawValue: Self.uuid(payments))
        devices[device].payments.append(PurchaseRequest(key: key, productIdentifier: product, quantity: quantity))
    }

    /// The same identifiers each time that a sequence is played.
    private static func uuid(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "00000000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    private mutating func meet(_ device: Int, losing: Int? = nil) async throws {
        var answers = 0
        do {
            try await devices[device].meet(session) {
                defer { answers += 1 }
                if answers == losing { throw LostAnswer() }
            }
        } catch is LostAnswer {}
    }

    private struct LostAnswer: Error {}

    private func set(_ change: (inout StoreSettings) -> Void) async throws {
        var settings = try store.settings()
        change(&settings)
        try store.apply(settings)
    }

    /// Does something to one of the purchases for which it is possible.
    private func act(_ action: TransactionAction, _ number: Int) throws {
        let possible = try store.purchases(limit: 1000).reversed().filter { $0.actions.contains(action.rawValue) }
        guard !possible.isEmpty else { return }
        let purchase = possible[number % possible.count]
        let name = purchase.transactionIdentifier?.rawValue ?? purchase.key.rawValue
        do throws(StoreAdministrationError) { _ = try store.perform(action, on: name) } catch {
            // A payment that was charged twice was refunded for good.
            guard error == .invalidAction else { throw error }
        }
    }

    private mutating func findings() async throws -> [String] {
        try await set { ($0.asksToBuy, $0.interruptsPurchases) = (false, false) }
        let before = devices
        // What one gives back is new for the others.
        for _ in 0..<3 { for device in devices.indices { try await meet(device) } }
        var findings: [String] = []
        let credits = try store.sums(of: session.account.identifier).credits
        let signed = try store.signedTransactions(of: session.account.identifier)
        for (number, device) in devices.enumerated() {
            if device.credits != credits {
                findings.append("device \(number) shows \(device.credits) credits, the store \(credits)")
            }
            if !device.payments.isEmpty || !device.wanted.isEmpty { findings.append("device \(number) still waits") }
            if device.purchases.mapValues(\.signed) != signed {
                findings.append("device \(number) has other purchases")
            }
        }
        for (number, device) in before.enumerated() {
            for identifier in device.purchases.keys where signed[identifier] == nil {
                findings.append("\(identifier), which device \(number) had, is lost")
            }
            for use in device.uses.keys where devices[0].uses[use] == nil {
                findings.append("the use \(use), which device \(number) had, is lost")
            }
        }
        let paid = try store.purchases(limit: 1000).filter { $0.status == "purchased" }
        if Set(paid.map(\.key)).count != paid.count { findings.append("a payment or a period is charged twice") }
        findings += try store.audit().findings
        return findings
    }
}

extension AccountSession: ModelStore {}
