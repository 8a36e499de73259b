/// A request that failed, with the plan that refused it: that knows what is near, and what leads to the cause.
///
/// Both are described only when the error is printed: a program may ask for a type that is not bound, and go on.
final class FailedRequest: Sendable {
  /// The call; `nil` for the request of a handle, and of code that knows no more than ``Resolving``.
  let location: SourceLocation?
  /// The object whose factory made the request; `nil` for one from outside.
  private let consumer: AnyKey?
  /// The plan; `nil` where the graph is gone.
  private let bindings: BindingGraph?

  init(in bindings: BindingGraph?, at location: SourceLocation?, by consumer: AnyKey? = nil) {
    self.location = location
    self.consumer = consumer
    self.bindings = bindings
  }

  /// Returns what is known beside the message, one fact a line, in the form of a ``Problem``.
  func facts(on reason: ResolutionError.Reason) -> [String] {
    let place = location.map { [Self.line("asked for", $0.short)] } ?? []
    return place + (consumer.map { [Self.line("needed by", $0.description)] } ?? [])
      + (bindings.map { PlannedFacts(graph: $0).lines(on: reason) } ?? [])
  }

  fileprivate static func line(_ role: String, _ text: String) -> String {
    "  \(role)\(String(repeating: " ", count: max(1, 11 - role.count)))\(text)"
  }
}

/// The facts that a plan knows about a request that it refused.
private struct PlannedFacts {
  let graph: BindingGraph

  func lines(on reason: ResolutionError.Reason) -> [String] {
    switch reason {
    case .missing(let key):
      NearMisses(graph).of(BindingGraph.Missing(dependency: Dependency(key.type, qualifier: key.qualifier)))
        .map(\.line)
    case .needsAwait(let key): cause(of: key, "async") { $0.isolation == .async }
    case .needsMainActor(let key): cause(of: key, "main actor") { $0.isolation == .main }
    // A handle that goes nowhere without its consumer confines that, too.
    case .confined(let key), .notConfined(let key):
      cause(of: key, "main actor", through: \.staysWithConsumer) { $0.isConfined }
    case .graphGone(let key): site(of: key)
    case .ambiguous, .badValue, .circular, .dynamicType, .endless, .notInjected, .notPlanned, .otherContext, .otherType,
      .resolverKept, .scopeIsOpen, .scopeNotDeclared, .scopeNotOpen, .tooDeep, .unknownName, .usedWhileCreated:
      []
    }
  }

  /// The path from a key to the object that determines how it is created. It passes no handle, which needs its object later; a
  /// handle's isolation is that of its user.
  private func cause(
    of key: AnyKey, _ role: String, through isPassed: (Declaration) -> Bool = { _ in false },
    _ isCause: (Declaration) -> Bool
  ) -> [String] {
    guard let position = graph.positions[key] else { return [] }
    func step(_ position: Int) -> BindingGraph.Step {
      let declaration = graph.declarations[position]
      if declaration.isDeferring { return isPassed(declaration) ? .passage : .wall }
      return isCause(declaration) ? .destination : .passage
    }
    let isOwn = step(position) == .destination
    let path = isOwn ? [position] : graph.shortestPaths(from: position, step).first ?? []
    guard let cause = path.last else { return [] }
    let names = path.map { graph.declarations[$0].key.description }
    return (isOwn ? [] : [FailedRequest.line("path", names.joined(separator: " → "))]) + [site(role, cause)]
  }

  private func site(of key: AnyKey) -> [String] { graph.positions[key].map { [site("bound by", $0)] } ?? [] }

  private func site(_ role: String, _ position: Int) -> String {
    let declaration = graph.declarations[position]
    return FailedRequest.line(role, "\(declaration.key)  \(declaration.site.location.short)")
  }
}

extension ResolutionError {
  /// The call that failed; `nil` for an object that a handle requested.
  public var location: SourceLocation? { request?.location }

  /// Returns the error with the place of the request that failed. The innermost request has said so already.
  func located(at site: CallSite?, in bindings: BindingGraph?, by consumer: AnyKey? = nil) -> ResolutionError {
    guard request == nil else { return self }
    var located = self
    // A trait of tests asks without a file.
    let location = site?.location
    located.request = FailedRequest(in: bindings, at: location?.fileID == "" ? nil : location, by: consumer)
    return located
  }
}

extension Container {
  /// Runs a request of a program. An error says where it was made, and what the plan knows about it.
  @inline(__always)
  func requested<Result>(
    at site: CallSite?, by consumer: AnyKey? = nil, _ find: () throws(ResolutionError) -> Result
  ) throws(ResolutionError) -> Result {
    do {
      return try find()
    } catch {
      throw error.located(at: site, in: bindings, by: consumer)
    }
  }
}
