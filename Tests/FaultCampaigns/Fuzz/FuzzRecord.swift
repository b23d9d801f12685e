internal import Glibc

/// The current input, in a file. `FuzzCampaign` reads it after the process that took the input has crashed.
struct FuzzRecord {
    struct Entry: Hashable {
        var number = 0
        /// How many inputs led to a finding.
        var findings = 0
        /// The process whose memory is watched.
        var processID: Int32 = 0
    }

    private static let headerSize = MemoryLayout<Entry>.size + MemoryLayout<Int>.size

    private let descriptor: Int32

    /// Opens the file, or makes it if it is missing.
    init(path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        precondition(descriptor >= 0, path)
    }

    func write(_ entry: Entry, _ input: [UInt8]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headerSize + input.count)
        withUnsafeBytes(of: entry) { bytes += $0 }
        withUnsafeBytes(of: input.count) { bytes += $0 }
        pwrite(descriptor, bytes + input, bytes.count + input.count, 0)
    }

    /// The last entry; nil if there is none.
    var entry: Entry? { read(Self.headerSize)?.withUnsafeBytes { $0.loadUnaligned(as: Entry.self) } }

    var input: [UInt8] {
        let size = MemoryLayout<Entry>.size
        guard let header = read(Self.headerSize) else { return [] }
        let count = header.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: size, as: Int.self) }
        return read(Self.headerSize + count).map { Array($0.dropFirst(Self.headerSize)) } ?? []
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(descriptor, &bytes, count, 0) == count ? bytes : nil
    }
}
