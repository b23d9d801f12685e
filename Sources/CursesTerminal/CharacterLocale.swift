internal import Glibc
internal import Storefront

/// Finds out which characters the terminal takes. The environment of a server says little about the terminal at the
/// other end: often it names a locale that the server lacks, or none.
enum CharacterLocale {
    /// Sets the locale of characters for the process; UTF-8 wherever the environment does not ask for something else.
    static func prepare() -> ScreenOptions.Glyphs {
        if setlocale(LC_CTYPE, "") != nil, let codeset = nl_langinfo(Int32(CODESET)), isUTF8(String(cString: codeset)) {
            return .unicode
        }
        guard !namesOtherCodeset(environmentName()) else { return .ascii }
        return setlocale(LC_CTYPE, "C.UTF-8") == nil ? .ascii : .unicode
    }

    /// Whether a locale's name asks for characters that are not UTF-8. The locales of the standard, "C" and "POSIX", ask
    /// for ASCII.
    static func namesOtherCodeset(_ name: String) -> Bool {
        if name == "C" || name == "POSIX" { return true }
        guard let dot = name.firstIndex(of: ".") else { return false }
        return !isUTF8(String(name[name.index(after: dot)...].prefix { $0 != "@" }))
    }

    private static func isUTF8(_ codeset: String) -> Bool {
        ["UTF-8", "UTF8", "utf-8", "utf8"].contains(codeset)
    }

    /// The name that counts: the first that is set and not empty.
    private static func environmentName() -> String {
        for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(variable), value.pointee != 0 { return String(cString: value) }
        }
        return ""
    }
}
