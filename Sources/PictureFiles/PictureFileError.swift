/// Why a file cannot be shown as a picture, with a sentence for the person.
package enum PictureFileError: Error, Hashable, Sendable, CustomStringConvertible {
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

    /// What is wrong, and what to do.
    package var description: String {
        switch self {
        case .unreadable(let file, let reason):
            "Cannot read the picture \(file) (\(reason)). Give --picture a PNG or JPEG file."
        case .notAFile(let file):
            "\(file) is not a file. Give --picture a PNG or JPEG file."
        case .empty(let file):
            "The picture \(file) is empty. Choose another one with --picture."
        case .tooLarge(let file):
            "The picture \(file) is larger than \(PictureFile.mostBytes / 1_000_000) MB. Choose a smaller one with --picture."
        case .tooManyPixels(let file, let width, let height):
            "The picture \(file) has \(width) by \(height) pixels; \(PictureFile.mostPixels / 1_000_000) million are the most. "
                + "Choose a smaller one with --picture."
        case .notAPicture(let file):
            "\(file) is not a PNG or JPEG picture. Choose another one with --picture."
        case .damaged(let file):
            "The picture \(file) is damaged or incomplete. Choose another one with --picture."
        }
    }
}
