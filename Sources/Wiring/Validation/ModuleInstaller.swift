/// Collects the bindings of a list of modules, each installed once, and applies overrides.
package struct ModuleInstaller: Sendable {
  package var declarations: [Declaration]
  package var modules: [InstalledModule]
  private(set) var requirements: [RequiredKey] = []
  package var roots: [RequiredKey] = []
  /// Element types whose lists may be empty.
  private(set) var collections: [AnyKey] = []
  package var problems: [Problem] = []
  /// Declarations that are not part of the plan: facts for the report of a missing key.
  package var excluded: [ExcludedDeclaration] = []
  /// The definitions and components.
  package let context: Definitions
  /// The values of definitions; of those of the enclosing graph where this one has none.
  package var values: (any NamedValues)?
  /// Names of invalid definitions, which declare nothing.
  package var undeclared: Set<String> = []
  /// Keys that overrides replace, whether or not a module binds them.
  private(set) var overridden: [AnyKey] = []
  /// The number of enclosing graphs.
  package let level: Int
  package let profile: Profile
  package let defaultScope: Scope
  package let inheritedCount: Int
  private let rootKey: AnyKey
  /// The location of the plan.
  private let planSite: CallSite

  init(_ request: PlanRequest) {
    declarations = request.parent?.declarations ?? []
    let parent = request.parent?.installer
    modules = parent?.modules ?? []
    collections = parent?.collections ?? []
    inheritedCount = declarations.count
    context = request.context
    values = parent?.values
    profile = request.profile
    level = (parent?.level ?? -1) + 1
    defaultScope = request.defaultScope
    rootKey = request.root.key
    planSite = request.root.site
  }

  mutating func install(_ listed: [any Module], overrides: Overrides) {
    checkRepetitions(in: listed, at: planSite)
    // All modules of closures have one type, so that it does not tell which of them is meant.
    var replacements = overrides.modules.filter { $0.replaced != Bindings.self }
    problems += overrides.modules.filter { $0.replaced == Bindings.self }.map {
      .unspecificReplacement(at: $0.site.location)
    }
    let inherited = modules.count
    let list = DeclarationList(profile: profile)
    var binder = Binder(list: list)
    for (module, includedBy) in modules(including: listed, replacements: &replacements, inherited: inherited) {
      list.module = modules.count
      modules.append(InstalledModule(type: type(of: module), includedBy: includedBy))
      module.configure(&binder)
    }
    let present = replacements.isEmpty ? [] : modules[inherited...].map(\.name).sorted()
    problems += replacements.map { replacement in
      .unboundReplacement(
        of: "module \(AnyKey(replacement.replaced).typeName)", at: replacement.site.location,
        nearMisses: present.map { .init(text: "\($0) is in the plan", location: nil, advice: "replace that") })
    }
    for declaration in list.declarations { declaration.follow() }
    problems += list.problems + overrides.list.problems
    requirements = list.requirements + overrides.list.requirements
    roots = list.roots + overrides.list.roots
    collections += list.collections + overrides.list.collections
    let arePlain = add(list.declarations)
    context.source?.install(in: &self, bound: list.declarations)
    if !arePlain { excludeUnneededDefaults() }
    removeDecorators(overrides.undecorated)
    apply(overrides.list.declarations.filter { isMet($0) })
  }

  /// Returns the modules to install, each with the one that includes it; replaced modules are exchanged.
  ///
  /// Included modules precede those that include them, so that decorators and lists of a module build on those of its
  /// includes. A listed module wins over the same one included by another, so that it can pass settings. Of several modules
  /// that include one, the first by name counts, so that the order of a list does not change which instance is installed.
  private mutating func modules(
    including listed: [any Module], replacements: inout [Overrides.ModuleReplacement], inherited: Int
  ) -> [(module: any Module, includedBy: Int?)] {
    var found = IncludedModules()
    var level = listed.map { (module: $0, includer: Int?.none) }
    while !level.isEmpty {
      var next: [(module: any Module, includer: Int?)] = []
      for (module, includer) in level {
        let type = type(of: module)
        // A module of the enclosing graph is not included again; listing it installs another one on purpose.
        if includer != nil, modules[..<inherited].contains(where: { $0.type == type }) { continue }
        guard !found.contains(module, includedBy: includer) else { continue }
        let installed = replacement(of: module, in: &replacements) ?? module
        if let position = found.add(installed, as: type, includedBy: includer) {
          next += Swift.type(of: installed).includes.map { ($0, position) }
        }
      }
      if next.count > 1 { next.sort { found.name(of: $0.includer) < found.name(of: $1.includer) } }
      level = next
    }
    problems += found.differing.map { .moduleIncludedTwice($0.module, by: $0.includers, at: planSite.location) }
    return found.inOrder(startingAt: inherited)
  }

  /// Returns the replacement of a module; `nil` when it is not replaced.
  private mutating func replacement(
    of module: any Module, in replacements: inout [Overrides.ModuleReplacement]
  ) -> (any Module)? {
    guard let index = replacements.firstIndex(where: { $0.replaced == type(of: module) }) else { return nil }
    let replacement = replacements.remove(at: index).replacement
    exclude(module, for: type(of: replacement))
    return replacement
  }

  /// Records the bindings that a replaced module would have declared.
  private mutating func exclude(_ module: any Module, for replacement: any Module.Type) {
    let list = DeclarationList(profile: profile)
    var binder = Binder(list: list)
    module.configure(&binder)
    excluded += list.declarations.map {
      ExcludedDeclaration(declaration: $0, reason: .moduleReplaced(type(of: module), by: replacement))
    }
  }

  private mutating func checkRepetitions(in listed: [any Module], at site: CallSite) {
    for (index, module) in listed.enumerated() {
      let type = type(of: module)
      guard type != Bindings.self, !listed[..<index].contains(where: { Swift.type(of: $0) == type }) else { continue }
      let places = listed.indices.filter { Swift.type(of: listed[$0]) == type }
      guard places.count > 1 else { continue }
      problems.append(.moduleListedTwice(AnyKey(type).typeName, places: places, of: listed.count, at: site.location))
    }
  }

  /// Returns whether the conditions of a declaration hold; records one that is excluded.
  package mutating func isMet(_ declaration: Declaration) -> Bool {
    guard let text = declaration.unmetCondition(in: profile) else { return true }
    excluded.append(ExcludedDeclaration(declaration: declaration, reason: .condition(text)))
    return false
  }

  /// Adds the declarations whose conditions hold.
  ///
  /// - Returns: Whether all are added as they are, since there are neither conditions nor defaults.
  private mutating func add(_ new: [Declaration]) -> Bool {
    if inheritedCount == 0, defaultScope == .transient, new.allSatisfy({ $0.modifiers.isEmpty }) {
      declarations = new
      return true
    }
    declarations.reserveCapacity(declarations.count + new.count)
    for declaration in new {
      guard isMet(declaration) else { continue }
      // A decorator inherits the scope of the decorated binding.
      if !declaration.hasChosenScope, !declaration.isEvaluatedOnce,
        declaration.kind == .factory || declaration.kind == .opaque
      {
        declaration.scope = defaultScope
      }
      declarations.append(declaration)
    }
    return false
  }

  /// Excludes the declarations of this plan for which a reason is returned.
  package mutating func exclude(_ reason: (Declaration) -> ExcludedDeclaration.Reason?) {
    var kept = Array(declarations[..<inheritedCount])
    for declaration in declarations[inheritedCount...] {
      if let reason = reason(declaration) {
        excluded.append(ExcludedDeclaration(declaration: declaration, reason: reason))
      } else {
        kept.append(declaration)
      }
    }
    declarations = kept
  }

  /// Returns a definition or component that provides a key without a binding, so that it can be replaced.
  private func candidate(for key: AnyKey, among declared: [Declaration]) -> Declaration? {
    let conformances = Conformances()
    return declared.first { declaration in
      declaration.candidate.map { $0.answers(to: key.qualifier) && $0.provides(key.type, conformances) } ?? false
    }
  }

  /// Returns whether a key identifies a named value.
  private func isNamedValue(_ key: AnyKey) -> Bool { key.qualifier.flatMap { values?.form(of: $0) } != nil }

  // MARK: Defaults and overrides

  /// Excludes the defaults of keys that have another binding.
  private mutating func excludeUnneededDefaults() {
    guard declarations[inheritedCount...].contains(where: \.isDefault) else { return }
    var bound = KeyTable(minimumCapacity: declarations.count)
    for (position, declaration) in declarations.enumerated() where declaration.isBinding && !declaration.isDefault {
      bound.update(declaration.key, to: position)
      for interface in declaration.candidate?.boundInterfaces ?? [] { bound.update(interface.key, to: position) }
    }
    let candidates = declarations.compactMap(\.candidate)
    if !candidates.isEmpty {
      let conformances = Conformances()
      for (position, declaration) in declarations.enumerated() where declaration.isDefault {
        let key = declaration.key
        if candidates.contains(where: { $0.answers(to: key.qualifier) && $0.provides(key.type, conformances) }) {
          bound.update(key, to: position)
        }
      }
    }
    // What follows a default goes with it.
    exclude { declaration in
      let leader = declaration.leader ?? declaration
      return leader.isDefault && bound[leader.key] != nil ? .defaultNotNeeded : nil
    }
  }

  /// Replaces bindings by those of the overrides. Several overrides of one key are all added, to be reported, as is a
  /// key that was bound twice before.
  private mutating func apply(_ declared: [Declaration]) {
    guard !declared.isEmpty else { return }
    let overrides = declared.filter(\.isBinding)
    // Decorators are outermost, since they come after those of modules.
    defer { declarations += declared.filter { !$0.isBinding } }
    var originals: [AnyKey: [Declaration]] = [:]
    for declaration in declarations[inheritedCount...] where declaration.isBinding {
      originals[declaration.key, default: []].append(declaration)
    }
    let replaced = Set(overrides.map(\.key)).filter { originals[$0]?.count == 1 && originals[$0]?[0].kind != .context }
    let planned = declarations
    exclude { $0.isBinding && replaced.contains($0.key) ? .replaced : nil }
    for override in overrides {
      let bound = originals[override.key]?.min { $0.site.location < $1.site.location }
      guard
        let original = bound
          ?? (isProvidedOtherwise(override.key) ? override : candidate(for: override.key, among: planned))
      else {
        problems.append(
          .unboundReplacement(
            of: "'\(override.key)'", at: override.site.location,
            nearMisses: planned[inheritedCount...].nearMisses(ofOverriding: override.key)
              + planned[..<inheritedCount].outerBindings(of: override.key)))
        continue
      }
      if original.kind == .context {
        problems.append(.replacedContext(override.key, of: original.scope.name, at: override.site.location))
      }
      guard bound == nil || replaced.contains(override.key) else { continue }
      override.module = original.module
      // It has the same names and types, and is in the same lists.
      if bound != nil {
        override.candidate = original.candidate
        override.modifiers += original.tags.filter { !override.tags.contains($0) }.map { .tag($0) }
      }
      // The scope of a value is that of its decorators.
      let mayShare = override.isShareable || override.kind == .value || !original.scope.outlivesResolution
      let mayInherit = !override.isEvaluatedOnce || original.scope.kind == .custom
      if !override.hasChosenScope, mayShare, mayInherit { override.scope = original.scope }
      override.hasChosenScope = override.hasChosenScope || original.hasChosenScope
      declarations.append(override)
      overridden.append(override.key)
    }
  }

  /// Whether a key without a binding is a named value, or a list, optional or handle that a binding requests: an override of it
  /// has an effect.
  private func isProvidedOtherwise(_ key: AnyKey) -> Bool {
    if isNamedValue(key) { return true }
    guard key.witness.derivation != nil || key.isFunction else { return false }
    return key == rootKey || roots.contains { $0.key == key }
      || declarations.contains { $0.dependencies.contains { $0.key == key } }
  }

  /// Removes the decorators of keys, as an override demands.
  private mutating func removeDecorators(_ undecorated: [Overrides.Undecorated]) {
    for (key, site) in undecorated {
      let isDecorator = { (declaration: Declaration) in
        if case .decorator = declaration.role { declaration.key == key } else { false }
      }
      if !declarations[inheritedCount...].contains(where: isDecorator) {
        problems.append(.unboundReplacement(of: "a decorator of '\(key)'", at: site.location))
      }
      exclude { isDecorator($0) ? .replaced : nil }
    }
  }
}

extension Declaration {
  /// Takes over the key of the declaration that it follows, which no modifier changes any more.
  fileprivate func follow() {
    guard let leader, !dependencies.isEmpty else { return }
    dependencies[0] = dependencies[0].asking(for: leader.key.qualifier)
  }

  package var isBinding: Bool { if case .binding = role { true } else { false } }

  /// Returns the text of a condition that does not hold in a profile.
  package func unmetCondition(in profile: Profile) -> String? {
    for case .condition(let isMet, let text) in modifiers where !isMet(profile) { return text }
    guard let leader, leader.unmetCondition(in: profile) != nil else { return nil }
    return "it applies only with '\(leader.key)'"
  }
}

/// A module of a plan, and the module that included it.
package struct InstalledModule: Sendable {
  /// The module's type; `nil` for the module of definitions and components.
  package let type: (any Module.Type)?
  /// The position of the module that included it; `nil` for one that the plan lists.
  package let includedBy: Int?

  package init(type: (any Module.Type)?, includedBy: Int?) {
    self.type = type
    self.includedBy = includedBy
  }

  /// The module's name. Computed on demand: printing a type costs more than the rest of a plan.
  package var name: String { type.map { AnyKey($0).typeName } ?? "Definitions" }
}
