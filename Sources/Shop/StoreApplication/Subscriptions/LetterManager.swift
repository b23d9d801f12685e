internal import DeviceStorage
internal import StoreEvents
internal import StoreModel

/// Opens the keeper's letter, a text for its subscribers (`BuiltInProducts.keepersLetter`). `Application`
/// passes on the user's command. The text is part of the program, so reading it needs no network.
package final class LetterManager: Manager {
    /// The letters of a year in turn, separated by lines of three stars.
    private static let letters = String(decoding: PackageResources.keepers_letter_txt, as: UTF8.self)
        .split(separator: "\n***\n")

    package let work: WorkQueue
    private let replica: AccountReplica
    private let time: TimeSource

    /// - Parameter time: the store's clock, by which the subscription runs out.
    init(bus: EventBus, replica: AccountReplica, time: TimeSource) {
        work = WorkQueue(bus)
        self.replica = replica
        self.time = time
    }

    /// Opens the letter. `bookOpened` follows, or `actionFailed`.
    func request() { work.add { try self.open() } }

    private func open() throws {
        let letter = BuiltInProducts.keepersLetter
        let periods = try replica.numbers().latestPeriods.filter { $0.productIdentifier == letter }
        guard let period = periods.last(where: { $0.isInForce(at: time.now()) }) else {
            throw periods.isEmpty ? Trouble.letterNeedsSubscription : .letterExpired
        }
        let text = Self.letters[period.purchaseDate.calendarFields().month % Self.letters.count]
        let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        bus.publish(
            .bookOpened(BookOpened(productIdentifier: letter, paragraphs: paragraphs, place: ReadingPlace())))
    }
}
