internal import Synchronization

/// The observers of an `EventBus` by type of notification: a hash table with open addressing. The standard dictionary
/// protects itself against keys that are chosen to collide, which would take longer than the whole post; the addresses
/// of metatypes need no protection.
@usableFromInline
struct ObserverTable {
    @usableFromInline
    struct Slot {
        /// The type, or nil in a free slot. A type keeps its slot when its last observer goes.
        @usableFromInline var type: ObjectIdentifier?
        /// In the order of registration and of their identifiers.
        @usableFromInline var observers: [Observer] = []
    }

    /// Their number is a power of two, and at least half of them are free.
    @usableFromInline var slots = [Slot](repeating: Slot(), count: 16)
    private var typeCount = 0
    private var lastID = 0

    init() {}

    /// The observers of `type`, in order.
    @inlinable
    func observers(of type: ObjectIdentifier) -> [Observer] { slots[index(of: type)].observers }

    /// Adds an observer behind the others of `type`, and returns its identifier.
    mutating func add(_ call: @escaping @Sendable (UnsafeRawPointer) -> Void, to type: ObjectIdentifier) -> Int {
        if slots[index(of: type)].type == nil { claimSlot(for: type) }
        lastID += 1
        slots[index(of: type)].observers.append(Observer(id: lastID, call: call))
        return lastID
    }

    /// Takes an observer out and marks it as cancelled. Returns it, so that it can be released outside of any lock.
    mutating func remove(id: Int, of type: ObjectIdentifier) -> Observer? {
        let slot = index(of: type)
        guard let position = slots[slot].observers.firstIndex(where: { $0.id == id }) else { return nil }
        let observer = slots[slot].observers.remove(at: position)
        observer.isCancelled.store(true, ordering: .relaxed)
        return observer
    }

    /// The slot of `type`, or the free one where it would be.
    @inlinable
    func index(of type: ObjectIdentifier) -> Int {
        let mask = slots.count - 1
        // Metatypes lie at multiples of 16, close together: the multiplication (Fibonacci hashing) spreads them.
        let hash = UInt(bitPattern: type) &* 0x9E37_79B9_7F4A_7C15
        var index = Int(truncatingIfNeeded: hash >> 32) & mask
        while let taken = slots[index].type, taken != type { index = (index + 1) & mask }
        return index
    }

    private mutating func claimSlot(for type: ObjectIdentifier) {
        typeCount += 1
        if typeCount > slots.count / 2 {
            let old = slots
            slots = [Slot](repeating: Slot(), count: old.count * 2)
            for slot in old { if let type = slot.type { slots[index(of: type)] = slot } }
        }
        slots[index(of: type)].type = type
    }
}
