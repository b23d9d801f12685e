import StoreEvents
import StoreModel
import Testing

@testable import Storefront

/// The animations: each has a few pictures, and then nothing moves.
@Suite struct MomentTests {
    struct Moment: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let state: StorefrontState
        let pictures: Int
    }

    static let moments = [
        Moment(testDescription: "credits", state: credits, pictures: 4),
        Moment(
            testDescription: "banana", state: ready().hearing(balance(34, change: -1, .spend)), pictures: 5),
        Moment(testDescription: "filter", state: filter, pictures: 4),
    ]

    private static let credits = ready().hearing(balance(45, change: 10, .purchase))
    private static let filter = readyToFilter(owning: [.sepia]).hearing(.pictureOpened(sunset)).sending(
        .filter(.sepia)
    )
    .hearing(.filtersChanged([.sepia]))

    @Test(
        "A moment has its pictures, at most four in a second, and ends; then nothing is due",
        arguments: moments)
    func momentsEnd(_ moment: Moment) throws {
        var state = moment.state
        var frames = [state.frame()]
        while let deadline = state.nextDeadline {
            #expect(deadline - state.now >= .milliseconds(250))
            state.now = deadline
            frames.append(state.frame())
        }
        #expect(Set(frames).count == frames.count)
        #expect(frames.count == moment.pictures + 1)
        #expect(state.now == start + .seconds(3))
        #expect(state.mood == .waiting)
    }

    @Test("Where nothing may move, one picture stands for the moment", arguments: moments)
    func momentsStandStill(_ moment: Moment) {
        var state = moment.state
        state.options.allowsAnimation = false
        #expect(state.nextDeadline == start + .seconds(3))
        let first = state.frame()
        state.wait(.milliseconds(2999))
        #expect(state.frame() == first)
        state.wait(.milliseconds(1))
        #expect(state.frame() != first)
        #expect(state.nextDeadline == nil)
    }

    @Test func `The pictures of the moments look as they were recorded, large and small`() throws {
        var text = ""
        for moment in Self.moments {
            var state = moment.state
            for picture in 0..<moment.pictures {
                text += "\(moment.testDescription) \(picture)\n"
                let rows = state.frame().description.split(
                    separator: "\n", omittingEmptySubsequences: false)
                text += rows[0...8].joined(separator: "\n") + "\n"
                let small = state.frame(40, 12).description.split(separator: "\n")
                text += small[0...1].joined(separator: "\n") + "\n"
                state.now = state.nextDeadline ?? state.now
            }
        }
        try expectRecorded(text, as: "moments")
    }

    @Test func `With few colours the store looks as it was recorded, with a monkey of lines`() throws {
        let state = ready().then { $0.options.depth = .basic }
        try expectRecorded(state.frame().description, as: "ready-basic-80x24")
    }

    @Test
    func `How many credits came is seen, also after the purchase has succeeded, until the moment is over`() {
        var state = Self.credits.hearing(.transactionSucceeded(transaction("key", ten, .purchased)))
        for (columns, rows) in [(80, 24), (40, 12), (200, 60)] {
            #expect(state.frame(columns, rows).description.contains("45 monkey credits  +10"))
        }
        state.wait(.seconds(3))
        #expect(!state.frame().description.contains("credits  +10"))
    }

    @Test
    func `A filter comes over the picture from the left, and only if somebody has just switched it on`() {
        var state = Self.filter.pressing("p")
        let before = Self.plainPhoto(filters: [])
        let after = Self.plainPhoto(filters: [.sepia])
        let half = { (frame: Frame, columns: Range<Int>) in
            (2..<20).map { row in columns.map { frame[$0, row] } }
        }
        state.wait(.milliseconds(300))
        #expect(half(state.frame(), 0..<40) == half(after, 0..<40))
        #expect(half(state.frame(), 40..<80) == half(before, 40..<80))
        state.wait(.seconds(3))
        #expect(state.frame() == after)
        // The filter is switched off again, or switched on by another visit.
        state = state.sending(.filter(.sepia)).hearing(.filtersChanged([]))
        #expect(state.currentReaction == nil)
        state.hear(.filtersChanged([.sepia]))
        #expect(state.currentReaction == nil)
    }

    /// The photo with filters that were on from the beginning.
    private static func plainPhoto(filters: Set<PhotoFilter>) -> Frame {
        readyToFilter(owning: [.sepia]).hearing(.pictureOpened(sunset), .filtersChanged(filters)).pressing(
            "p"
        ).frame()
    }
}
