internal import FoundationEssentials
internal import Glibc

/// A visitor's place: one for each visitor, and no more than a number of places in all. It is held by the process that took it,
/// until that ends, however it ends: no clock has to run out before the visitor can come again.
package struct VisitLease: ~Copyable {
    /// The visitor's data directory.
    package let dataDirectory: String
    private let visitor: Visitor
    private let own: ProcessLock
    private let slot: ProcessLock

    /// Takes a place. Where the same visitor is there already, that visit ends: it may hang on a line that is dead.
    ///
    /// - Parameters:
    ///   - visitor: who comes.
    ///   - address: where from, for the host to read.
    ///   - folder: where visitors' things are.
    ///   - limit: how many visitors there may be at a time.
    /// - Throws: `VisitorHostError`.
    package init(for visitor: Visitor, from address: String, in folder: VisitorsFolder, limit: Int)
        throws(VisitorHostError)
    {
        let directory = folder.dataDirectory(of: visitor)
        if visitor.isGuest { folder.removeFormerGuests() }
        try folder.make(folder.slots)
        let own = try Self.takeOver(directory, in: folder)
        if !visitor.isGuest { try folder.noteNewcomer(visitor) }
        let slot = try Self.slot(in: folder.slots, limit: limit)
        if let record = try? JSONEncoder().encode(Attendance(visitor: visitor.name, address: address, since: .now)) {
            slot.write(Array(record))
        }
        self.own = own
        self.slot = slot
        self.visitor = visitor
        dataDirectory = directory
    }

    /// Gives the place back. What a guest had is gone then.
    package consuming func end() {
        if visitor.isGuest { try? FileManager.default.removeItem(atPath: dataDirectory) }
    }

    private static func slot(in folder: String, limit: Int) throws(VisitorHostError) -> ProcessLock {
        for number in 0..<limit {
            if let slot = try ProcessLock.take("\(folder)/\(number)") { return slot }
        }
        throw .full(limit: limit)
    }

    /// Takes the lock of a data directory, from an earlier visit if need be, which has three seconds to say goodbye.
    private static func takeOver(_ directory: String, in folder: VisitorsFolder) throws(VisitorHostError) -> ProcessLock
    {
        let (path, step) = (directory + "/visit.lock", useconds_t(20_000))
        var former: Int32 = 0
        for attempt in 0..<200 {
            // It may have been removed meanwhile.
            try folder.make(directory)
            if let lock = try ProcessLock.take(path) { return lock }
            if let holder = ProcessLock.holder(of: path) {
                if holder.processID != former { kill(holder.processID, SIGTERM) }
                former = holder.processID
                if attempt == 150 { kill(holder.processID, SIGKILL) }
            }
            usleep(step)
        }
        throw .occupied
    }
}

extension VisitorsFolder {
    /// Notes that a visitor with a key comes for the first time, until `removeUnused` knows what became of it.
    fileprivate func noteNewcomer(_ visitor: Visitor) throws(VisitorHostError) {
        guard access(dataDirectory(of: visitor) + "/store", F_OK) != 0 else { return }
        try make(newcomers + "/" + visitor.folderName)
    }

    /// Removes the data directories of those who came for the first time, have gone, and left nothing.
    ///
    /// - Parameter isUnused: whether a data directory holds nothing that anybody would miss.
    package func removeUnused(isUnused: (String) -> Bool) {
        for name in names(in: newcomers) {
            let directory = accounts + "/" + name
            guard ProcessLock.holder(of: directory + "/visit.lock") == nil else { continue }
            // The same visitor may come just now, and would end a visit that holds the lock.
            signal(SIGTERM, SIG_IGN)
            defer { signal(SIGTERM, SIG_DFL) }
            guard let lock = try? ProcessLock.take(directory + "/visit.lock") else {
                if access(directory, F_OK) != 0 { rmdir(newcomers + "/" + name) }
                continue
            }
            // Moved away whole, because the visitor may come back while it is removed, and make a new one.
            let removed = path + "/removed-\(name)-\(getpid())"
            if isUnused(directory), rename(directory, removed) == 0 {
                try? FileManager.default.removeItem(atPath: removed)
            }
            rmdir(newcomers + "/" + name)
            withExtendedLifetime(lock) {}
        }
    }

    /// Removes what guests left whose visit was broken off. One that has only just begun may not have its lock yet.
    func removeFormerGuests() {
        for name in names(in: guests) {
            let folder = guests + "/" + name
            var status = stat()
            guard stat(folder, &status) == 0, time(nil) - status.st_mtim.tv_sec > 60,
                ProcessLock.holder(of: folder + "/visit.lock") == nil
            else { continue }
            try? FileManager.default.removeItem(atPath: folder)
        }
    }
}
