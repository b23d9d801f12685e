internal import Glibc
internal import TestSupport

/// A part of the product that takes bytes from strangers, as `FuzzRun` drives it.
protocol FuzzTarget: AnyObject {
    /// Makes what the target needs, with its files in a folder.
    init(folder: String) throws

    /// The process whose memory is watched.
    var processID: Int32 { get }
    /// How many seconds of processor time one input may take.
    var mostProcessorTime: Double { get }

    /// The next input. The same random numbers make the same input.
    func input(_ random: inout SeededGenerator) -> [UInt8]
    /// Takes an input, and returns the finding.
    func take(_ input: [UInt8]) throws -> String?
    /// Checks, now and then and at the end, that valid input works and that the data is consistent. Returns
    /// the finding.
    func checkUp() throws -> String?
}

extension FuzzTarget {
    var processID: Int32 { getpid() }
    var mostProcessorTime: Double { 5 }
    func checkUp() throws -> String? { nil }
}

/// Valid inputs, and changed ones made from them.
struct Corpus {
    let inputs: [[UInt8]]

    func next(_ random: inout SeededGenerator) -> [UInt8] {
        Mutation.of(
            inputs.randomElement(using: &random)!, with: inputs.randomElement(using: &random)!, &random)
    }
}
