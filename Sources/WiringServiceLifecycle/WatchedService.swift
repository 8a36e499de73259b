import ServiceLifecycle
import Wiring

/// A service whose failure is noted: a group of services reports the first failure only.
struct WatchedService: Service {
  private let service: any Service
  private let location: SourceLocation?
  private let failures: FailureList

  init(_ service: any Service, boundAt location: SourceLocation?, failures: FailureList) {
    (self.service, self.location, self.failures) = (service, location, failures)
  }

  private var name: String { "\(type(of: service))" }

  var configuration: ServiceGroupConfiguration.ServiceConfiguration {
    ServiceGroupConfiguration.ServiceConfiguration(service: self, serviceName: name)
  }

  func run() async throws {
    do {
      try await service.run()
      // To the group a silent end counts as a failure, too, and this one has a name.
      guard Task.isShuttingDownGracefully || Task.isCancelled else { throw GraphRunError.EarlyReturnError() }
    } catch is CancellationError where Task.isCancelled {
      throw CancellationError()
    } catch {
      failures.append(GraphRunError.Failure(phase: .run, subject: name, location: location, error: error))
      throw error
    }
  }
}

/// What runs in a graph without services: nothing, until the end.
struct IdleService: Service {
  func run() async throws {
    try await gracefulShutdown()
  }
}
