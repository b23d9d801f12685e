import CSSHHost
import Glibc
import Testing

@testable import monkeystore_ssh

@Suite("Places of an SSH host")
struct PlacesTests {
    private var places = Places(visitors: 3, visitorsOfNetwork: 2)

    @Test("as many of a network may come at once as may visit")
    mutating func wave() {
        var places = Places(visitors: 300, visitorsOfNetwork: 150)
        let now = ContinuousClock.now
        for number in 1...150 { #expect(places.connected(number, from: 7) == nil) }
        for number in 1...150 { #expect(places.visit(number, by: nil, isNew: true, at: now) == nil) }
    }

    @Test("a network brings a hundred new visitors at once and then one a minute, this machine all")
    func newcomers() {
        var places = Places(visitors: 3, visitorsOfNetwork: nil)
        let start = ContinuousClock.now
        func come(
            from network: UInt64, isNew: Bool = true, at time: ContinuousClock.Instant
        ) -> Places.Refusal? {
            _ = places.connected(1, from: network)
            defer { places.disconnected(1) }
            return places.visit(1, by: "SHA256:a", isNew: isNew, at: time)
        }
        for _ in 1...100 { #expect(come(from: 7, at: start) == nil) }
        #expect(come(from: 7, at: start) == .newcomers)
        // Whoever was here before may come, and so may others.
        #expect(come(from: 7, isNew: false, at: start) == nil)
        #expect(come(from: 8, at: start) == nil)
        for _ in 1...1000 { #expect(come(from: 0, at: start) == nil) }
        #expect(come(from: 7, at: start + .seconds(59)) == .newcomers)
        #expect(come(from: 7, at: start + .seconds(60)) == nil)
        #expect(come(from: 7, at: start + .seconds(60)) == .newcomers)
    }

    @Test("with a limit of a network's visitors, any number of new ones may come after one another")
    func newcomersOfACrowd() {
        var places = Places(visitors: 3, visitorsOfNetwork: 3)
        let now = ContinuousClock.now
        for _ in 1...1000 {
            _ = places.connected(1, from: 7)
            #expect(places.visit(1, by: nil, isNew: true, at: now) == nil)
            places.disconnected(1)
        }
    }

    @Test("a new visitor who is turned away because all places are taken does not count")
    func newcomersTurnedAway() {
        var places = Places(visitors: 1, visitorsOfNetwork: nil)
        let now = ContinuousClock.now
        for number in 1...2 { _ = places.connected(number, from: 7) }
        #expect(places.visit(1, by: nil, isNew: true, at: now) == nil)
        for _ in 1...200 {
            #expect(places.visit(2, by: nil, isNew: true, at: now) == .networkFull(limit: 1))
        }
        places.left(1)
        #expect(places.visit(2, by: nil, isNew: true, at: now) == nil)
    }

    @Test("a network is 56 bits of an IPv6 address, an IPv4 address, or this machine")
    func networks() {
        func network(_ address: String) -> UInt64 {
            var peer = sockaddr_in6()
            peer.sin6_family = sa_family_t(AF_INET6)
            inet_pton(AF_INET6, address, &peer.sin6_addr)
            var text = [CChar](repeating: 0, count: 64)
            return csh_network(csh_peer(v6: peer), &text)
        }
        #expect(network("2001:db8::1") == network("2001:db8:0:ff::7"))
        #expect(network("2001:db8::1") != network("2001:db8:0:100::1"))
        #expect(network("::ffff:192.0.2.1") != network("::ffff:192.0.2.2"))
        #expect(network("::1") == 0 && network("::ffff:127.9.9.9") == 0)
    }

    @Test("a network that connects too fast is turned away until it pauses, others and this machine are not")
    func rate() {
        var places = Places(visitors: 3, visitorsOfNetwork: 2)
        let start = ContinuousClock.now
        func admitted(of network: UInt64, at time: ContinuousClock.Instant) -> Int {
            (0..<1000).count { _ in places.admits(network, at: time) }
        }
        #expect(admitted(of: 7, at: start) == places.waiting(of: 7))
        #expect(admitted(of: 8, at: start) == places.waiting(of: 8))
        #expect(admitted(of: 0, at: start) == 1000)
        #expect(admitted(of: 7, at: start + Places.pause * 3) == 3)
        #expect(admitted(of: 7, at: start + .seconds(3600)) == places.waiting(of: 7))
    }

    @Test("a thousand networks that have paused are forgotten, and those that have not stay")
    func manyRates() {
        var places = Places(visitors: 3, visitorsOfNetwork: 2)
        let start = ContinuousClock.now
        func admitted(of network: UInt64, at time: ContinuousClock.Instant) -> Int {
            (0..<20).count { _ in places.admits(network, at: time) }
        }
        let now = start + Places.pause * (places.waiting(of: 7) - 1)
        for network in UInt64(10)..<2000 { _ = places.admits(network, at: start) }
        #expect(admitted(of: 7, at: start) == places.waiting(of: 7))
        for network in UInt64(2000)..<4000 { _ = places.admits(network, at: now) }
        #expect(admitted(of: 7, at: now) == places.waiting(of: 7) - 1)
    }

    @Test("one too many who waits pushes out whoever of the same network waits for the longest time")
    mutating func ownNetwork() {
        for number in 1...places.waiting(of: 7) { #expect(places.connected(number, from: 7) == nil) }
        #expect(places.connected(20, from: 8) == nil)
        #expect(places.connected(21, from: 7) == 1)
        places.disconnected(1)
        #expect(places.connected(22, from: 7) == 2)
    }

    @Test("from many networks, one too many pushes out somebody of the network with most of them")
    mutating func manyNetworks() {
        for number in 1...places.waiting - 2 {
            #expect(places.connected(number, from: UInt64(number)) == nil)
        }
        for number in 201...202 { #expect(places.connected(number, from: 5) == nil) }
        #expect(places.connected(203, from: 999) == 5)
    }

    @Test("whoever visits is not pushed out, and makes room among those who wait")
    mutating func visitors() {
        for number in 1...places.waiting(of: 7) { #expect(places.connected(number, from: 7) == nil) }
        #expect(places.visit(1, by: "SHA256:a") == nil)
        #expect(places.connected(20, from: 7) == nil)
        #expect(places.connected(21, from: 7) == 2)
    }

    @Test("a network has its share of the places, and others have theirs")
    mutating func share() {
        for number in 1...6 { _ = places.connected(number, from: number < 4 ? 7 : 8) }
        #expect(places.visit(1, by: "SHA256:a") == nil)
        #expect(places.visit(2, by: nil) == nil)
        #expect(places.visit(3, by: nil) == .networkFull(limit: 2))
        // The same key takes its own place over, and does not count twice.
        #expect(places.visit(3, by: "SHA256:a") == nil)
        #expect(places.visit(4, by: "SHA256:b") == nil)
        places.disconnected(2)
        places.disconnected(3)
        _ = places.connected(9, from: 7)
        #expect(places.visit(9, by: nil) == nil)
    }

    @Test("if no limit was given, half of all may be of one network, and all of this machine")
    mutating func noLimit() {
        var places = Places(visitors: 2, visitorsOfNetwork: nil)
        for number in 1...2 { _ = places.connected(number, from: 7) }
        #expect(places.visit(1, by: "SHA256:a") == nil)
        let refusal = places.visit(2, by: "SHA256:b")
        #expect(refusal == .networkFull(limit: 1))
        let sentence = refusal?.sentence(isGuest: false)
        #expect(
            sentence?.hasPrefix("1 visitor is here from your network, and no more may come in. Your credits")
                == true)
        #expect(refusal?.sentence(isGuest: true).contains("credits") == false)
        // This machine is network 0. Who comes after the second gets a storefront that says that all are here.
        places = Places(visitors: 2, visitorsOfNetwork: nil)
        for number in 1...2 + Places.turnedAway {
            #expect(places.connected(number, from: 0) == nil)
            #expect(places.visit(number, by: nil) == nil)
        }
        _ = places.connected(99, from: 0)
        #expect(places.visit(99, by: nil) == .full)
    }

    @Test("a key may be there twice, while the later visit takes over, and not three times")
    mutating func takeOver() {
        for number in 1...4 { _ = places.connected(number, from: UInt64(number)) }
        #expect(places.visit(1, by: "SHA256:a") == nil)
        #expect(places.visit(2, by: "SHA256:a") == nil)
        #expect(places.visit(3, by: "SHA256:a") == .occupied)
        places.left(1)
        #expect(places.visit(4, by: "SHA256:a") == nil)
    }

    @Test("whoever has left the store and stays connected waits, and can be pushed out")
    mutating func left() {
        for number in 1...places.waiting(of: 7) { _ = places.connected(number, from: 7) }
        #expect(places.visit(1, by: nil) == nil)
        places.left(1)
        #expect(places.connected(20, from: 7) == 1)
    }

    @Test("a few more than there are places for are let through to be told so, and no crowd")
    mutating func crowd() {
        var places = Places(visitors: 3, visitorsOfNetwork: 100)
        for number in 1...3 + Places.turnedAway {
            _ = places.connected(number, from: 7)
            #expect(places.visit(number, by: nil) == nil)
        }
        _ = places.connected(99, from: 8)
        #expect(places.visit(99, by: nil) == .full)
    }

    @Test("a crowd that is turned away is reported once in five seconds, with the number of all before")
    func report() {
        var limit = TurnedAwayLimit()
        let start = ContinuousClock.now
        #expect(limit.note(at: start) == 0)
        for _ in 1...100 { #expect(limit.note(at: start + .seconds(4)) == nil) }
        #expect(limit.note(at: start + TurnedAwayLimit.pause) == 100)
        #expect(limit.note(at: start + .seconds(60)) == 0)
    }

    @Test("whoever was pushed out has no place any more")
    mutating func pushedOut() {
        _ = places.connected(1, from: 7)
        places.disconnected(1)
        #expect(places.visit(1, by: nil) == .full)
    }
}

extension Places {
    /// A visitor who was here before asks for the store.
    fileprivate mutating func visit(_ connection: Int, by fingerprint: String?) -> Refusal? {
        visit(connection, by: fingerprint, isNew: false, at: .now)
    }
}
