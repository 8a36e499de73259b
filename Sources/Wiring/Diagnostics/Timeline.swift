/// When each object of a graph was made, how long it took, and for whom.
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
/// It goes on while the graph lives: what is made later is added. A graph without a timeline pays nothing for it.
public final class Timeline: Sendable {
  /// One object that was made.
  public struct Entry: Sendable, Hashable {
    /// The object's key.
    public let key: AnyKey
    /// Where it is bound.
    public let location: SourceLocation
    /// The position in ``Timeline/entries`` of the object it was made for; `nil` for one that nobody's factory asked for.
    public let parent: Int?
    /// When its making began, from the beginning of the timeline.
    public let start: Duration
    /// How long its making took, with everything that was made for it; `nil` while it goes on.
    public fileprivate(set) var total: Duration?
    /// Whether making it failed.
    public fileprivate(set) var hasFailed = false
  }

  @TaskLocal private static var parent: Int?

  private let state = ConditionMutex<[Entry]>([])
  private let now: @Sendable () -> Duration

  /// Creates a timeline that begins now.
  ///
  /// - Parameter clock: What the times are measured by.
  public init(clock: some Clock<Duration> = ContinuousClock()) {
    let begin = clock.now
    now = { begin.duration(to: clock.now) }
  }

  /// The objects, in the order in which their making began.
  public var entries: [Entry] { state.withLock { state.value } }

  /// How long the making of an object took without what was made for it; `nil` while it goes on.
  ///
  /// - Parameter index: The position in ``entries``.
  /// - Returns: The time that its own factory took.
  public func ownTime(at index: Int) -> Duration? {
    let entries = entries
    guard let total = entries[index].total else { return nil }
    return entries.filter { $0.parent == index }.reduce(total) { $0 - ($1.total ?? .zero) }
  }

  private func begin(_ key: AnyKey, _ location: SourceLocation) -> Int {
    let entry = Entry(key: key, location: location, parent: Self.parent, start: now())
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

  /// Notes the objects of one graph.
  struct Recorder: ResolutionObserver {
    let timeline: Timeline
    let blueprint: Blueprint

    func watches(_ position: Int) -> Bool {
      let declaration = blueprint.declarations[position]
      return !declaration.isDerived && declaration.module >= 0
    }

    func observe<Value>(_ position: Int, _ make: () throws -> Value) throws -> Value {
      let index = begin(position)
      do {
        let value = try Timeline.$parent.withValue(index, operation: make)
        timeline.end(index, hasFailed: false)
        return value
      } catch {
        timeline.end(index, hasFailed: true)
        throw error
      }
    }

    func observe<Value>(_ position: Int, _ make: () async throws -> Value) async throws -> Value {
      let index = begin(position)
      do {
        let value = try await Timeline.$parent.withValue(index, operation: make)
        timeline.end(index, hasFailed: false)
        return value
      } catch {
        timeline.end(index, hasFailed: true)
        throw error
      }
    }

    private func begin(_ position: Int) -> Int {
      let declaration = blueprint.declarations[position]
      return timeline.begin(declaration.key, declaration.site.location)
    }
  }
}

extension Timeline: CustomStringConvertible {
  /// A table, in which each object is indented below the one it was made for.
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
  /// Links the plan and makes its root, and what is eager, and notes when each object is made.
  ///
  /// - Parameter timeline: Where the objects are noted, those that are made later too.
  /// - Returns: The graph, with its root.
  /// - Throws: As `build()`.
  public func build(recording timeline: Timeline) throws -> Graph<Root> {
    let recorder = Timeline.Recorder(timeline: timeline, blueprint: blueprint)
    return try Container(blueprint, parent: parent, observer: recorder).graph(rootKey, on: .any)
  }

  /// Links the plan and makes its root, and what is eager, with whatever `await` that takes, and notes when each object is
  /// made.
  ///
  /// - Parameter timeline: Where the objects are noted, those that are made later too.
  /// - Returns: The graph, with its root.
  /// - Throws: What the factories of the root and of what it needs throw.
  public func build(recording timeline: Timeline) async throws -> Graph<Root> {
    let recorder = Timeline.Recorder(timeline: timeline, blueprint: blueprint)
    return try await Container(blueprint, parent: parent, observer: recorder).graph(rootKey)
  }
}

/// Who wants to know about every object that a graph makes. A graph without one pays nothing for the question.
protocol ResolutionObserver: Sendable {
  /// Whether the objects of the binding at a position are of interest.
  func watches(_ position: Int) -> Bool
  /// Runs a factory.
  func observe<Value>(_ position: Int, _ make: () throws -> Value) throws -> Value
  /// Runs a factory that takes an `await`.
  func observe<Value>(_ position: Int, _ make: () async throws -> Value) async throws -> Value
}
