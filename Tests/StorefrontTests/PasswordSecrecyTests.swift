import StoreEvents
import StoreModel
import Testing

@testable import Storefront

/// A password of characters that no screen shows otherwise.
private let secret = "ƔƕƷƱƛƢƬƺ"

@Suite struct PasswordSecrecyTests {
    private func isShown(in text: String) -> Bool { text.contains { secret.contains($0) } }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test func `No frame of any size and no row of the log ever shows a character of the password`() {
        let bus = EventBus()
        let screen = StorefrontScreen(bus: bus)
        screen.appear {}
        var now = ContinuousClock.now
        func look() {
            now += .milliseconds(200)
            screen.advance(to: now)
            for (columns, rows) in [(34, 10), (40, 12), (80, 24), (200, 60)] {
                let frame = screen.frame(size: Size(columns: columns, rows: rows))
                if isShown(in: frame.description) { Issue.record("\(frame)") }
            }
        }
        bus.publish(opened(account: nil, selling: [five, ten]))
        let reasons: [StoreError?] = [nil, .forgottenPassword, .tooManyAttempts, .accountTaken]
        for (attempt, reason) in reasons.enumerated() {
            bus.publish(
                .signInRequested(SignInRequested(storeName: "store", accountName: "jane", reason: reason)))
            look()
            if reason == .accountTaken { screen.handle(.key(.tab), at: now) }
            if attempt == 1 { screen.handle(.paste(secret), at: now) }
            for character in secret where attempt != 1 {
                screen.handle(.key(.character(character)), at: now)
                look()
            }
            for key in [Key.left, .home, .delete, .right, .end, .backspace, "x", "x", "x"] {
                screen.handle(.key(key), at: now)
                look()
            }
            if attempt > 1 { screen.handle(.key(.tab), at: now) }
            if attempt > 2 { screen.handle(.key(.tab), at: now) }
            screen.handle(.key(.enter), at: now)
            look()
        }
        bus.publish(.signedIn(accountName: "jane", environment: .sandbox))
        look()
        #expect(screen.frame(size: Size(columns: 200, rows: 60)).description.contains("SignInAnswered"))
    }

    @Test func `No line of the plain storefront ever says the password`() {
        let shop = PlainShop([.signInRequested(SignInRequested(storeName: "store", accountName: nil))])
        for line in ["sign-in jane", secret, "no", "help"] {
            let said = shop.take(line) + shop.hear() + [shop.store.prompt]
            #expect(!(shop.opening + said).contains(where: isShown))
        }
    }

    @Test func `A command with a password does not say what it is, however it is described`() {
        let password = Password(secret)
        for answer in [
            SignInAnswer.signIn(account: "jane", password: password),
            .createAccount(account: "jane", password: password),
        ] {
            let command = StorefrontCommand.signIn(answer)
            for text in ["\(command)", String(reflecting: command), dumped(command)] {
                #expect(!isShown(in: text))
            }
        }
    }

    @Test(
        "What the screen keeps of an answer does not describe the password, and the sheet forgets it once it is sent"
    )
    func descriptions() {
        var state = ready(account: nil).hearing(signInQuestion("jane")).writing(secret)
        let requests = state.press(.enter)
        #expect(requests.count == 1)
        for request in requests {
            #expect(
                !isShown(in: "\(request)")
                    && !isShown(in: String(reflecting: StorefrontMessage.command(request))))
            state.hear(.command(request))
        }
        #expect(!isShown(in: dumped(state)))
        state = state.hearing(signInQuestion("jane", .forgottenPassword)).writing(secret).pressing(.escape)
        #expect(!isShown(in: dumped(state)))
    }
}
