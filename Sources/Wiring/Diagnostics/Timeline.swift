/// A recording of a graph's objects: the start and duration of each creation, and the consumer that required it.
///
/// ```swift
/// let timeline = Timeline()
/// let graph = try plan.build(recording: timeline)
/// print(timeline)
/// ```
///
/// ```
///    start      total       self
///   0.000 ms   3.120 ms   0.040 ms  App
///   0.012 ms   3.080 ms   0.110 ms    any NoteRepository
///   0.020 ms   2.970 ms   2.970 ms      NoteDatabase
/// ```
///
/// Objects created later are added while the graph lives. A graph without a timeline has no overhead.
public final class Timeline: Sendable {
  /// The creation of one object.
  public struct Entry: Sendable, Hashable {
    /// The object's key.
    public let key: AnyKey
    /// The location of the object's binding.
    public let location: SourceLocation
    /// The position in ``Timeline/entries`` of the object whose creation required this one; `nil` for a resolution from
    /// outside.
    public let parent: Int?
    /// The start of the creation, relative to that of the timeline.
    public let start: Duration
    /// The duration of the creation, including that of dependencies; `nil` while it runs.
    public fileprivate(set) var total: Duration?
    /// Whether the creation failed.
    public fileprivate(set) var hasFailed = false
  }

  @TaskLocal private static var parent: Int?

  private let state = ConditionMutex<[Entry]>([])
  private let now: @Sendable () -> Duration

  /// Creates a timeline that starts now.
  public init(clock: some Clock<Duration> = ContinuousClock()) {
    let begin = clock.now
    now = { begin.duration(to: clock.now) }
  }

  /// The entries, in the order in which creation began.
  public var entries: [Entry] { state.withLock { state.value } }

  /// Returns the duration of an object's own factory, without that of its dependencies; `nil` while it runs.
  public func ownTime(at index: Int) -> Duration? {
    let entries = entries
    guard let total = entries[index].total else { return nil }
    return entries.filter { $0.parent == index }.reduce(total) { $0 - ($1.total ?? .zero) }
  }

  private func begin(_ declaration: Declaration) -> Int {
    let location = declaration.site.location
    let entry = Entry(key: declaration.key, location: location, parent: Self.parent, start: now())
    return state.withLock {
      state.value.append(entry)
      return state.value.count - 1
    }
  }

  private func end(_ index: Int, hasFailed: Bool) {
    let end = now()
    state.withLock {
      state.value[index].total = end - state.value[index].start
      state.value[index].hasFailed = hasFailed
    }
  }

  /// The recorder of one graph.
  struct Recorder: ResolutionObserver {
    let timeline: Timeline
    let blueprint: Blueprint

    func watches(_ position: Int) -> Bool {
      let declaration = blueprint.declarations[position]
      return !declaration.isDerived && declaration.module >= 0
    }

    func observe<Value>(_ position: Int, _ make: () throws -> Value) throws -> Value {
      let index = timeline.begin(blueprint.declarations[position])
      var hasFailed = true
      defer { timeline.end(index, hasFailed: hasFailed) }
      let value = try Timeline.$parent.withValue(index, operation: make)
      hasFailed = false
      return value
    }

    func observe<Value>(_ position: Int, _ make: () async throws -> Value) async throws -> Value {
      let index = timeline.begin(blueprint.declarations[position])
      var hasFailed = true
      defer { timeline.end(index, hasFailed: hasFailed) }
      let value = try await Timeline.$parent.withValue(index, operation: make)
      hasFailed = false
      return value
    }
  }
}

extension Timeline: CustomStringConvertible {
  /// The entries as a table, each indented below the one that required it.
  public var description: String {
    let entries = entries
    var depths: [Int] = []
    var lines = ["   start      total       self"]
    for (index, entry) in entries.enumerated() {
      depths.append(entry.parent.map { depths[$0] + 1 } ?? 0)
      let times = [entry.start, entry.total, ownTime(at: index)].map { $0?.milliseconds ?? "         …" }
      let name = String(repeating: "  ", count: depths[index]) + entry.key.description
      lines.append(times.joined(separator: " ") + "  " + name + (entry.hasFailed ? "  failed" : ""))
    }
    return lines.joined(separator: "\n")
  }
}

extension Duration {
  /// `   0.040 ms`
  fileprivate var milliseconds: String {
    let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    let fraction = String(1000 + abs(microseconds) % 1000).dropFirst()
    let text = "\(microseconds / 1000).\(fraction) ms"
    return String(repeating: " ", count: max(0, 10 - text.count)) + text
  }
}

extension Plan {
  /// Builds a graph synchronously, and records the creation of its objects.
  public func build(recording timeline: Timeline) throws -> Graph<Root> {
    let recorder = Timeline.Recorder(timeline: timeline, blueprint: blueprint)
    return try Container(blueprint, parent: parent, observer: recorder).graph(rootKey, on: .any)
  }

  /// Builds a graph, including objects of asynchronous factories and of the main actor, and records the creation of its
  /// objects.
  public func buildAsync(recording timeline: Timeline) async throws -> Graph<Root> {
    let recorder = Timeline.Recorder(timeline: timeline, blueprint: blueprint)
    return try await Container(blueprint, parent: parent, observer: recorder).graph(rootKey)
  }
}

/// An observer of every object that a graph creates. A graph without one has no overhead.
protocol ResolutionObserver: Sendable {
  /// Whether the objects of the binding at a position are observed.
  func watches(_ position: Int) -> Bool
  /// Runs a factory synchronously.
  func observe<Value>(_ position: Int, _ make: () throws -> Value) throws -> Value
  /// Runs an asynchronous factory.
  func observe<Value>(_ position: Int, _ make: () async throws -> Value) async throws -> Value
}
