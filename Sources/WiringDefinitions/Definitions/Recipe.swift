import Wiring

/// The instructions for creating the object of a component, from a definition or from the component itself.
final class Recipe {
  let component: Component
  /// The definition; without arguments, properties and methods for a component alone.
  let definition: Definition
  var site: CallSite { definition.site }
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
  let ignoredInterfaces: [String]

  init(_ definition: Definition, _ component: Component, name: String?, isIncluded: Bool) {
    self.component = component
    self.definition = definition
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
    ignoredInterfaces = []
  }

  init(_ component: Component, isEager: Bool, ignoredInterfaces: [String]) {
    self.component = component
    definition = Definition(of: component)
    keyQualifier = component.qualifier
    names = component.name == component.typeName ? [component.name] : [component.name, component.typeName]
    title = component.name
    qualifier = component.qualifier
    scope = component.scope
    isLazy = component.isLazy
    isPrimary = component.isPrimary
    self.isEager = isEager || component.isEager
    isDefined = false
    self.ignoredInterfaces = ignoredInterfaces
  }

  /// Returns the candidate of the object, or of the product of a factory.
  func candidate(
    type: any Any.Type, views: [CandidateView], isProduct: Bool, isLazy: Bool, boundInterfaces: [Dependency]
  ) -> InjectionCandidate {
    InjectionCandidate(
      type: type, origin: isDefined ? .definition : .component, names: names, qualifier: qualifier,
      isPrimary: isPrimary, isLazy: isLazy, views: views, ignoredInterfaces: ignoredInterfaces,
      boundInterfaces: boundInterfaces, component: isProduct ? nil : (component.type, component.module))
  }

  /// Returns the argument of a parameter.
  func argument(named name: String) -> DefinitionValue.Member? {
    guard definition.factory == nil else { return nil }
    return definition.arguments.first { $0.name == name } ?? definition.properties.first { $0.name == name }
  }

  /// Returns the location of a name or its value; that of the definition where both are code.
  func location(of member: DefinitionValue.Member) -> SourceLocation {
    member.location ?? member.value.location ?? site.location
  }
}

extension Definition {
  /// The condition of its profiles.
  var condition: Modifier? {
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
