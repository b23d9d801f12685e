/// Why `PictureFile` cannot open a picture. `monkeystore` prints it as a sentence, and exits with a status
/// for it.
package enum PictureFileError: Error, Hashable, Sendable {
    /// The file is not there, or the system does not let it be read.
    case unreadable(file: String, reason: String)
    /// A folder, a device or another file without a size.
    case notAFile(file: String)
    case empty(file: String)
    /// The file has more bytes than may be read into memory.
    case tooLarge(file: String)
    /// The picture has more pixels than may be decoded into memory.
    case tooManyPixels(file: String, width: Int, height: Int)
    /// The file does not begin like a PNG or JPEG.
    case notAPicture(file: String)
    /// The file begins like a picture, but is damaged or incomplete.
    case damaged(file: String)

    /// Whether the problem is reading the file, not its content.
    package var isAboutOpening: Bool {
        switch self {
        case .unreadable, .notAFile: true
        case .empty, .tooLarge, .tooManyPixels, .notAPicture, .damaged: false
        }
    }
}
