/// A session as an SVG picture that moves: its scenes one after another, again and again. Readers who want no
/// movement see the one scene that stands for all, and so do viewers that do not support it.
struct MovingPicture {
    let scenes: [Scene]
    /// The name of the scene that stands still.
    let still: String

    /// The scenes lie on top of each other, and each is visible while it is its turn.
    var text: String {
        let screens = scenes.map { SVGPicture($0.screen) }
        let groups = zip(scenes, screens).enumerated().map { index, scene in
            #"<g class="scene\#(scene.0.name == still ? " still" : "")" style="animation-name:s\#(index)">"#
                + "\n"
                + scene.1.content + "</g>\n"
        }
        return screens[0].window(around: "<style>\n\(style)</style>\n" + groups.joined())
    }

    private var style: String {
        let whole = scenes.reduce(0) { $0 + $1.seconds }
        func percent(_ seconds: Double) -> String { String((seconds / whole * 10_000).rounded() / 100) + "%" }
        var style =
            ".scene{visibility:hidden;animation:\(whole)s step-end infinite}.still{visibility:visible}\n"
        var begin = 0.0
        for (index, scene) in scenes.enumerated() {
            let end = begin + scene.seconds
            let before = index == 0 ? "" : "0%{visibility:hidden}"
            style +=
                "@keyframes s\(index){\(before)\(percent(begin)){visibility:visible}\(percent(end)){visibility:hidden}}\n"
            begin = end
        }
        return style + "@media(prefers-reduced-motion:reduce){.scene{animation:none}}\n"
    }
}
