/// What the object of a definition or a component can be had as, besides its own key: by its names, and as what it conforms
/// to.
final class Offer: Sendable {
  /// Who speaks for the object.
  enum Origin: Sendable {
    case definition
    case component
  }

  /// The type of the object.
  let type: any Any.Type
  let origin: Origin
  /// What references call it, the most telling first. Empty for one that stands for its type alone.
  let names: [String]
  /// What consumers must ask for besides the type, when it is not one of the names.
  let qualifier: String?
  let isPrimary: Bool
  let isLazy: Bool
  /// The object as what its type says that it conforms to.
  let views: [ComponentParts.View]
  /// Names of protocols for which it is not found.
  let ignoredInterfaces: [String]
  /// The types that it stands for without a qualifier, whoever else provides them.
  let claims: [Dependency]
  /// What it is made of, unless a factory makes it.
  let component: Component?

  init(
    _ recipe: Recipe, type: any Any.Type, views: [ComponentParts.View], isProduct: Bool, isLazy: Bool,
    claims: [Dependency]
  ) {
    self.type = type
    origin = recipe.isDefined ? .definition : .component
    names = recipe.names
    qualifier = recipe.qualifier
    isPrimary = recipe.isPrimary
    self.isLazy = isLazy
    self.views = views
    ignoredInterfaces = recipe.ignoredInterfaces
    self.claims = claims
    component = isProduct ? nil : recipe.component
  }

  /// Whether a consumer who asks without a qualifier can mean it. What stands within another definition is for that one.
  var isForAnybody: Bool { qualifier == nil && !(names.first.map(GivenName.isOne) ?? false) }

  /// Whether a consumer who asks with a qualifier, or without one, can mean it.
  func answers(to qualifier: String?) -> Bool {
    guard let qualifier else { return isForAnybody }
    return self.qualifier == qualifier || names.contains(qualifier)
  }

  /// Whether it can be had as a type.
  func provides(_ type: any Any.Type, _ conformances: Conformances) -> Bool {
    guard
      self.type == type || views.contains(where: { $0.dependency.key.type == type })
        || conformances.isSubtype(self.type, of: type)
    else { return false }
    return self.type == type || !ignores(type)
  }

  private func ignores(_ type: any Any.Type) -> Bool {
    guard !ignoredInterfaces.isEmpty else { return false }
    return ignoredInterfaces.contains(AnyKey(type).bareTypeName)
  }
}
