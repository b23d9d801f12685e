internal import StoreModel

extension Strings {
    var photoTitle: String { localized(en: "Photo", es: "Foto", fr: "Photo", it: "Foto") }
    var photoLoading: String {
        localized(
            en: "Opening the picture…", es: "Abriendo la imagen…", fr: "Ouverture de l'image…", it: "Apro l'immagine…")
    }
    var clearFilters: String { localized(en: "Clear", es: "Quitar", fr: "Retirer", it: "Togli") }

    func name(of filter: PhotoFilter) -> String {
        switch filter {
        case .greyscale: localized(en: "Greyscale", es: "Grises", fr: "Gris", it: "Grigi")
        case .sepia: localized(en: "Sepia", es: "Sepia", fr: "Sépia", it: "Seppia")
        }
    }
    /// The same where there is little room.
    func shortName(of filter: PhotoFilter) -> String {
        switch filter {
        case .greyscale: localized(en: "Grey", es: "Gris", fr: "Gris", it: "Grigi")
        case .sepia: name(of: filter)
        }
    }
    func filterSwitch(_ name: String, isOn: Bool) -> String {
        let state = onOff(isOn)
        return localized(
            en: "\(name): \(state)", es: "\(name): \(state)", fr: "\(name) : \(state)", it: "\(name): \(state)")
    }
    func buyFilter(_ name: String) -> String {
        localized(en: "Buy \(name)", es: "Comprar \(name)", fr: "Acheter \(name)", it: "Compra \(name)")
    }

    /// Which filters are on, in the order in which they are applied.
    func filtersOn(_ filters: Set<PhotoFilter>) -> String {
        guard !filters.isEmpty else {
            return localized(en: "no filter", es: "sin filtro", fr: "sans filtre", it: "senza filtri")
        }
        return PhotoFilter.allCases.filter(filters.contains).map(name).joined(separator: " + ")
    }
    func filterRefused(_ filter: PhotoFilter) -> String {
        let name = name(of: filter)
        return localized(
            en: "\(name) is not yours yet. Nothing was charged; buy it first.",
            es: "\(name) aún no es tuyo. No se ha cobrado nada; cómpralo antes.",
            fr: "\(name) n'est pas encore à toi. Rien n'a été débité ; achète-le d'abord.",
            it: "\(name) non è ancora tuo. Nessun addebito; prima compralo.")
    }

    // MARK: In lines

    func plainFilters(_ filters: Set<PhotoFilter>) -> String {
        let names = filtersOn(filters)
        return localized(
            en: "Filters on: \(names).", es: "Filtros activos: \(names).", fr: "Filtres actifs : \(names).",
            it: "Filtri attivi: \(names).")
    }
    func plainNoFilter(_ name: String) -> String {
        localized(
            en: "There is no filter \(name); there are greyscale and sepia.",
            es: "No hay ningún filtro \(name); hay greyscale y sepia.",
            fr: "Il n'y a pas de filtre \(name) ; il y a greyscale et sepia.",
            it: "Non c'è un filtro \(name); ci sono greyscale e sepia.")
    }

    // MARK: The log

    func logPicture(width: Int, height: Int) -> String { "\(width) × \(height)" }
}
