internal import Glibc
internal import TestSupport

/// Something that takes bytes from strangers.
protocol FuzzTarget: AnyObject {
    /// Whose memory is watched.
    var processID: Int32 { get }
    /// How many seconds of the processors one input may take.
    var mostProcessorTime: Double { get }

    /// The next input. The same one for the same random numbers.
    func input(_ random: inout SeededGenerator) -> [UInt8]
    /// Takes an input.
    ///
    /// - Returns: what is wrong; nil for nothing.
    func take(_ input: [UInt8]) throws -> String?
    /// Looks whether everything is still as it should be: now and then, and at the end.
    ///
    /// - Returns: what is wrong; nil for nothing.
    func checkUp() throws -> String?
}

extension FuzzTarget {
    var processID: Int32 { getpid() }
    var mostProcessorTime: Double { 5 }
    func checkUp() throws -> String? { nil }
}

/// Valid inputs, and what is made of them.
struct Corpus {
    let inputs: [[UInt8]]

    /// One of them, changed.
    func next(_ random: inout SeededGenerator) -> [UInt8] {
        Mutation.of(inputs.randomElement(using: &random)!, with: inputs.randomElement(using: &random)!, &random)
    }
}
