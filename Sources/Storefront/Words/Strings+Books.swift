internal import StoreModel

extension Strings {
    var read: String { say(en: "Read") }
    var fetch: String { say(en: "Download") }
    var pause: String { say(en: "Pause") }
    var goOn: String { say(en: "Resume") }

    func logBooks(_ count: Int) -> String { say(en: "\(count) on the content server") }

    /// How a download stands, in a few words.
    func downloadState(_ download: Download) -> String {
        let percent = "\(Int(download.progress * 100)) %"
        switch download.state {
        case .waiting:
            return download.error == nil ? say(en: "waiting, \(percent)") : say(en: "tries again, \(percent)")
        case .active:
            guard let rest = download.timeRemaining, rest >= .seconds(1) else { return percent }
            return say(en: "\(percent), \(time(rest)) left")
        case .paused: return say(en: "paused, \(percent)")
        case .finished: return say(en: "on this device")
        case .failed: return say(en: "failed")
        case .cancelled: return say(en: "not on this device")
        }
    }

    /// Why a download stopped or waits. What was paid stays paid.
    func downloadTrouble(_ title: String, _ error: StoreError) -> String {
        if error.domain == .device, let message = error.message { return message }
        return switch error.contentCode {
        case .refunded: say(en: "\(title) was refunded, so it is not given. Nothing was charged.")
        case .notBought, .otherAccount, .receiptMissing, .receiptNotAuthentic, .otherApplication, .receiptTooOld:
            say(en: "\(title) was not given for this receipt. It is not paid again. Enter tries again.")
        case .noSuchContent: say(en: "\(title) is not on the content server now. It is not paid again.")
        case .otherContent, .tooLong: say(en: "\(title) came wrong, so nothing was kept. It is not paid again.")
        case .cannotVerify: say(en: "\(title) waits until the store can be asked. It is not paid again.")
        case nil: say(en: "\(title) waits for the content server, and goes on by itself. Not paid again.")
        }
    }

    func bookTitle(_ title: String, percent: Int) -> String { say(en: "\(title), \(percent) %") }
    func plainNoBook(_ number: Int) -> String { say(en: "\(number) is no book that is yours. Type products for all.") }

    private func time(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        return seconds < 120 ? say(en: "\(seconds) s") : say(en: "\(seconds / 60) min")
    }
}
