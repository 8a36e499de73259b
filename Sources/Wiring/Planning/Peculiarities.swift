/// What is out of the ordinary among some declarations: questions about what there is none of need not be asked.
struct Peculiarities: OptionSet, Sendable {
  let rawValue: Int

  /// A binding has a modifier.
  static let modifiers = Peculiarities(rawValue: 1 << 0)
  /// Something leads to an object without needing it at once.
  static let handles = Peculiarities(rawValue: 1 << 1)
  /// A scope is shared for less than a graph's life.
  static let shortScopes = Peculiarities(rawValue: 1 << 2)
  static let customScopes = Peculiarities(rawValue: 1 << 3)
  static let weakScopes = Peculiarities(rawValue: 1 << 4)
  /// An object belongs to the main actor, or takes an `await`.
  static let isolation = Peculiarities(rawValue: 1 << 5)

  init(rawValue: Int) {
    self.rawValue = rawValue
  }

  init(of declaration: Declaration) {
    self = []
    switch declaration.scope.kind {
    case .transient, .singleton: break
    case .graph: insert(.shortScopes)
    case .custom: formUnion([.shortScopes, .customScopes])
    case .weak: insert(.weakScopes)
    }
    if !declaration.modifiers.isEmpty { insert(.modifiers) }
    if declaration.isDeferring { insert(.handles) }
    if declaration.isolation != .any { insert(.isolation) }
  }
}
