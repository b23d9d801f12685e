internal import ArgumentParser

/// The options for clients that know Apple's servers only by their names.
struct AppleNameArguments: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Answer under the names of Apple's servers as well, with TLS, and verifiers that check online (OCSP).",
            discussion: "The command hosts says what a machine needs that asks."))
    var appleNames = false
    @Option(help: ArgumentHelp("The port for the names of Apple's servers; 0 for a free one.", valueName: "number"))
    var appleNamesPort: UInt16 = 443
    @Option(help: ArgumentHelp("The port for OCSP; 0 for a free one.", valueName: "number"))
    var ocspPort: UInt16 = 80
}
