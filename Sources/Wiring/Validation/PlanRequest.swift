/// The input of a plan.
struct PlanRequest {
  var root: RequiredKey
  var modules: [any Module]
  var context: Definitions
  var profile: Profile
  var defaultScope: Scope
  var isStrict: Bool
  var overrides: Overrides
  var parent: BindingGraph?
  /// The custom scope in which the enclosing graph was opened, preceded by the enclosing scopes.
  var openScope: [ScopeName]
  var isLookUp = false
}

/// Features present in a set of declarations, so that checks of absent ones are skipped.
struct PlanFeatures: OptionSet, Sendable {
  let rawValue: Int

  /// A binding has a modifier.
  static let modifiers = PlanFeatures(rawValue: 1 << 0)
  /// A handle refers to an object without needing it immediately.
  static let handles = PlanFeatures(rawValue: 1 << 1)
  /// A scope is shorter than a graph's lifetime.
  static let shortScopes = PlanFeatures(rawValue: 1 << 2)
  static let customScopes = PlanFeatures(rawValue: 1 << 3)
  static let weakScopes = PlanFeatures(rawValue: 1 << 4)
  /// An object is isolated to the main actor, or asynchronous.
  static let isolation = PlanFeatures(rawValue: 1 << 5)
  /// An object that is not shared has a stop hook, which its owner runs.
  static let ownedStops = PlanFeatures(rawValue: 1 << 6)
  /// An object is confined to the main actor.
  static let confinement = PlanFeatures(rawValue: 1 << 7)
}

extension PlanFeatures {
  init(of declaration: Declaration) {
    self = []
    switch declaration.scope.kind {
    case .transient, .singleton: break
    case .graph: insert(.shortScopes)
    case .custom: formUnion([.shortScopes, .customScopes])
    case .weak: insert(.weakScopes)
    }
    if !declaration.modifiers.isEmpty {
      insert(.modifiers)
      if !declaration.scope.outlivesResolution, declaration.hasStopHook { insert(.ownedStops) }
    }
    if declaration.isDeferring { insert(.handles) }
    if declaration.isolation != .any { insert(.isolation) }
    if declaration.isConfined { insert(.confinement) }
  }
}
