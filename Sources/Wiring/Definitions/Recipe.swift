/// The instructions for creating the object of a component, from a definition or from the component itself.
struct Recipe {
  let component: Component
  let site: CallSite
  /// The qualifier of its own key.
  let keyQualifier: String?
  /// The names for references.
  let names: [String]
  /// The prefix of the display names of its arguments.
  let title: String
  /// The subject of a sentence about it.
  var subject: String {
    names.first.map { "'\(GeneratedQualifier.displayName($0))'" } ?? "the definition of '\(component.typeName)'"
  }
  /// The qualifier that consumers must specify, when it is not one of the names.
  let qualifier: String?
  let scope: Scope
  let isLazy: Bool
  let isPrimary: Bool
  let isEager: Bool
  /// Whether it is from a definition rather than a scan.
  let isDefined: Bool
  let interfaces: [DefinitionValue.Member]
  let arguments: [DefinitionValue.Member]
  let properties: [DefinitionValue.Member]
  let factory: DefinitionValue.Member?
  let initMethod: DefinitionValue.Member?
  let startMethod: DefinitionValue.Member?
  let stopMethod: DefinitionValue.Member?
  let condition: Modifier?
  let ignoredInterfaces: [String]

  init(_ definition: Definition, _ component: Component, name: String?, isIncluded: Bool) {
    self.component = component
    site = definition.site
    keyQualifier = name
    names = name.map { [$0] } ?? []
    // Unique, so that an excluded definition does not pass its values to an included one.
    let title = name.map(GeneratedQualifier.displayName) ?? "\(component.typeName)@\(definition.location.line)"
    self.title = isIncluded ? title : "\(title) of \(definition.location)"
    qualifier = nil
    scope = definition.scope ?? component.scope
    isLazy = definition.isLazy ?? component.isLazy
    isPrimary = definition.isPrimary ?? component.isPrimary
    isEager = definition.isEager ?? component.isEager
    isDefined = true
    interfaces = definition.interfaces
    arguments = definition.arguments
    properties = definition.properties
    factory = definition.factory
    initMethod = definition.initMethod
    startMethod = definition.startMethod
    stopMethod = definition.stopMethod
    condition = definition.condition
    ignoredInterfaces = []
  }

  init(_ component: Component, isEager: Bool, ignoredInterfaces: [String]) {
    self.component = component
    site = component.site
    keyQualifier = component.qualifier
    names = component.name == component.typeName ? [component.name] : [component.name, component.typeName]
    title = component.name
    qualifier = component.qualifier
    scope = component.scope
    isLazy = component.isLazy
    isPrimary = component.isPrimary
    self.isEager = isEager || component.isEager
    isDefined = false
    (interfaces, arguments, properties) = ([], [], [])
    (factory, initMethod, startMethod, stopMethod) = (nil, nil, nil, nil)
    condition = nil
    self.ignoredInterfaces = ignoredInterfaces
  }

  /// Returns the argument of a parameter.
  func argument(named name: String) -> DefinitionValue.Member? {
    guard factory == nil else { return nil }
    return arguments.first { $0.name == name } ?? properties.first { $0.name == name }
  }
}

extension Definition {
  /// The condition of its profiles.
  fileprivate var condition: Modifier? {
    guard !profiles.isEmpty else { return nil }
    let copy = self
    return .profiles(profiles) { copy.unmetProfiles(in: $0) == nil }
  }

  /// Returns the profiles that exclude it; `nil` when it is included.
  func unmetProfiles(in profile: Profile) -> [String]? {
    let wanted = profiles.filter { !$0.hasPrefix("!") }
    let isExcluded = profiles.contains("!\(profile.name)")
    let isWanted = wanted.isEmpty || wanted.contains(profile.name)
    return isWanted && !isExcluded ? nil : profiles
  }
}
