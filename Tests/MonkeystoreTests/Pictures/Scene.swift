import TestSupport

/// A screen of the session that is shown to people, and for how long.
struct Scene {
    let name: String
    let seconds: Double
    let screen: TerminalScreen
}

extension TerminalScreen {
    /// The same screen, with each time of day replaced by one that does not pass.
    func withStandingClock() -> TerminalScreen {
        let time = Array("11:07:40")
        var standing = self
        for (row, cells) in cells.enumerated() {
            let characters = cells.map { $0.text.first ?? " " }
            for start in 0..<max(0, columns - time.count) {
                let isTime = time.indices.allSatisfy {
                    time[$0] == ":" ? characters[start + $0] == ":" : ("0"..."9").contains(characters[start + $0])
                }
                guard isTime else { continue }
                for index in time.indices { standing.replace(start + index, row, with: time[index]) }
            }
        }
        return standing
    }
}
