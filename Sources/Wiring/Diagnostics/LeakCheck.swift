/// A check, after a graph or scope is deallocated, for objects of it that still exist.
///
/// ```swift
/// var session = Optional(try graph.open(.session, with: account))
/// let check = session.leakCheck()
/// session = nil
/// check.survivors  // [] unless something else retains an object
/// ```
///
/// It covers shared objects that are classes, but for those that are weak and confined to the main actor. Other confined
/// objects end on that actor: where their graph ended elsewhere, run `await MainActor.run {}` before the check is read. A
/// survivor is retained by an object that outlives the graph, or by a cycle of strong references.
public struct LeakCheck: Sendable {
  /// An object that outlives its graph.
  public struct Survivor: Sendable, Hashable, CustomStringConvertible {
    /// The object's key.
    public let key: AnyKey
    /// The location of the object's binding.
    public let location: SourceLocation

    /// `Cart, bound at Shop/CartModule.swift:12, outlives its graph`
    public var description: String { "\(key), bound at \(location.short), outlives its graph" }
  }

  /// Unchecked: the object belongs to a shared scope, which requires a `Sendable` type, or is confined to the main actor, and is only
  /// compared with `nil`; and reading a weak reference that is
  /// never written is safe.
  private final class Entry: @unchecked Sendable {
    let survivor: Survivor
    private(set) weak var object: AnyObject?

    init(_ survivor: Survivor, _ object: AnyObject) {
      self.survivor = survivor
      self.object = object
    }
  }

  private let entries: [Entry]
  private let container: WeakReference<Container>

  init(_ container: Container) {
    self.container = WeakReference(container)
    entries = container.bindings.fullOrder.compactMap { position in
      guard let object = container.linkedNode(at: position)?.sharedObject else { return nil }
      let declaration = container.bindings.declarations[position]
      return Entry(Survivor(key: declaration.key, location: declaration.site.location), object)
    }
  }

  /// The objects that still exist, dependencies before consumers.
  public var survivors: [Survivor] {
    entries.filter { $0.object != nil }.map(\.survivor)
  }

  /// Whether the graph itself still exists, and with it all of its shared objects: a scope of it is open, an inner graph exists, or
  /// something retains a copy of the graph.
  public var isGraphInUse: Bool { container.object != nil }
}

extension Graph {
  /// Returns a check of the shared objects that exist now, to find out later which of them outlive the graph.
  ///
  /// - Returns: The check, which retains none of the objects.
  public func leakCheck() -> LeakCheck {
    LeakCheck(container)
  }
}
