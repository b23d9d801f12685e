import Glibc
import Testing

/// Compares a text with a file in `Screens/`. With `RECORD_SCREENS=1` the file is written anew, and the test fails so that
/// this cannot stay on.
func expectRecorded(_ text: String, as name: String) throws {
    let path = String(#filePath.dropLast("RecordedScreens.swift".count)) + "Screens/\(name).txt"
    if let variable = getenv("RECORD_SCREENS"), String(cString: variable) == "1" {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
        Issue.record("recorded \(name)")
        return
    }
    let file = try #require(fopen(path, "r"), "no recorded screen \(name)")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    #expect(text == String(decoding: bytes, as: UTF8.self), "\(name)")
}
