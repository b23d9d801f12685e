internal import StoreModel
internal import StorefrontMessages

extension Strings {
    func signInTitle(_ store: String) -> String {
        localized(
            en: "Sign in to \(store)", es: "Inicia sesión en \(store)", fr: "Connexion à \(store)",
            it: "Accedi a \(store)")
    }
    var signInPassword: String { localized(en: "Password", es: "Contraseña", fr: "Mot de passe", it: "Password") }
    var signInButton: String { localized(en: "Sign in", es: "Entrar", fr: "Connexion", it: "Accedi") }
    var newAccountButton: String {
        localized(en: "New account", es: "Cuenta nueva", fr: "Nouveau compte", it: "Nuovo account")
    }
    /// The same where there is little room.
    var newAccountShort: String { localized(en: "New", es: "Nueva", fr: "Nouveau", it: "Nuovo") }

    /// What the sheet has to say: what happened, what it means for the money, and the ways out.
    func signInMessage(_ sheet: SignInSheet) -> String {
        switch sheet.phase {
        case .waiting(isNewAccount: false):
            localized(en: "Signing in…", es: "Iniciando sesión…", fr: "Connexion…", it: "Accesso in corso…")
        case .waiting(isNewAccount: true):
            localized(
                en: "Making the account…", es: "Creando la cuenta…", fr: "Création du compte…", it: "Creo l'account…")
        case .incomplete(let stop): signInIncomplete(stop)
        case .typing: sheet.request.reason.map(signInFailure) ?? signInIntroduction
        }
    }

    func signInIncomplete(_ stop: SignInSheet.Stop) -> String {
        let isAccount = stop == .account
        let lengths = isAccount ? StoreWire.Credentials.accountLengths : StoreWire.Credentials.passwordLengths
        let (least, most) = (lengths.lowerBound, lengths.upperBound)
        return isAccount
            ? localized(
                en: "An account name has \(least) to \(most) characters.",
                es: "El nombre de una cuenta tiene de \(least) a \(most) caracteres.",
                fr: "Un nom de compte a de \(least) à \(most) caractères.",
                it: "Il nome di un account ha da \(least) a \(most) caratteri.")
            : localized(
                en: "A password has \(least) to \(most) characters.",
                es: "Una contraseña tiene de \(least) a \(most) caracteres.",
                fr: "Un mot de passe a de \(least) à \(most) caractères.",
                it: "Una password ha da \(least) a \(most) caratteri.")
    }

    func signInFailure(_ error: StoreError) -> String {
        switch (error.domain, error.code) {
        case (.storeServer, 5020):
            localized(
                en: "Wrong name or password (5020). Nothing was charged. Try again, or make a new account.",
                es: "Nombre o contraseña erróneos (5020). Nada cobrado. Reintenta, o crea una cuenta.",
                fr: "Nom ou mot de passe erroné (5020). Rien débité. Réessaie, ou crée un compte.",
                it: "Nome o password errati (5020). Nessun addebito. Riprova, o crea un account.")
        case (.storeKit, 3): notCharged(error.message ?? credentialsRefused)
        case (.account, 401):
            localized(
                en: "The store has forgotten who you are (401). Nothing was charged. Sign in again.",
                es: "La tienda ha olvidado quién eres (401). Nada cobrado. Inicia sesión otra vez.",
                fr: "La boutique ne sait plus qui tu es (401). Rien débité. Reconnecte-toi.",
                it: "Il negozio non sa più chi sei (401). Nessun addebito. Accedi di nuovo.")
        case (.account, 409):
            localized(
                en: "This account exists already (409). Nothing was charged. Sign in, or take another name.",
                es: "Esta cuenta ya existe (409). Nada cobrado. Entra, o elige otro nombre.",
                fr: "Ce compte existe déjà (409). Rien débité. Connecte-toi, ou prends un autre nom.",
                it: "Questo account esiste già (409). Nessun addebito. Accedi, o scegli un altro nome.")
        case (.account, 429): notCharged(error.message ?? tooManyAttempts)
        default:
            localized(
                en: "\(failureWords(error)) (\(error.code)). Nothing was charged. Try again, or cancel.",
                es: "\(failureWords(error)) (\(error.code)). Nada cobrado. Reintenta, o cancela.",
                fr: "\(failureWords(error)) (\(error.code)). Rien débité. Réessaie, ou annule.",
                it: "\(failureWords(error)) (\(error.code)). Nessun addebito. Riprova, o annulla.")
        }
    }

    private func notCharged(_ sentence: String) -> String {
        localized(
            en: "\(sentence) Nothing was charged.", es: "\(sentence) No se ha cobrado nada.",
            fr: "\(sentence) Rien n'a été débité.", it: "\(sentence) Nessun addebito.")
    }
    private var credentialsRefused: String {
        localized(
            en: "The store takes no such name or password (3).", es: "La tienda no acepta ese nombre o contraseña (3).",
            fr: "La boutique n'accepte pas ce nom ou ce mot de passe (3).",
            it: "Il negozio non accetta questo nome o password (3).")
    }
    private var tooManyAttempts: String {
        localized(
            en: "Too many attempts (429). Wait a minute, then try again.",
            es: "Demasiados intentos (429). Espera un minuto y reintenta.",
            fr: "Trop d'essais (429). Attends une minute, puis réessaie.",
            it: "Troppi tentativi (429). Aspetta un minuto e riprova.")
    }
    private var signInIntroduction: String {
        localized(
            en: "The store wants to know who buys. New here? Choose a name and a password, then New account.",
            es: "La tienda quiere saber quién compra. ¿Primera vez? Elige nombre y contraseña: Cuenta nueva.",
            fr: "La boutique veut savoir qui achète. Première fois ? Choisis nom et mot de passe : Nouveau compte.",
            it: "Il negozio vuole sapere chi compra. Prima volta? Scegli nome e password, poi Nuovo account.")
    }

    var feedSignedOut: String {
        localized(
            en: "Nobody is signed in. None was spent.  i signs in",
            es: "No hay sesión iniciada. No se gastó nada.  i entrar",
            fr: "Personne n'est connecté. Rien dépensé.  i connexion",
            it: "Nessuno ha fatto l'accesso. Nulla speso.  i accedi")
    }
    func signedIn(_ account: String) -> String {
        localized(
            en: "Signed in as \(account).", es: "Sesión iniciada como \(account).", fr: "Connecté : \(account).",
            it: "Accesso come \(account).")
    }
    func signedOut(isInFlight: Bool) -> String {
        isInFlight
            ? localized(
                en: "Signed out. What is in flight is safe and goes on at the next sign-in.",
                es: "Sesión cerrada. Lo que está en curso está a salvo y sigue al volver a entrar.",
                fr: "Déconnecté. Ce qui est en cours est à l'abri et reprend à la connexion.",
                it: "Disconnesso. Ciò che è in corso è al sicuro e riprende al nuovo accesso.")
            : localized(
                en: "Signed out. i signs in again.", es: "Sesión cerrada. Con i entras otra vez.",
                fr: "Déconnecté. i pour te reconnecter.", it: "Disconnesso. Con i accedi di nuovo.")
    }
}
