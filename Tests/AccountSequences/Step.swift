internal import TestSupport

/// One thing that happens to an account, its devices or its store. It is a plain value, so that a sequence
/// can be printed, shortened and played again. Devices, copies, purchases and payments have numbers. A number
/// that is too high stands for one of those that there are, so that each step makes sense in each sequence.
package enum Step: Hashable, Sendable {
    /// A payment is written down on a device. It leaves when the device meets the store.
    case pay(device: Int, ten: Bool, quantity: Int)
    case subscribe(device: Int)
    /// Credits are to be used; the device asks for them when it meets the store.
    case use(device: Int, amount: Int)
    /// The device and the store tell each other what is new. If one of the store's answers is lost, the
    /// meeting ends there.
    case meet(device: Int, losing: Int?)
    /// The queue on a device finishes all that it has been told.
    case finish(device: Int)
    case asksToBuy(Bool)
    case interrupts(Bool)
    case approve(Int)
    case decline(Int)
    case resolve(Int)
    case refund(Int)
    case reverse(Int)
    /// The store's clock is moved back or on, and everything that is due is done.
    case clock(seconds: Int)
    /// A copy of a device's files is kept, and put back at another time.
    case backUp(device: Int)
    case putBack(device: Int, backup: Int)
    /// A device gets a copy of another one's files.
    case clone(device: Int, from: Int)
    case copyStore
    case putStoreBack

    /// A step of a random sequence.
    static func random(using generator: inout some RandomNumberGenerator) -> Step {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        let devices = 0...StepSequence.devices - 1
        let device = number(devices)
        switch number(0...30) {
        case 0...3: return .pay(device: device, ten: Bool.random(using: &generator), quantity: number(1...3))
        case 4: return .subscribe(device: device)
        case 5...7: return .use(device: device, amount: [1, 3, 5, 10][number(0...3)])
        case 8...14:
            let losing = number(0...3) == 0 ? number(0...5) : nil
            return .meet(device: device, losing: losing)
        case 15: return .finish(device: device)
        case 16: return .asksToBuy(Bool.random(using: &generator))
        case 17: return .interrupts(number(0...3) == 0)
        case 18: return .approve(number(0...9))
        case 19: return .resolve(number(0...9))
        case 20, 21: return .refund(number(0...19))
        case 22: return .reverse(number(0...19))
        case 23: return .clock(seconds: [-500, -50, 0, 1, 50, 5000, 2_700_000][number(0...6)])
        case 24: return .backUp(device: device)
        case 25: return .putBack(device: device, backup: number(0...9))
        case 26: return .clone(device: device, from: number(devices))
        case 27, 28: return .copyStore
        case 29: return .decline(number(0...9))
        default: return .putStoreBack
        }
    }
}

extension Step: CustomStringConvertible {
    package var description: String {
        switch self {
        case .pay(let device, let ten, let quantity):
            "device \(device) pays for \(quantity) × \(ten ? 10 : 5) credits"
        case .subscribe(let device): "device \(device) subscribes"
        case .use(let device, let amount): "device \(device) uses \(amount)"
        case .meet(let device, nil): "device \(device) meets the store"
        case .meet(let device, let answer?): "device \(device) meets the store, and loses answer \(answer)"
        case .finish(let device): "device \(device) finishes"
        case .asksToBuy(let isOn): isOn ? "purchases need an approval" : "purchases need no approval"
        case .interrupts(let isOn): isOn ? "purchases are interrupted" : "purchases are not interrupted"
        case .approve(let number): "payment \(number) is approved"
        case .decline(let number): "payment \(number) is declined"
        case .resolve(let number): "payment \(number) is resolved"
        case .refund(let number): "purchase \(number) is refunded"
        case .reverse(let number): "the refund of purchase \(number) is reversed"
        case .clock(let seconds): "the store's clock moves by \(seconds) s"
        case .backUp(let device): "a backup of device \(device) is made"
        case .putBack(let device, let backup): "backup \(backup) is put back as device \(device)"
        case .clone(let device, let from): "device \(device) becomes a copy of device \(from)"
        case .copyStore: "a copy of the store's database is kept"
        case .putStoreBack: "the store's database is put back"
        }
    }
}

/// What happens, in order.
package struct StepSequence: Hashable, Sendable, CustomStringConvertible {
    /// How many devices the account has.
    static let devices = 3

    package var steps: [Step]

    package init(steps: [Step]) { self.steps = steps }

    /// The sequence of a seed.
    package init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        steps = (0..<40).map { _ in .random(using: &generator) }
    }

    package var description: String { steps.map { "  \($0)" }.joined(separator: "\n") }

    /// The shortest sequence that still fails, found by taking steps out.
    package func shortened(while fails: (StepSequence) async throws -> Bool) async rethrows -> StepSequence {
        var shortest = self
        var size = max(steps.count / 2, 1)
        while true {
            var hasShortened = false
            var start = 0
            while start < shortest.steps.count {
                var candidate = shortest
                candidate.steps.removeSubrange(start..<min(start + size, candidate.steps.count))
                if try await fails(candidate) {
                    shortest = candidate
                    hasShortened = true
                } else {
                    start += size
                }
            }
            if size == 1, !hasShortened { return shortest }
            size = max(size / 2, 1)
        }
    }
}
