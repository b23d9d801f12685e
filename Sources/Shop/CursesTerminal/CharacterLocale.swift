internal import Glibc
internal import Storage
package import Storefront

/// Sets the character locale, and says which characters the terminal can show. `monkeystore` calls it before
/// it shows the storefront. A server's environment says little about the terminal at the other end: often it
/// names no locale, or one that the server does not have.
package enum CharacterLocale {
    /// Sets the character locale of the process. It is UTF-8 unless the environment asks for
    /// another encoding.
    package static func prepare() -> ScreenOptions.Glyphs {
        let isInstalled = setlocale(LC_CTYPE, "") != nil
        if isInstalled, let codeset = nl_langinfo(Int32(CODESET)), isUTF8(String(cString: codeset)) {
            return .unicode
        }
        guard !asksForOtherCodeset(environmentName(), isInstalled: isInstalled) else { return .ascii }
        return setlocale(LC_CTYPE, "C.UTF-8") == nil ? .ascii : .unicode
    }

    /// Whether a locale that is not known to be UTF-8 asks for another encoding. An installed one does, even
    /// if its name says nothing of that. "C" and "POSIX" ask for ASCII.
    static func asksForOtherCodeset(_ name: String, isInstalled: Bool) -> Bool {
        if name.isEmpty { return false }
        if isInstalled || name == "C" || name == "POSIX" { return true }
        guard let dot = name.firstIndex(of: ".") else { return false }
        return !isUTF8(String(name[name.index(after: dot)...].prefix { $0 != "@" }))
    }

    private static func isUTF8(_ codeset: String) -> Bool {
        ["UTF-8", "UTF8", "utf-8", "utf8"].contains(codeset)
    }

    /// The name in the first variable that is set and not empty.
    private static func environmentName() -> String {
        ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(EnvironmentVariables.value(of:)).first ?? ""
    }
}
