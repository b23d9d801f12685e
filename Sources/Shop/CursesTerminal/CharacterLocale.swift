internal import Glibc
internal import Storefront

/// Sets the character locale, and says which characters the terminal can show. `monkeystore` calls it, as
/// `CursesTerminal.prepareLocale`, before it shows the storefront. A server's environment says little about
/// the terminal at the other end: often it names no locale, or one that the server does not have.
enum CharacterLocale {
    /// Sets the character locale of the process. It is UTF-8 unless the environment asks for
    /// another encoding.
    static func prepare() -> ScreenOptions.Glyphs {
        if setlocale(LC_CTYPE, "") != nil, let codeset = nl_langinfo(Int32(CODESET)),
            isUTF8(String(cString: codeset))
        {
            return .unicode
        }
        guard !namesOtherCodeset(environmentName()) else { return .ascii }
        return setlocale(LC_CTYPE, "C.UTF-8") == nil ? .ascii : .unicode
    }

    /// Whether a locale's name asks for an encoding other than UTF-8. "C" and "POSIX" ask for ASCII.
    static func namesOtherCodeset(_ name: String) -> Bool {
        if name == "C" || name == "POSIX" { return true }
        guard let dot = name.firstIndex(of: ".") else { return false }
        return !isUTF8(String(name[name.index(after: dot)...].prefix { $0 != "@" }))
    }

    private static func isUTF8(_ codeset: String) -> Bool {
        ["UTF-8", "UTF8", "utf-8", "utf8"].contains(codeset)
    }

    /// The name in the first variable that is set and not empty.
    private static func environmentName() -> String {
        for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(variable), value.pointee != 0 { return String(cString: value) }
        }
        return ""
    }
}
