internal import StoreModel
internal import StorefrontMessages

extension Picture {
    /// The picture with some filters applied in the order of `PhotoFilter`: sepia tones the grey picture.
    func filtered(through filters: Set<PhotoFilter>) -> Picture {
        PhotoFilter.allCases.filter(filters.contains).reduce(self) { picture, filter in
            Picture(width: picture.width, pixels: picture.pixels.map(filter.colour))
        }
    }
}

extension PhotoFilter {
    /// The filtered colour, by the matrices of `grayscale(1)` and `sepia(1)` in CSS Filter Effects, in ten-thousandths.
    fileprivate func colour(for colour: RGB) -> RGB {
        func sum(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
            let sum = red * Int(colour.red) + green * Int(colour.green) + blue * Int(colour.blue)
            return UInt8(min((sum + 5000) / 10_000, 255))
        }
        switch self {
        case .greyscale:
            let grey = sum(2126, 7152, 722)
            return RGB(grey, grey, grey)
        case .sepia: return RGB(sum(3930, 7690, 1890), sum(3490, 6860, 1680), sum(2720, 5340, 1310))
        }
    }
}
