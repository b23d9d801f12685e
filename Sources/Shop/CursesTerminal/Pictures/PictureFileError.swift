/// Why `PictureFile` cannot open a picture. `monkeystore` says it in a
/// sentence, and exits with a code for it.
package enum PictureFileError: Error, Hashable, Sendable {
    /// The system does not let it be read, or it is not there.
    case unreadable(file: String, reason: String)
    /// A folder, a device or another file without a size.
    case notAFile(file: String)
    case empty(file: String)
    /// More bytes than are taken into memory.
    case tooLarge(file: String)
    /// More pixels than are taken into memory.
    case tooManyPixels(file: String, width: Int, height: Int)
    /// It does not begin like a PNG or JPEG.
    case notAPicture(file: String)
    /// It begins like a picture, but is damaged or incomplete.
    case damaged(file: String)

    /// Whether the file could not be read, rather than its content.
    package var isAboutOpening: Bool {
        switch self {
        case .unreadable, .notAFile: true
        case .empty, .tooLarge, .tooManyPixels, .notAPicture, .damaged: false
        }
    }
}
