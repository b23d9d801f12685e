internal import CNCurses
internal import Storefront

/// The colours and attributes of styles, for `CursesWindow`. The roles have colours of the user's own eight, on the
/// user's own background, without yellow, which is hard to read on white. A picture gets the nearest of the terminal's
/// colours.
struct Palette {
    let hasColour: Bool
    private let colours: TerminalColours

    /// Sets the colours up, if they are wanted and the terminal has them.
    init(usesColour: Bool) {
        guard usesColour, has_colors(), start_color() == OK, use_default_colors() == OK else {
            hasColour = false
            colours = .eight
            return
        }
        hasColour = true
        colours = TerminalColours(count: Int(cn_colours()))
        for role in Style.Role.allCases where role != .normal {
            init_pair(Int16(role.rawValue), Self.colour(of: role), -1)
        }
    }

    /// The pair of colours for a style. If all pairs are in use, curses replaces the least recently used one.
    func pair(of style: Style) -> Int32 {
        guard hasColour else { return 0 }
        guard let own = style.colours else { return Int32(style.role.rawValue) }
        return max(0, alloc_pair(colours.nearest(to: own.foreground), colours.nearest(to: own.background)))
    }

    /// The attributes for a style. Without colour they distinguish the roles, and none is reversed: that is the selection's.
    func attributes(of style: Style) -> attr_t {
        var attributes: attr_t = 0
        if style.isBold { attributes |= CN_BOLD }
        if style.isDim { attributes |= CN_DIM }
        if style.isReverse { attributes |= CN_REVERSE }
        guard !hasColour else { return attributes }
        switch style.role {
        case .normal: return attributes
        case .accent: return attributes | CN_BOLD
        case .good: return style.isBold ? attributes : attributes | CN_DIM
        case .warning: return attributes | CN_UNDERLINE
        case .error: return attributes | CN_BOLD | CN_UNDERLINE
        }
    }

    private static func colour(of role: Style.Role) -> Int16 {
        switch role {
        case .normal: -1
        case .accent: Int16(COLOR_CYAN)
        case .good: Int16(COLOR_GREEN)
        case .warning: Int16(COLOR_MAGENTA)
        case .error: Int16(COLOR_RED)
        }
    }
}
