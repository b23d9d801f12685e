/// The program's arguments, with the name of the default command before them if they begin with an option of
/// its own, or are empty. A parser that knew the default command would look at all of that command's options
/// before those of any other.
package func typedArguments(defaultCommand: String) -> [String] {
    let typed = Array(CommandLine.arguments.dropFirst())
    guard let first = typed.first else { return [defaultCommand] }
    let isForAll = typed.count == 1 && ["-h", "--help", "--help-hidden", "--version"].contains(first)
    // What shells ask for, to complete words.
    let isForShells = ["--generate-completion-script", "---completion", "--experimental-dump-help"].contains {
        first.hasPrefix($0)
    }
    return !first.hasPrefix("-") || isForAll || isForShells ? typed : [defaultCommand] + typed
}

/// What to say if a command stands behind its options: that it comes first, and the line to type. Nil if
/// something else is wrong with the arguments.
/// - Parameters:
///   - names: of the commands.
///   - canParse: whether arguments that begin with a command are right.
package func lateCommand(
    of program: String, among names: [String], canParse: (_ arguments: [String]) -> Bool
) -> String? {
    let typed = Array(CommandLine.arguments.dropFirst())
    guard typed.first?.hasPrefix("-") == true else { return nil }
    for (index, word) in typed.enumerated() where names.contains(word) {
        var arguments = typed
        arguments.remove(at: index)
        arguments.insert(word, at: 0)
        guard canParse(arguments) else { continue }
        let line = ([program] + arguments).map(\.quotedForShell).joined(separator: " ")
        return "'\(word)' is a command, so it comes first: \(line)"
    }
    return nil
}
