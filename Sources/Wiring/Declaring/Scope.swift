/// How long an object lives, and who shares it.
///
/// From short to long: ``transient`` is made for every consumer; ``graph`` once per resolution; ``weak`` while somebody
/// holds it; ``singleton`` once per container. A longer-lived object must not hold a shorter-lived one that is meant to
/// be shared: see the problem ``Problem/Code/captive``.
public struct Scope: Sendable, Hashable {
  enum Kind: String, Sendable { case transient, graph, weak, singleton }

  let kind: Kind

  /// A new object for every consumer. The default.
  public static let transient = Scope(kind: .transient)
  /// One object per resolution: all consumers that are made together share it, the next resolution makes another.
  public static let graph = Scope(kind: .graph)
  /// One object for as long as anybody holds it; then the next consumer gets a new one.
  ///
  /// Meant for classes. A value has no identity to hold, so the plan refuses this scope for a struct or an enum; behind a
  /// protocol a value counts as ``transient``.
  public static let weak = Scope(kind: .weak)
  /// One object per container, made when it is first needed, by whoever comes first; the others wait for it.
  public static let singleton = Scope(kind: .singleton)

  /// The scope's name, as in `singleton`.
  public var name: String { kind.rawValue }

  /// Whether an object of this scope outlives the resolution that made it.
  var outlivesResolution: Bool { kind == .singleton || kind == .weak }
}
