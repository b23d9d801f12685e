internal import FoundationEssentials
internal import Glibc
package import StoreModel

/// A visitor's place in the store. Each visitor has one, and their number is limited. `VisitorSession` holds
/// it with file locks, which end with the process, so the visitor can come again without a timeout. Below:
/// how to remove what former visitors left.
package struct VisitLease: ~Copyable {
    package let dataDirectory: String
    private let visitor: VisitorName
    private let own: ProcessLock
    private let slot: ProcessLock

    /// Takes one of `limit` places. An earlier visit of the same visitor ends, because its connection may be
    /// dead. The visitor's `address` and `label` go into the list of visitors.
    package init(
        for visitor: VisitorName, called label: String?, from address: String, in folder: VisitorsFolder,
        limit: Int
    ) throws(VisitorHostError) {
        let directory = folder.dataDirectory(of: visitor)
        if visitor.isGuest { folder.removeFormerGuests() }
        try folder.make(folder.slots)
        let own = try Self.takeOver(directory, in: folder)
        if !visitor.isGuest { try folder.noteNewcomer(visitor) }
        let slot = try Self.slot(in: folder.slots, limit: limit)
        if let record = try? SentJSON.encode(
            Attendance(visitor: visitor.rawValue, label: label, address: address, since: .now))
        {
            slot.write(record)
        }
        self.own = own
        self.slot = slot
        self.visitor = visitor
        dataDirectory = directory
    }

    /// Whether the same visitor has come in elsewhere, which ends this visit.
    package var isTakenOver: Bool { own.isAskedFor }

    /// Gives the place back, and removes a guest's data.
    package consuming func end() {
        if visitor.isGuest { try? FileManager.default.removeItem(atPath: dataDirectory) }
    }

    private static func slot(in folder: String, limit: Int) throws(VisitorHostError) -> ProcessLock {
        for number in 0..<limit {
            if let slot = try ProcessLock.take("\(folder)/\(number)") { return slot }
        }
        throw .full(limit: limit)
    }

    /// Takes the lock of a data directory. If an earlier visit holds it, that visit has
    /// `VisitEnd.timeLimit` to end, and is then killed.
    private static func takeOver(_ directory: String, in folder: VisitorsFolder) throws(VisitorHostError)
        -> ProcessLock
    {
        let path = directory + "/visit.lock"
        let pause: useconds_t = 20_000
        let patience = Int(VisitEnd.timeLimit / .microseconds(Int(pause)))
        var former: Int32 = 0
        // A killed process needs a moment, too.
        for attempt in 0..<patience + 50 {
            // `removeUnused` may have removed it in the meantime.
            try folder.make(directory)
            if let lock = try ProcessLock.take(path) { return lock }
            if let holder = ProcessLock.holder(of: path) {
                if holder.processID != former {
                    ProcessLock.ask(for: path)
                    kill(holder.processID, SIGTERM)
                }
                former = holder.processID
                if attempt == patience { kill(holder.processID, SIGKILL) }
            }
            usleep(pause)
        }
        throw .occupied
    }
}

extension VisitorsFolder {
    private static let removedPrefix = "removed-"

    /// Notes the first visit of a visitor who has a key, for `removeUnused`.
    fileprivate func noteNewcomer(_ visitor: VisitorName) throws(VisitorHostError) {
        guard access(dataDirectory(of: visitor) + "/store", F_OK) != 0 else { return }
        try make(newcomers + "/" + visitor.folderName)
    }

    /// Removes the data directories of new visitors who have left and bought nothing (`isUnused`), and what is
    /// left of those whose removal was killed.
    package func removeUnused(isUnused: (String) -> Bool) {
        for name in names(in: path) where name.hasPrefix(Self.removedPrefix) {
            try? FileManager.default.removeItem(atPath: path + "/" + name)
        }
        for name in names(in: newcomers) {
            let directory = accounts + "/" + name
            guard ProcessLock.holder(of: directory + "/visit.lock") == nil else { continue }
            // The same visitor may come now. `takeOver` would then signal this process, because it holds
            // the lock.
            signal(SIGTERM, SIG_IGN)
            defer { signal(SIGTERM, SIG_DFL) }
            guard let lock = try? ProcessLock.take(directory + "/visit.lock") else {
                if access(directory, F_OK) != 0 { rmdir(newcomers + "/" + name) }
                continue
            }
            // Renamed first, because the visitor may come back during the removal and make a new directory.
            let removed = path + "/\(Self.removedPrefix)\(name)-\(getpid())"
            if isUnused(directory), rename(directory, removed) == 0 {
                try? FileManager.default.removeItem(atPath: removed)
            }
            rmdir(newcomers + "/" + name)
            withExtendedLifetime(lock) {}
        }
    }

    /// Removes the data of guests whose visit broke off. A visit that has just begun may not have its
    /// lock yet.
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
