internal import CNCurses
internal import StoreEvents
internal import Storefront

/// The colours and attributes of styles, for `CursesWindow`. With 256 colours or more, a role has a colour of
/// its own, which suits the background; with fewer, it has one of the user's own eight. A picture gets the
/// nearest of the terminal's colours.
struct Palette {
    let depth: ScreenOptions.Depth
    private let colours: TerminalColours

    /// Sets up the colours for an unknown background, if they are wanted and the terminal has them.
    init(usesColour: Bool) {
        guard usesColour, has_colors(), start_color() == OK, use_default_colors() == OK else {
            depth = .none
            colours = .eight
            return
        }
        depth = cn_colours() < 256 ? .basic : .many
        colours = TerminalColours(count: Int(cn_colours()), hasPalette: cn_has_palette())
        define(.unknown)
    }

    /// Takes the terminal's background. Curses rewrites the cells whose colour changes.
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

    /// The attributes for a style. Without colour, they tell apart the roles that have a meaning. No role is
    /// reversed: that marks the selection.
    func attributes(of style: Style) -> attr_t {
        var attributes: attr_t = 0
        if style.isBold { attributes |= CN_BOLD }
        if style.isDim { attributes |= CN_DIM }
        if style.isReverse { attributes |= CN_REVERSE }
        if style.isUnderlined { attributes |= CN_UNDERLINE }
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

/// The colours of the roles, for `Palette`: colours of the palette of 256, so they look the same everywhere.
enum RoleColours {
    enum Ground: Hashable, CaseIterable {
        /// The colours can be read on black and on white.
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
        case (.accent, .dark): RGB(0xFF, 0xD7, 0x5F)
        case (.accent, .light): RGB(0x87, 0x5F, 0x00)
        case (.accent, .unknown): RGB(0xAF, 0x87, 0x00)
        case (.price, .dark): RGB(0x5F, 0xD7, 0xAF)
        case (.price, .light): RGB(0x00, 0x87, 0x5F)
        case (.price, .unknown): RGB(0x00, 0x87, 0x87)
        case (.good, .dark): RGB(0x87, 0xD7, 0x5F)
        case (.good, .light): RGB(0x00, 0x87, 0x00)
        case (.good, .unknown): RGB(0x00, 0x87, 0x00)
        case (.warning, .dark): RGB(0xFF, 0xAF, 0x5F)
        case (.warning, .light): RGB(0xAF, 0x5F, 0x00)
        case (.warning, .unknown): RGB(0xD7, 0x5F, 0x00)
        case (.error, .dark): RGB(0xFF, 0x5F, 0x5F)
        case (.error, .light): RGB(0xAF, 0x00, 0x00)
        case (.error, .unknown): RGB(0xD7, 0x00, 0x00)
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
