internal import CNCurses
internal import Storefront

/// What the roles of a style look like. The colours are the user's own eight, on the user's own background; yellow is not
/// among them, since few can read it on white.
struct Palette {
    private let hasColour: Bool

    /// Sets the colours up, where they are wanted and the terminal has them.
    init(usesColour: Bool) {
        guard usesColour, has_colors(), start_color() == OK, use_default_colors() == OK else {
            hasColour = false
            return
        }
        hasColour = true
        for role in Style.Role.allCases where role != .normal {
            init_pair(Int16(role.rawValue), Self.colour(of: role), -1)
        }
    }

    /// The pair of colours for a style.
    func pair(of style: Style) -> Int16 {
        hasColour ? Int16(style.role.rawValue) : 0
    }

    /// The attributes for a style. Without colour they tell the roles apart.
    func attributes(of style: Style) -> attr_t {
        var attributes: attr_t = 0
        if style.isBold { attributes |= CN_BOLD }
        if style.isDim { attributes |= CN_DIM }
        if style.isReverse { attributes |= CN_REVERSE }
        guard !hasColour else { return attributes }
        switch style.role {
        case .normal: return attributes
        case .accent: return attributes | CN_BOLD
        case .good: return attributes | CN_UNDERLINE
        case .warning: return attributes | CN_BOLD | CN_UNDERLINE
        case .error: return attributes ^ CN_REVERSE | CN_BOLD
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
