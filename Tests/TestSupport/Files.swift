internal import Foundation

/// The mode bits of a file or folder.
package func permissions(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
