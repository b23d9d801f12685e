internal import CursesTerminal
internal import DeviceStorage
internal import Glibc
internal import ProgramSupport
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import StoreRules
internal import Storefront

/// The sentence that tells a person about an error: what happened, what it means for the money, and what to
/// do with this program's options. `CommandRun` prints it for commands, which speak English.
func explain(_ error: any Error) -> String { trouble(of: error).commandSentence }

/// What to tell the person about an error. Errors that only commands meet, of catalogues, backups and
/// terminals, are in English everywhere.
func trouble(of error: any Error) -> Trouble {
    let trouble = Trouble(error)
    guard case .described(let sentence) = trouble, let advice = advice(for: error) else { return trouble }
    return .described("\(sentence) \(advice)")
}

/// What to do about an error that is explained only in English; nil if the error's own sentence
/// says everything.
private func advice(for error: any Error) -> String? {
    switch error {
    case BackupError.nothingToBackUp(let directory) where access(directory + "/server.lock", F_OK) == 0:
        "It is a server's directory: see BACKUP in monkeystore-store(7)."
    case BackupError.nothingToBackUp: "Name the folder of the purchases with --data-dir."
    case BackupError.directoryInUse: "Choose an empty folder with --data-dir."
    case BackupError.mountPoint(let path): "Name a folder in it with --data-dir, such as \(path)/monkeystore."
    case BackupError.cannotRestore: "Free some space or choose another place with --data-dir, and try again."
    case TerminalError.unknownTerminal:
        "Start the program with TERM=xterm-256color, or with --plain."
    case is TerminalError: "Start the program with --plain."
    default: (error as? CatalogueError)?.advice()
    }
}
