internal import StoreModel

extension Strings {
    var photoTitle: String { say(en: "Photo") }
    var photoLoading: String { say(en: "Opening the picture…") }
    var clearFilters: String { say(en: "Clear") }
    var footerSwitch: String { say(en: "on/off, buy") }

    func name(of filter: PhotoFilter) -> String {
        switch filter {
        case .greyscale: say(en: "Greyscale")
        case .sepia: say(en: "Sepia")
        }
    }
    /// The same where there is little room.
    func shortName(of filter: PhotoFilter) -> String {
        switch filter {
        case .greyscale: say(en: "Grey")
        case .sepia: say(en: "Sepia")
        }
    }
    func filterSwitch(_ name: String, isOn: Bool) -> String { say(en: "\(name): \(onOff(isOn))") }
    func buyFilter(_ name: String) -> String { say(en: "Buy \(name)") }

    /// Which filters are on, in the order in which they are applied.
    func filtersOn(_ filters: Set<PhotoFilter>) -> String {
        guard !filters.isEmpty else { return say(en: "no filter") }
        return PhotoFilter.allCases.filter(filters.contains).map(name).joined(separator: " + ")
    }
    func filterRefused(_ filter: PhotoFilter) -> String {
        say(en: "\(name(of: filter)) is not yours yet. Nothing was charged; buy it first.")
    }

    // MARK: In lines

    func plainFilters(_ filters: Set<PhotoFilter>) -> String { say(en: "Filters on: \(filtersOn(filters)).") }
    func plainNoFilter(_ name: String) -> String {
        say(en: "There is no filter \(name); there are greyscale and sepia.")
    }

    // MARK: The log

    func logPicture(width: Int, height: Int) -> String { say(en: "\(width) × \(height)") }
}
