internal import ArgumentParser

/// Faults for as long as one likes: each command kills, cuts off or sends nonsense, and then compares the
/// books. The tests do the same for seconds.
@main
struct FaultCampaigns: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Injects faults, and compares the books afterwards.",
        subcommands: [
            SequencesCampaign.self, KillsCampaign.self, FleetCampaign.self, LoadCampaign.self,
            DownloadCampaign.self, RenewalCampaign.self, VisitorsCampaign.self, LinesCampaign.self,
            FuzzCampaign.self,
        ])
}

/// A command that fails if the books do not agree.
protocol Campaign: AsyncParsableCommand {
    func holds() async throws -> Bool
}

extension Campaign {
    func run() async throws {
        guard try await holds() else { throw ExitCode.failure }
    }
}
