import StoreModel
import StorefrontMessages
import Testing

@testable import Storefront

@Suite struct HostileTextTests {
    static let texts = [
        "\u{1B}[2J\u{1B}[H\u{1B}]52;c;ZXZpbA==\u{07}", "\u{9B}31m\u{90}q\u{9C}", "a\u{202E}b\u{2066}c",
        String(repeating: "long ", count: 2000), String(repeating: "e\u{301}\u{302}\u{303}", count: 500),
        String(repeating: "🍌猿", count: 100), String(repeating: "\u{301}", count: 10_000), "", "\n\n\t", "\u{0}",
    ]

    @Test("No text of another party leaves anything but characters of known width in a frame", arguments: texts)
    func framesHoldOnlyPlainCharacters(_ text: String) {
        for state in Self.states(with: text) {
            for (columns, rows) in [(34, 10), (80, 24), (130, 24)] {
                for glyphs in [ScreenOptions.Glyphs.unicode, .ascii] {
                    let frame = state.frame(columns, rows, options: ScreenOptions(glyphs: glyphs))
                    #expect(fault(in: frame, glyphs) == nil)
                }
            }
        }
    }

    /// The text in every place where the screens show a text of the store, the system or another program.
    private static func states(with text: String) -> [StorefrontState] {
        let identifier = ProductIdentifier(rawValue: text)
        let hostile = Product(
            identifier: identifier, kind: .consumable, localizedTitle: text, localizedDescription: text,
            price: Money(milliunits: 990, currency: text),
            priceLocale: PriceLocale(
                identifier: text, prefix: text, suffix: text, decimalSeparator: text, groupingSeparator: text,
                primaryGroupingSize: 3, secondaryGroupingSize: 3, fractionDigits: 2))
        let error = StoreError(domain: StoreErrorDomain(rawValue: text), code: 77, message: text)
        let bought = PaymentTransaction(
            key: IdempotencyKey(rawValue: text), payment: Payment(product: identifier), state: .failed,
            transactionIdentifier: TransactionIdentifier(rawValue: text), error: error,
            originalTransactionIdentifier: TransactionIdentifier(rawValue: text),
            addedDate: Timestamp(milliseconds: .min / 2_000))
        let main = state(
            after: .storeOpened(
                StoreOpened(
                    settings: StorefrontSettings(), environment: .production, accountName: text,
                    productIdentifiers: [identifier, ten])),
            prices(hostile, invalid: [ten]),
            updated(transaction("k", identifier, .deferred)),
            .actionFailed(sentence: text))
        let asked = main.hearing(sheet("s", hostile))
        let tampered = asked.hearing(.ledgerTampered(findings: [text, text], balance: 1))
        let failed = main.hearing(.transactionFailed(bought))
        let settings = main.hearing(.settingsChanged(.with { $0.store.nextFailure = error })).pressing("s")
        let list = main.pressing("t").hearing(transactionsListed([(bought, [])]))
        let undelivered = main.hearing(.deliveryFailed(bought, reason: .undeliverable(text)))
        let refusal = StoreError(domain: .account, code: 429, message: text)
        let signIn = main.hearing(
            .signInRequested(SignInRequested(storeName: text, accountName: text, reason: refusal)))
        let pasted = signIn.then {
            $0.signIn?.selected = .account
            _ = $0.handle(.paste(text))
        }
        let signedIn = main.hearing(.signedIn(accountName: text, environment: .sandbox))
        return [signIn, pasted, signedIn, main, asked, tampered, failed, settings, list, undelivered]
    }

    /// The first cell that a terminal could not show.
    private func fault(in frame: Frame, _ glyphs: ScreenOptions.Glyphs) -> String? {
        for row in 0..<frame.size.rows {
            for column in 0..<frame.size.columns {
                let cell = frame[column, row]
                guard let character = cell.character else {
                    let left = column > 0 ? frame[column - 1, row].character : nil
                    if left.map({ TerminalText(String($0)).width }) != 2 {
                        return "half a character at \(column),\(row)"
                    }
                    continue
                }
                let width = TerminalText(String(character)).width
                let isWhole = width == 1 || (column + 1 < frame.size.columns && frame[column + 1, row].character == nil)
                if TerminalText(String(character)).string != String(character) || width == 0 || !isWhole {
                    return "\(character.unicodeScalars.map { String($0.value, radix: 16) }) at \(column),\(row)"
                }
                if glyphs == .ascii, !character.isASCII { return "not ASCII: \(character) at \(column),\(row)" }
            }
        }
        return nil
    }
}
