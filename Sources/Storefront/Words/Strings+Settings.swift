internal import StoreModel

extension Strings {
    var settingsTitle: String { say(en: "Settings") }
    var settingsIntroduction: String {
        say(en: "What a store can do to a storefront. Changes are in force at once.")
    }
    var settingsLoading: String { say(en: "Reading the settings…") }

    func setting(_ row: SettingsRow) -> String {
        switch row {
        case .payments: say(en: "In-app purchases")
        case .network: say(en: "Network")
        case .askToBuy: say(en: "Ask to buy")
        case .interrupted: say(en: "Interrupted purchases")
        case .nextFailure: say(en: "Next purchase fails")
        case .delay: say(en: "Store delay")
        case .sheet: say(en: "Confirmation sheet")
        case .rate: say(en: "Subscriptions run")
        case .renewals: say(en: "Renewals")
        case .gracePeriod: say(en: "Grace period")
        }
    }

    func settingMeaning(_ row: SettingsRow) -> String {
        switch row {
        case .payments: say(en: "off: AppStore disabled")
        case .network: say(en: "the way to the store")
        case .askToBuy: say(en: "waits for approval")
        case .interrupted: say(en: "fails until resolved")
        case .nextFailure: say(en: "once, with this error")
        case .delay: say(en: "before each answer")
        case .sheet: say(en: "asks before it buys")
        case .rate: say(en: "for periods to come")
        case .renewals: say(en: "of subscriptions")
        case .gracePeriod: say(en: "after one is not paid")
        }
    }

    func allowed(_ isAllowed: Bool) -> String { isAllowed ? say(en: "allowed") : say(en: "not allowed") }
    func onOff(_ isOn: Bool) -> String { isOn ? say(en: "on") : say(en: "off") }
    func network(_ network: StoreSettings.Network) -> String {
        switch network {
        case .up: say(en: "up")
        case .down: say(en: "down")
        case .answersLost: say(en: "answers lost")
        }
    }
    func delay(milliseconds: Int) -> String {
        milliseconds % 1000 == 0 ? say(en: "\(milliseconds / 1000) s") : say(en: "\(milliseconds) ms")
    }
    /// How fast the periods of subscriptions pass.
    func rate(_ rate: TimeRate) -> String {
        switch rate {
        case .realTime: say(en: "in real time")
        case .oneHourIsOneDay: say(en: "1 h a day")
        case .thirtyMinutesIsOneDay: say(en: "30 min a day")
        case .fiveMinutesIsOneDay: say(en: "5 min a day")
        case .oneMinuteIsOneDay: say(en: "1 min a day")
        case .thirtySecondsIsOneDay: say(en: "30 s a day")
        case .oneSecondIsOneDay: say(en: "1 s a day")
        case .monthlyRenewalEveryHour: say(en: "1 h a month")
        case .monthlyRenewalEveryThirtyMinutes: say(en: "30 min a month")
        case .monthlyRenewalEveryFifteenMinutes: say(en: "15 min a month")
        case .monthlyRenewalEveryFiveMinutes: say(en: "5 min a month")
        case .monthlyRenewalEveryThirtySeconds: say(en: "30 s a month")
        case .oneRenewalEveryFifteenMinutes: say(en: "15 min each")
        case .oneRenewalEveryFiveMinutes: say(en: "5 min each")
        case .oneRenewalEveryMinute: say(en: "1 min each")
        case .oneRenewalEveryThirtySeconds: say(en: "30 s each")
        case .oneRenewalEveryTenSeconds: say(en: "10 s each")
        case .oneRenewalEveryTwoSeconds: say(en: "2 s each")
        }
    }
    func renewalsFail(_ fail: Bool) -> String { fail ? say(en: "not paid") : say(en: "paid") }
    var noFailure: String { say(en: "no") }
    /// An error's number and its name in two or three words.
    func failureName(_ error: StoreError) -> String {
        switch error {
        case .cannotConnect: say(en: "0 cannot connect")
        case .paymentCancelled: say(en: "2 cancelled")
        case .paymentInvalid: say(en: "3 payment invalid")
        case .paymentNotAllowed: say(en: "4 not allowed")
        case .productNotAvailable: say(en: "5 product gone")
        case .unknownServerError: say(en: "5002 unknown error")
        case .forgottenPassword: say(en: "5020 forgotten password")
        case .interrupted: say(en: "3038 interrupted")
        case .networkDown: say(en: "-1009 network down")
        case .connectionLost: say(en: "-1005 connection lost")
        default: say(en: "\(error.domain.rawValue) \(error.code)")
        }
    }
}
