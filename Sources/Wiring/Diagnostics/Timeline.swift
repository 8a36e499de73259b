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

  /// An object that is being created, of any timeline: a factory may build another graph with a timeline of its own.
  private final class Creation: Sendable {
    let timeline: ObjectIdentifier
    let index: Int
    let outer: Creation?

    init(_ index: Int, of timeline: Timeline, within outer: Creation?) {
      self.timeline = ObjectIdentifier(timeline)
      self.index = index
      self.outer = outer
    }
  }

  @TaskLocal private static var current: Creation?

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
    let entry = entries[index]
    guard let total = entry.total else { return nil }
    // Dependencies may be created at the same time, and by a task that outlives the factory.
    var (own, end) = (total, entry.start)
    for part in entries.filter({ $0.parent == index }).sorted(by: { $0.start < $1.start }) {
      let (from, to) = (max(end, part.start), min(part.start + (part.total ?? total), entry.start + total))
      if to > from { (own, end) = (own - (to - from), to) }
    }
    return own
  }

  private func begin(_ declaration: Declaration) -> Int {
    var consumer = Self.current
    while let creation = consumer, creation.timeline != ObjectIdentifier(self) { consumer = creation.outer }
    let entry = Entry(
      key: declaration.key, location: declaration.site.location, parent: consumer?.index, start: now())
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
    let bindings: BindingGraph

    func watches(_ position: Int) -> Bool {
      let declaration = bindings.declarations[position]
      return !declaration.isDerived && declaration.module >= 0
    }

    func observe<Value>(_ position: Int, _ make: () throws -> Value) throws -> Value {
      let index = timeline.begin(bindings.declarations[position])
      var hasFailed = true
      defer { timeline.end(index, hasFailed: hasFailed) }
      let creation = Creation(index, of: timeline, within: Timeline.current)
      let value = try Timeline.$current.withValue(creation, operation: make)
      hasFailed = false
      return value
    }

    func observe<Value>(
      _ position: Int, isolation: isolated (any Actor)?, _ make: () async throws -> Value
    ) async throws -> Value {
      let index = timeline.begin(bindings.declarations[position])
      var hasFailed = true
      defer { timeline.end(index, hasFailed: hasFailed) }
      let creation = Creation(index, of: timeline, within: Timeline.current)
      let value = try await Timeline.$current.withValue(creation) {
        _ = isolation
        return try await make()
      }
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
  public func build(
    recording timeline: Timeline,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Graph<Root> {
    let recorder = Timeline.Recorder(timeline: timeline, bindings: bindings)
    return try Container(bindings, parent: parent, observer: recorder)
      .graph(rootKey, on: .any, at: CallSite(file, line, column))
  }

  /// Builds a graph, including objects of asynchronous factories and of the main actor, and records the creation of its
  /// objects.
  public func buildAsync(
    recording timeline: Timeline, isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) async throws -> Graph<Root> {
    let recorder = Timeline.Recorder(timeline: timeline, bindings: bindings)
    return try await Container(bindings, parent: parent, observer: recorder)
      .graph(rootKey, at: CallSite(file, line, column))
  }
}

/// An observer of every object that a graph creates. A graph without one has no overhead.
protocol ResolutionObserver: Sendable {
  /// Whether the objects of the binding at a position are observed.
  func watches(_ position: Int) -> Bool
  /// Runs a factory synchronously.
  func observe<Value>(_ position: Int, _ make: () throws -> Value) throws -> Value
  /// Runs an asynchronous factory, with the caller's isolation.
  func observe<Value>(
    _ position: Int, isolation: isolated (any Actor)?, _ make: () async throws -> Value
  ) async throws -> Value
}
