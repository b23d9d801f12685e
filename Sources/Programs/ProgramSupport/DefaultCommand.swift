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
