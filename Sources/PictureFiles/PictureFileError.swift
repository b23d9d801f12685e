/// Why a file cannot be shown as a picture.
package enum PictureFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system does not let it be read, or it is not there.
    case unreadable(file: String, reason: String)
    /// A folder, a device or something else that has no content of a certain size.
    case notAFile(file: String)
    /// There is nothing in the file.
    case empty(file: String)
    /// More bytes than are taken into memory.
    case tooLarge(file: String)
    /// More pixels than are taken into memory.
    case tooManyPixels(file: String, width: Int, height: Int)
    /// It does not begin as a PNG or JPEG does.
    case notAPicture(file: String)
    /// It begins as a picture, and does not go on as one.
    case damaged(file: String)

    /// Whether there is no file to read, rather than something wrong in it.
    package var isAboutOpening: Bool {
        switch self {
        case .unreadable, .notAFile: true
        case .empty, .tooLarge, .tooManyPixels, .notAPicture, .damaged: false
        }
    }

    /// What is wrong.
    package var description: String {
        switch self {
        case .unreadable(let file, let reason):
            "Cannot read the picture \(file) (\(reason))."
        case .notAFile(let file):
            "\(file) is not a file."
        case .empty(let file):
            "The picture \(file) is empty."
        case .tooLarge(let file):
            "The picture \(file) is larger than \(PictureFile.mostBytes / 1_000_000) MB."
        case .tooManyPixels(let file, let width, let height):
            "The picture \(file) has \(width) by \(height) pixels; \(PictureFile.mostPixels / 1_000_000) million are the most."
        case .notAPicture(let file):
            "\(file) is not a PNG or JPEG picture."
        case .damaged(let file):
            "The picture \(file) is damaged or incomplete."
        }
    }
}
