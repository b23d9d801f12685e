internal import CNCurses
internal import Storefront
internal import StorefrontMessages

/// The colours and attributes of styles, for `CursesWindow`. With 256 colours and more, a role has a colour of its own, which
/// suits the background; with fewer, one of the user's own eight. A picture gets the nearest of the terminal's colours.
struct Palette {
    let depth: ScreenOptions.Depth
    private let colours: TerminalColours

    /// Sets the colours up for an unknown background, if they are wanted and the terminal has them.
    init(usesColour: Bool) {
        guard usesColour, has_colors(), start_color() == OK, use_default_colors() == OK else {
            depth = .none
            colours = .eight
            return
        }
        depth = cn_colours() < 256 ? .basic : .many
        colours = TerminalColours(count: Int(cn_colours()))
        define(.unknown)
    }

    /// Takes the terminal's background. Curses writes anew what has a colour that changes.
    func use(background: RGB) {
        if depth != .none { define(RoleColours.Ground(background)) }
    }

    private func define(_ ground: RoleColours.Ground) {
        for role in Style.Role.allCases {
            guard let colour = RoleColours.colour(of: role, on: ground) else { continue }
            let number = colours.hasShades ? colours.nearest(to: colour) : RoleColours.plain(role, on: ground)
            init_extended_pair(Int32(role.rawValue), number, -1)
        }
    }

    /// The pair of colours for a style. If all pairs are in use, curses replaces the least recently used one.
    func pair(of style: Style) -> Int32 {
        guard depth != .none else { return 0 }
        guard let own = style.colours else { return Int32(style.role.rawValue) }
        // −1 is the user's own background.
        let background = own.background.map(colours.nearest) ?? -1
        return max(0, alloc_pair(colours.nearest(to: own.foreground), background))
    }

    /// The attributes for a style. Without colour they distinguish the roles that have a meaning, and none is reversed: that is
    /// the selection's.
    func attributes(of style: Style) -> attr_t {
        var attributes: attr_t = 0
        if style.isBold { attributes |= CN_BOLD }
        if style.isDim { attributes |= CN_DIM }
        if style.isReverse { attributes |= CN_REVERSE }
        guard depth == .none else { return attributes }
        switch style.role {
        case .normal, .price: return attributes
        case .accent: return attributes | CN_BOLD
        case .good: return style.isBold ? attributes : attributes | CN_DIM
        case .warning: return attributes | CN_UNDERLINE
        case .error: return attributes | CN_BOLD | CN_UNDERLINE
        }
    }
}

/// The colours of the roles, for `Palette`.
enum RoleColours {
    enum Ground: Hashable, CaseIterable {
        /// The colours are to be read on black and on white.
        case unknown
        case dark, light

        init(_ background: RGB) {
            // As bright as the eye sees it, 0 to 255.
            let brightness =
                (299 * Int(background.red) + 587 * Int(background.green) + 114 * Int(background.blue)) / 1000
            self = brightness < 128 ? .dark : .light
        }
    }

    /// The colour of a role; nil for the user's own.
    static func colour(of role: Style.Role, on ground: Ground) -> RGB? {
        switch (role, ground) {
        case (.normal, _): nil
        // A banana's yellow.
        case (.accent, .dark): RGB(0xFF, 0xD4, 0x47)
        case (.accent, .light): RGB(0x8A, 0x60, 0x00)
        case (.accent, .unknown): RGB(0xAF, 0x7D, 0x00)
        case (.price, .dark): RGB(0x6F, 0xD6, 0xB5)
        case (.price, .light): RGB(0x00, 0x77, 0x5C)
        case (.price, .unknown): RGB(0x1F, 0x9A, 0x7C)
        case (.good, .dark): RGB(0x8B, 0xD4, 0x6B)
        case (.good, .light): RGB(0x2F, 0x7A, 0x1F)
        case (.good, .unknown): RGB(0x2F, 0x99, 0x2F)
        case (.warning, .dark): RGB(0xFF, 0xA1, 0x4D)
        case (.warning, .light): RGB(0xA8, 0x4B, 0x00)
        case (.warning, .unknown): RGB(0xD0, 0x6A, 0x10)
        case (.error, .dark): RGB(0xFF, 0x6B, 0x6B)
        case (.error, .light): RGB(0xB3, 0x20, 0x2C)
        case (.error, .unknown): RGB(0xE0, 0x2F, 0x2F)
        }
    }

    /// The number of a role's colour among the user's own eight.
    static func plain(_ role: Style.Role, on ground: Ground) -> Int32 {
        switch role {
        case .normal: -1
        // Yellow is hard to read on white.
        case .accent: ground == .light ? COLOR_BLUE : COLOR_YELLOW
        case .good: COLOR_GREEN
        case .warning: COLOR_MAGENTA
        case .error: COLOR_RED
        case .price: COLOR_CYAN
        }
    }
}
