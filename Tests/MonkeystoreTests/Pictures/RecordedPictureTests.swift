import Foundation
import TestSupport
import Testing

@Suite("Pictures for people", .ownThreads)
struct RecordedPictureTests {
    /// `RECORD_PICTURES=1` writes them anew; `.ci/pictures` does that.
    @Test func `show the program's own screens`() throws {
        var scenes = try PictureSession().scenes
        try expect(SVGPicture(scenes.removeLast().screen).text, isIn: "photo.svg")
        let credits = try #require(scenes.first { $0.name == "credits" })
        try expect(SVGPicture(credits.screen).text, isIn: "storefront.svg")
        try expect(CastRecording(scenes).text, isIn: "storefront.cast")
    }

    private func expect(_ text: String, isIn name: String) throws {
        let path = String(#filePath.components(separatedBy: "/Tests/")[0]) + "/Resources/Pictures/" + name
        if ProcessInfo.processInfo.environment["RECORD_PICTURES"] == "1" {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return
        }
        let recorded = try String(contentsOfFile: path, encoding: .utf8)
        // Not in the expectation: a message with two pictures in it is no message.
        let isSame = text == recorded
        #expect(isSame, "\(name) is not what the program shows now; run .ci/pictures")
    }
}
