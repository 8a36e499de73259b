/// Looks, after a graph or scope is over, for objects of it that are still there.
///
/// ```swift
/// var session = Optional(try graph.open(.session, with: account))
/// let check = session.leakCheck()
/// session = nil
/// check.survivors  // [] unless somebody keeps one
/// ```
///
/// It sees the shared objects that are classes: what was made once for the graph or scope. An object that survives is held
/// by somebody who outlives the graph, or by a circle of strong references.
public struct LeakCheck: Sendable {
  /// An object that is still there.
  public struct Survivor: Sendable, Hashable, CustomStringConvertible {
    /// The object's key.
    public let key: AnyKey
    /// Where it is bound.
    public let location: SourceLocation

    /// `Cart, bound at Shop/CartModule.swift:12, outlives its graph`
    public var description: String { "\(key), bound at \(location.short), outlives its graph" }
  }

  /// Unchecked: the object belongs to a shared scope, which demands a `Sendable` type; and a weak reference that is only
  /// read is safe.
  private final class Entry: @unchecked Sendable {
    let survivor: Survivor
    private(set) weak var object: AnyObject?

    init(_ survivor: Survivor, _ object: AnyObject) {
      self.survivor = survivor
      self.object = object
    }
  }

  private let entries: [Entry]

  init(_ container: Container) {
    entries = container.blueprint.fullOrder.compactMap { position in
      guard let object = container.linkedNode(at: position)?.sharedObject else { return nil }
      let declaration = container.blueprint.declarations[position]
      return Entry(Survivor(key: declaration.key, location: declaration.site.location), object)
    }
  }

  /// The objects that are still there, dependencies before consumers.
  public var survivors: [Survivor] {
    entries.filter { $0.object != nil }.map(\.survivor)
  }
}
