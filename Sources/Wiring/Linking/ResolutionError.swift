/// Why an object that was asked for by key, rather than declared as a dependency, could not be had.
///
/// Only such requests can fail in this way: those of ``Graph/resolve(_:)-(Value.Type)`` and of a ``Resolver``. What
/// factories declare as parameters was proved when the plan was made.
public struct ResolutionError: Error, Sendable, Hashable {
  enum Reason: Sendable, Hashable {
    case missing(AnyKey)
    case circular([AnyKey])
    case containerGone(AnyKey)
  }

  let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }
}

extension ResolutionError: CustomStringConvertible {
  /// One of:
  ///
  /// - `nothing provides 'any Clock'; bind it in a module of the plan`
  /// - `opaque factories need each other: A → B → A; give one of them its dependencies as parameters`
  /// - `an opaque factory asked for itself while it was being made; give it its dependencies as parameters`
  /// - `the resolver of 'Report' was used after its graph was gone; do not keep a resolver`
  public var description: String {
    switch reason {
    case .missing(let key):
      "nothing provides '\(key)'; bind it in a module of the plan"
    case .circular(let keys) where keys.isEmpty:
      "an opaque factory asked for itself while it was being made; give it its dependencies as parameters"
    case .circular(let keys):
      "opaque factories need each other: \(keys.map(\.description).joined(separator: " → ")); "
        + "give one of them its dependencies as parameters"
    case .containerGone(let key):
      "the resolver of '\(key)' was used after its graph was gone; do not keep a resolver"
    }
  }
}
