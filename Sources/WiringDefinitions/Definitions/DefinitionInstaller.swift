import Wiring

/// Converts definitions, and components that a scan includes, to declarations like those of a module.
///
/// A value that a definition passes to a parameter becomes a dependency with a qualifier: for a reference the name of
/// the other definition, otherwise a generated one, under which ``sources`` contains the value. So a definition in a
/// file is checked, explained, linked and resolved like code.
struct DefinitionInstaller {
  /// The declarations of definitions.
  private(set) var defined: [Declaration] = []
  /// The declarations of scanned components.
  private(set) var scanned: [Declaration] = []
  /// Named values, and values that definitions pass to parameters, by qualifier.
  ///
  /// Not private, like the other variables below, since extensions of this type are in separate files.
  var sources: [String: NamedValue] = [:]
  /// The verdict of the scan on each component.
  private(set) var scan: [ScannedComponent] = []
  var problems: [Problem]
  let context: DefinitionList
  let components: ComponentTable
  var reader: ValueReader { ValueReader(context.conversions) }
  private let profile: Profile
  /// Types in bindings, as which definitions can be provided.
  let knownTypes: [Dependency]
  /// Names of invalid definitions, which declare nothing.
  private(set) var undeclared: Set<String> = []
  /// The locations of each name; `nil` for values in code.
  private var locations: [String: [SourceLocation?]] = [:]
  /// Nested definitions that are not declared yet, with their names.
  var nested: [(definition: Definition, name: String)] = []
  let list: DeclarationList
  let conformances = Conformances()
  var typesOfComponents: [Dependency]?
  /// The number of enclosing graphs.
  let level: Int
  /// The number of generated qualifiers.
  var names = 0
  /// The first component with each name.
  private var componentNames: [String: Component] = [:]

  init(_ context: DefinitionList, profile: Profile, module: Int, level: Int, bound: [Declaration]) {
    self.level = level
    self.context = context
    self.profile = profile
    problems = context.problems
    components = ComponentTable(context.registry.components)
    list = DeclarationList(profile: profile)
    list.module = module
    knownTypes =
      context.definitions.contains { !$0.interfaces.isEmpty }
      ? bound.flatMap { [Dependency($0.key.type)] + $0.dependencies } : []
  }

  mutating func run() {
    // By location, so that of two with the same name the first in the source is used, whatever the order of the list.
    for value in context.values.sorted(by: { $0.sortLocation < $1.sortLocation })
    where reserve(value.name, at: value.location ?? value.value.location) {
      register(value.value, as: value.name)
    }
    let sites = context.definitions.map(\.location)
    for index in sites.indices.sorted(by: { sites[$0] < sites[$1] }) {
      let definition = context.definitions[index]
      let isIncluded = definition.unmetProfiles(in: profile) == nil
      let name = definition.name ?? componentName(of: definition)
      if isIncluded, let name, !reserve(name, at: sites[index]) { continue }
      declare(definition, as: name)
    }
    while let (definition, name) = nested.popLast() { declare(definition, as: name) }
    problems += locations.filter { $0.value.count > 1 }.map { .definedTwice($0.key, $0.value) }
    if !context.scans.isEmpty { runScan() }
  }

  /// Records a name; returns whether it was free.
  private mutating func reserve(_ name: String, at location: SourceLocation?) -> Bool {
    locations[name, default: []].append(location)
    return locations[name]?.count == 1
  }

  // MARK: Definitions

  private mutating func declare(_ definition: Definition, as name: String?) {
    let before = nested.count
    let isIncluded = definition.unmetProfiles(in: profile) == nil
    let declared =
      component(of: definition).map { declarations(of: Recipe(definition, $0, name: name, isIncluded: isIncluded)) }
      ?? []
    if declared.isEmpty, let name { undeclared.insert(name) }
    defined += declared
    // Nested definitions have the condition of the enclosing one.
    for index in nested.indices[before...] where nested[index].definition.profiles.isEmpty {
      nested[index].definition.profiles = definition.profiles
    }
  }

  /// The name of the component, where the definition takes it; `nil` also for an unknown component.
  private func componentName(of definition: Definition) -> String? {
    guard definition.hasNameOfComponent, case .named(let typeName) = definition.type else { return nil }
    let found = components.named(typeName)
    return found.count == 1 ? found[0].name : nil
  }

  private mutating func component(of definition: Definition) -> Component? {
    switch definition.type {
    case .type(let type):
      let component = type.wiringComponent
      if component.type == type { return component }
      // An unmarked subclass of a class whose initializer is not required.
      problems.append(.unmarkedSubclass(AnyKey(type).bareTypeName, as: component, in: definition))
      return nil
    case .named(let name):
      // The reader of the file has reported a missing class.
      if name.isEmpty, !context.problems.isEmpty { return nil }
      let found = components.named(name)
      if found.count == 1 { return found[0] }
      problems.append(
        found.isEmpty
          ? .unknownType(name, in: definition, near: components.near(name))
          : .ambiguousType(name, in: definition, components: found))
      return nil
    }
  }

  // MARK: Components

  private mutating func runScan() {
    var replaced: [ObjectIdentifier: SourceLocation] = [:]
    for declaration in defined where declaration.unmetCondition(in: profile) == nil {
      guard let type = declaration.candidate?.component?.type else { continue }
      let location = declaration.site.location
      replaced[ObjectIdentifier(type)] = min(location, replaced[ObjectIdentifier(type)] ?? location)
    }
    for scan in context.scans { problems += unknownNames(in: scan) }
    for component in components.distinct {
      var verdict = ScannedComponent.Verdict(component, context.scans)
      if case .included = verdict {
        if let location = replaced[ObjectIdentifier(component.type)] {
          verdict = .defined(at: location)
        } else if !component.profiles.isEmpty, !component.profiles.contains(profile) {
          verdict = .otherProfile(component.profiles)
        }
      }
      scan.append(ScannedComponent(component: component, verdict: verdict))
      guard case .included = verdict else { continue }
      let including = context.scans.filter { $0.includes(component) != nil }
      let recipe = Recipe(
        component, isEager: including.contains(where: \.isEager),
        ignoredInterfaces: including.flatMap(\.ignoredInterfaces))
      scanned += declarations(of: recipe)
      checkName(of: component)
    }
  }

  /// Two components with the same name could not be distinguished by it.
  private mutating func checkName(of component: Component) {
    guard component.name != component.typeName else { return }
    if let other = componentNames.updateValue(component, forKey: component.name) {
      problems.append(.duplicateComponentName(other, component))
    }
  }

  /// Returns unknown names in a scan: otherwise a misspelt name would exclude something silently.
  private func unknownNames(in scan: Scan) -> [Problem] {
    (scan.types + scan.exceptions).filter { components.named($0).isEmpty }.map {
      .unknownScannedType($0, at: scan.site.location, near: components.near($0))
    }
  }

  // MARK: Recipes

  /// Returns the declarations of an object, or of a factory and its product.
  private mutating func declarations(of recipe: Recipe) -> [Declaration] {
    let parts = recipe.component.parts()
    let key = AnyKey(recipe.component.type, qualifier: recipe.keyQualifier)
    guard let declaration = declare(recipe, parts: parts, as: key) else { return [] }
    let factory = ComponentFactories.factory(recipe.component.type)
    let boundInterfaces = factory == nil ? self.boundInterfaces(of: recipe, parts: parts, type: key.type) : []
    declaration.candidate = recipe.candidate(
      type: key.type, views: parts.views, isProduct: false, isLazy: factory == nil && recipe.isLazy,
      boundInterfaces: boundInterfaces)
    guard let factory else { return [declaration] }
    let product = factory.product(qualifier: recipe.keyQualifier, factory: key, site: recipe.site)
    let productParts = components.ofType(product.key.type)?.parts() ?? ComponentParts()
    product.module = declaration.module
    product.modifiers = declaration.modifiers.filter { if case .condition = $0 { true } else { false } }
    product.scope = productScope(of: recipe, parts: parts)
    if recipe.isEager, product.scope.outlivesResolution { product.modifiers.append(.eager) }
    product.hasChosenScope = true
    // The factory is shared and creates any number of objects, unless its own dependencies have a shorter lifetime.
    if recipe.scope.kind != .graph { declaration.scope = recipe.component.isShareable ? .singleton : .transient }
    product.candidate = recipe.candidate(
      type: product.key.type, views: productParts.views, isProduct: true, isLazy: recipe.isLazy,
      boundInterfaces: self.boundInterfaces(of: recipe, parts: productParts, type: product.key.type))
    return [declaration, product]
  }

  private mutating func productScope(of recipe: Recipe, parts: ComponentParts) -> Scope {
    guard recipe.scope.outlivesResolution, !parts.isProductShareable else { return recipe.scope }
    if recipe.isDefined {
      problems.append(.unshareable(recipe, subject: "the product of '\(recipe.component.typeName)'"))
    }
    return .transient
  }

  private mutating func declare(_ recipe: Recipe, parts: ComponentParts, as key: AnyKey) -> Declaration? {
    checkRepetitions(in: recipe)
    guard let constructor = constructor(of: recipe, parts: parts) else { return nil }
    let declaration = constructor.declare(Binder(list: list), key, recipe.site)
    // The product is provided under the name of its factory.
    if let factory = recipe.definition.factory {
      declaration.dependencies[0] = declaration.dependencies[0].given(factory.name, at: factory.location)
    }
    // Of names beyond the parameters, a component written by hand may have some.
    for (index, parameter) in constructor.parameters.prefix(declaration.dependencies.count).enumerated() {
      let dependency = declaration.dependencies[index]
      if let argument = recipe.argument(named: parameter.name) {
        let (qualifier, location) = source(of: argument, for: recipe)
        declaration.dependencies[index] = dependency.given(qualifier, at: location)
      } else if let qualifier = parameter.qualifier {
        declaration.dependencies[index] = dependency.asking(for: qualifier)
      }
    }
    addProperties(of: recipe, parts: parts, constructor: constructor, to: declaration)
    addMethods(of: recipe, parts: parts, to: declaration)
    declaration.scope = recipe.scope
    if recipe.scope.outlivesResolution, !recipe.component.isShareable,
      ComponentFactories.factory(recipe.component.type) == nil
    {
      problems.append(.unshareable(recipe, subject: "'\(recipe.component.typeName)'"))
      declaration.scope = .transient
    }
    declaration.hasChosenScope = true
    if let condition = recipe.definition.condition { declaration.modifiers.append(condition) }
    if recipe.isEager, declaration.scope.outlivesResolution { declaration.modifiers.append(.eager) }
    if let resource = recipe.definition.external ?? parts.external { declaration.modifiers.append(.external(resource)) }
    return declaration
  }

  /// Reports values that are passed twice; one of them would be lost.
  private mutating func checkRepetitions(in recipe: Recipe) {
    var seen: [String: DefinitionValue.Member] = [:]
    for member in recipe.definition.arguments + recipe.definition.properties {
      if let other = seen.updateValue(member, forKey: member.name) {
        problems.append(.givenTwice(other, member, of: recipe))
      }
    }
  }

  /// Returns the initializer that takes all arguments.
  private mutating func constructor(of recipe: Recipe, parts: ComponentParts) -> ComponentParts.Constructor? {
    if let factory = recipe.definition.factory {
      if let argument = recipe.definition.arguments.first {
        problems.append(.unexpectedArgument(argument, factory, of: recipe))
      }
      return parts.passThrough
    }
    let given = recipe.definition.arguments.map(\.name)
    let fitting = parts.constructors.filter { constructor in
      given.allSatisfy { name in constructor.parameters.contains { $0.name == name } }
    }
    // Of several, the first that also accepts the remaining values.
    let complete = fitting.first { constructor in
      recipe.definition.properties.allSatisfy { property in
        (constructor.parameters.map(\.name) + parts.properties.map(\.name)).contains(property.name)
      }
    }
    if let constructor = complete ?? fitting.first { return constructor }
    let known = Set(parts.constructors.flatMap { $0.parameters.map(\.name) }).sorted()
    let unknown = recipe.definition.arguments.filter { !known.contains($0.name) }
    for argument in unknown {
      problems.append(.unknownName("parameter", argument, of: recipe, known: known))
    }
    if unknown.isEmpty { problems.append(.noMatchingInitializer(recipe, taking: given, parts)) }
    return nil
  }

  private mutating func addProperties(
    of recipe: Recipe, parts: ComponentParts, constructor: ComponentParts.Constructor, to declaration: Declaration
  ) {
    for property in recipe.definition.properties
    where recipe.definition.factory != nil || !constructor.parameters.contains(where: { $0.name == property.name }) {
      guard let part = parts.properties.first(where: { $0.name == property.name }) else {
        let known = parts.properties.map(\.name) + constructor.parameters.map(\.name)
        problems.append(.unknownName("property", property, of: recipe, known: Set(known).sorted()))
        continue
      }
      let (qualifier, location) = source(of: property, for: recipe)
      declaration.dependencies.append(part.dependency.given(qualifier, at: location))
      declaration.modifiers.append(.step(part.step()))
      declaration.isolation = max(declaration.isolation, part.isolation)
    }
  }

  private mutating func addMethods(of recipe: Recipe, parts: ComponentParts, to declaration: Declaration) {
    func method(_ member: DefinitionValue.Member?, _ problems: inout [Problem]) -> ComponentParts.Method? {
      guard let member else { return nil }
      if let method = parts.methods.first(where: { $0.name == member.methodName }) { return method }
      problems.append(.unknownName("method", member, of: recipe, known: parts.methods.map(\.name).sorted()))
      return nil
    }
    if let member = recipe.definition.initMethod, let method = method(member, &problems) {
      if let step = method.step {
        declaration.modifiers.append(.step(step()))
        declaration.failure = (any Error).self
      } else {
        problems.append(.asyncInitMethod(member, of: recipe))
      }
    }
    if let member = recipe.definition.startMethod, let start = method(member, &problems) {
      let isFactory = ComponentFactories.factory(recipe.component.type) != nil
      let scope = isFactory ? (recipe.component.isShareable ? .singleton : .transient) : recipe.scope
      if scope.outlivesResolution {
        declaration.modifiers.append(.start(LifecycleHook(limit: .seconds(30), run: start.start)))
      } else {
        problems.append(.unsharedStartMethod(member, of: recipe, in: scope))
      }
    }
    if let stop = method(recipe.definition.stopMethod, &problems) {
      declaration.modifiers.append(.stop(LifecycleHook(limit: .seconds(10), run: stop.stop)))
    }
  }
}
