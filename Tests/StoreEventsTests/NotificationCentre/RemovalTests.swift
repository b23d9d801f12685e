internal import StoreEvents
internal import Testing

@Suite struct RemovalTests {
    private let centre = NotificationCentre<Note>()
    private let seen = Recorder<String>()
    private let first = Slot<Observation>()
    private let second = Slot<Observation>()
    private let third = Slot<Observation>()

    enum Ending: CaseIterable {
        case cancel, release

        func end(_ slot: Slot<Observation>) {
            switch self {
            case .cancel: slot.get()?.cancel()
            case .release: slot.clear()
            }
        }
    }

    private func observe(
        _ name: String, in slot: Slot<Observation>, then act: @escaping @Sendable () -> Void = {}
    ) {
        slot.put(
            centre.observe([.ping]) { [seen] _ in
                seen.append(name)
                act()
            })
    }

    @Test("An observer is not called after its token is cancelled or released", arguments: Ending.allCases)
    func endOutside(_ ending: Ending) {
        observe("first", in: first)
        observe("second", in: second)
        ending.end(first)
        #expect(centre.observerCount == 1)
        centre.post(.ping(0))
        #expect(seen.values == ["second"])
    }

    @Test("An observer that ends itself in its callback is not called again", arguments: Ending.allCases)
    func endOneself(_ ending: Ending) {
        observe("own", in: first) { [first] in ending.end(first) }
        observe("other", in: second)
        centre.post(.ping(0))
        centre.post(.ping(0))
        #expect(seen.values == ["own", "other", "other"])
        #expect(centre.observerCount == 1)
    }

    @Test("An observer that another one ends during a post is not called by it", arguments: Ending.allCases)
    func endLater(_ ending: Ending) {
        observe("first", in: first) { [second] in ending.end(second) }
        observe("second", in: second)
        observe("third", in: third)
        centre.post(.ping(0))
        #expect(seen.values == ["first", "third"])
    }

    @Test("Ending an earlier observer during a post takes no later one's turn", arguments: Ending.allCases)
    func endEarlier(_ ending: Ending) {
        observe("first", in: first)
        observe("second", in: second) { [first] in ending.end(first) }
        observe("third", in: third)
        centre.post(.ping(0))
        #expect(seen.values == ["first", "second", "third"])
    }

    @Test(
        "An observer that ends in a post within a post is not called by the outer one",
        arguments: Ending.allCases)
    func endInNestedPost(_ ending: Ending) {
        let ender = centre.observe([.pong]) { [first] _ in ending.end(first) }
        let poster = centre.observe([.ping]) { [unowned centre] _ in centre.post(.pong(0)) }
        observe("outer", in: first)
        centre.post(.ping(0))
        #expect(seen.values.isEmpty)
        withExtendedLifetime((ender, poster)) {}
    }

    @Test func `An observer that is added during a post is first called by the next post`() {
        observe("first", in: first) { [centre, seen, second] in
            guard second.get() == nil else { return }
            second.put(centre.observe([.ping]) { _ in seen.append("added") })
        }
        centre.post(.ping(0))
        #expect(seen.values == ["first"])
        centre.post(.ping(0))
        #expect(seen.values == ["first", "first", "added"])
    }

    @Test func `An observer that replaces itself in each callback is called once per post`() {
        let own = first
        let seen = seen
        @Sendable func observeOnce(on centre: NotificationCentre<Note>) {
            own.put(
                centre.observe([.ping]) { [unowned centre] _ in
                    seen.append("called")
                    observeOnce(on: centre)
                })
        }
        observeOnce(on: centre)
        for _ in 0..<3 { centre.post(.ping(0)) }
        #expect(seen.values.count == 3)
        #expect(centre.observerCount == 1)
    }

    @Test func `Cancelling twice, and releasing afterwards, takes nobody else away`() {
        observe("first", in: first)
        observe("second", in: second)
        first.get()?.cancel()
        first.get()?.cancel()
        first.clear()
        #expect(centre.observerCount == 1)
    }

    @Test func `Cancelling lets go of what the closure held, while the token is still there`() {
        let held = Slot<Witness>()
        let gone = Recorder<String>()
        held.put(Witness { gone.append("gone") })
        let token = centre.observe([.ping]) { [witness = held.get()] _ in withExtendedLifetime(witness) {} }
        held.clear()
        #expect(gone.values.isEmpty)
        token.cancel()
        #expect(gone.values == ["gone"])
    }

    @Test func `What a closure held may use the centre when it is let go of`() {
        let other = centre.observe([.pong]) { _ in }
        let token = centre.observe([.ping]) { [witness = Witness { other.cancel() }] _ in
            withExtendedLifetime(witness) {}
        }
        token.cancel()
        #expect(centre.observerCount == 0)
    }

    @Test func `When the centre is released it lets go of its observers, and their tokens become harmless`() {
        let gone = Recorder<String>()
        var shortLived: NotificationCentre<Note>? = NotificationCentre<Note>()
        let token = shortLived?.observe([.ping]) { [witness = Witness { gone.append("gone") }] _ in
            withExtendedLifetime(witness) {}
        }
        shortLived = nil
        #expect(gone.values == ["gone"])
        token?.cancel()
    }
}

/// Calls a closure when it is released.
private final class Witness: Sendable {
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

    deinit { onRelease() }
}
