internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// Runs services until a signal ends them or one of them fails. They end in reverse order.
func runServices(_ services: [any Service], logger: Logger) async throws {
    // Among the library's messages, only errors help an operator.
    var logger = logger
    logger.logLevel = .error
    var configuration = ServiceGroupConfiguration(
        // If one fails, the others shut down gracefully: cancelled servers would complain before the error
        // is printed.
        services: services.map {
            // Without a name, the library prints all that the service consists of.
            .init(
                service: $0, failureTerminationBehavior: .gracefullyShutdownGroup,
                serviceName: "\(type(of: $0))")
        },
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // The longest request waits for the store's own delay, a minute at most. A client that reads slowly could
    // take for ever, and is not waited for.
    configuration.maximumGracefulShutdownDuration = .seconds(75)
    try await ServiceGroup(configuration: configuration).run()
}
