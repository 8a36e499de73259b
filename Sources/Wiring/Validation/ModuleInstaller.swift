/// Collects the bindings of a list of modules, each installed once, and applies what is replaced.
struct ModuleInstaller: Sendable {
  private(set) var declarations: [Declaration]
  private(set) var modules: [InstalledModule]
  private(set) var requirements: [RequiredKey] = []
  var roots: [RequiredKey] = []
  /// Types of which there may be none, where a list of them is asked for.
  private(set) var collections: [AnyKey] = []
  private(set) var problems: [Problem] = []
  /// Declarations that do not stand: facts for the report when one of them is missed.
  private(set) var excluded: [ExcludedDeclaration] = []
  /// What definitions and components are there besides the modules.
  let context: Definitions
  /// By qualifier what definitions give under that name.
  private(set) var sources: [String: DefinitionValue] = [:]
  /// Names of definitions that stand for nothing, since something is wrong with them themselves.
  private(set) var undeclared: Set<String> = []
  /// Keys of what is replaced, whoever stands for them otherwise.
  private(set) var overridden: [AnyKey] = []
  /// How many graphs are around the plan's own.
  let level: Int
  /// What the scans say of each component.
  private(set) var scan: [ScannedComponent] = []
  let profile: Profile
  private let defaultScope: Scope
  private let inheritedCount: Int

  init(_ request: PlanRequest) {
    declarations = request.parent?.declarations ?? []
    modules = request.parent?.modules ?? []
    collections = request.parent?.bindingGraph.installer.collections ?? []
    inheritedCount = declarations.count
    context = request.context.joined(to: request.parent?.bindingGraph.installer.context)
    sources = request.parent?.bindingGraph.installer.sources ?? [:]
    profile = request.profile
    level = (request.parent?.bindingGraph.installer.level ?? -1) + 1
    defaultScope = request.defaultScope
  }

  mutating func install(_ listed: [any Module], overrides: Overrides) {
    noteRepetitions(in: listed)
    var replacements = overrides.modules
    let inherited = modules.count
    let list = DeclarationList(profile: profile)
    var binder = Binder(list: list)
    for (module, includedBy) in closure(of: listed, &replacements, inherited) {
      list.module = modules.count
      modules.append(InstalledModule(type: type(of: module), includedBy: includedBy))
      module.configure(&binder)
    }
    let present = replacements.isEmpty ? [] : modules[inherited...].map(\.name).sorted()
    problems += replacements.map { replacement in
      .unboundReplacement(
        of: "module \(AnyKey(replacement.replaced).typeName)", at: replacement.site.location, present: present)
    }
    requirements = list.requirements
    roots = list.roots
    collections += list.collections
    let arePlain = add(list.declarations)
    if !context.isEmpty { define(list.declarations) }
    if !arePlain { excludeUnneededDefaults() }
    let standing = overrides.list.declarations.filter { isMet($0) }
    apply(standing)
  }

  /// The modules to install, with the one that brings each along; replaced ones are exchanged.
  ///
  /// The listed modules come first, so that one that carries settings wins over the same one included by another. Of
  /// several that include a module the first by name brings it, so that the order of a list changes nothing.
  private mutating func closure(
    of listed: [any Module], _ replacements: inout [Overrides.ModuleReplacement], _ inherited: Int
  ) -> [(module: any Module, includedBy: Int?)] {
    // Plain arrays: there are few modules, and the first use of each kind of dictionary costs a program's start more than
    // looking through them.
    var installed: [any Module.Type] = []
    var result: [(module: any Module, includedBy: Int?)] = []
    var level = listed.map { (module: $0, includedBy: Int?.none) }
    while !level.isEmpty {
      var next: [(module: any Module, includedBy: Int?)] = []
      for (module, includedBy) in level {
        let type = type(of: module)
        guard !installed.contains(where: { $0 == type }) else { continue }
        // What the enclosing graph has need not be included once more; listing it makes another one on purpose.
        if includedBy != nil, modules[..<inherited].contains(where: { $0.type == type }) { continue }
        installed.append(type)
        guard let module = replaced(module, &replacements, &installed) else { continue }
        let position = inherited + result.count
        result.append((module, includedBy))
        next += Swift.type(of: module).includes.map { ($0, position) }
      }
      if next.count > 1 {
        let names = result.map { _typeName(type(of: $0.module)) }
        next.sort { names[($0.includedBy ?? 0) - inherited] < names[($1.includedBy ?? 0) - inherited] }
      }
      level = next
    }
    return result
  }

  /// The module that takes a module's place, or itself; `nil` when the one that takes its place is there already.
  private mutating func replaced(
    _ module: any Module, _ replacements: inout [Overrides.ModuleReplacement], _ installed: inout [any Module.Type]
  ) -> (any Module)? {
    guard let index = replacements.firstIndex(where: { $0.replaced == type(of: module) }) else { return module }
    let replacement = replacements.remove(at: index)
    let replacing = type(of: replacement.replacement)
    exclude(module, for: replacing)
    guard replacing != type(of: module) else { return replacement.replacement }
    // Two modules may be replaced by one that stands for both.
    guard !installed.contains(where: { $0 == replacing }) else { return nil }
    installed.append(replacing)
    return replacement.replacement
  }

  /// Remembers what a replaced module would have bound.
  private mutating func exclude(_ module: any Module, for replacement: any Module.Type) {
    let list = DeclarationList(profile: profile)
    var binder = Binder(list: list)
    module.configure(&binder)
    excluded += list.declarations.map {
      ExcludedDeclaration(declaration: $0, reason: .moduleReplaced(type(of: module), by: replacement))
    }
  }

  private mutating func noteRepetitions(in listed: [any Module]) {
    for (index, module) in listed.enumerated() {
      let type = type(of: module)
      guard !listed[..<index].contains(where: { Swift.type(of: $0) == type }) else { continue }
      let times = listed.count { Swift.type(of: $0) == type }
      if times > 1 { problems.append(.moduleListedTwice(AnyKey(type).typeName, times: times)) }
    }
  }

  /// Whether the conditions of a declaration hold; one that does not stand is remembered.
  private mutating func isMet(_ declaration: Declaration) -> Bool {
    guard let text = declaration.unmetCondition(in: profile) else { return true }
    excluded.append(ExcludedDeclaration(declaration: declaration, reason: .condition(text)))
    return false
  }

  /// Takes over the declarations whose conditions hold.
  ///
  /// - Returns: Whether they stand as they are, since there are neither conditions nor defaults.
  private mutating func add(_ new: [Declaration]) -> Bool {
    if inheritedCount == 0, defaultScope == .transient, new.allSatisfy({ $0.modifiers.isEmpty }) {
      declarations = new
      return true
    }
    declarations.reserveCapacity(declarations.count + new.count)
    for declaration in new {
      guard isMet(declaration) else { continue }
      // A decorator takes the scope of what it decorates.
      if !declaration.hasChosenScope, declaration.kind == .factory || declaration.kind == .opaque {
        declaration.scope = defaultScope
      }
      declarations.append(declaration)
    }
    return false
  }

  // MARK: Definitions

  /// Takes over what definitions and components declare: a definition takes the place of what a module binds, and that
  /// the place of a component.
  private mutating func define(_ bound: [Declaration]) {
    let module = modules.count
    modules.append(InstalledModule(type: DefinitionsModule.self, includedBy: nil))
    var definer = DefinitionInstaller(context, profile: profile, module: module, level: level, bound: bound)
    definer.run()
    problems += definer.problems
    sources.merge(definer.sources) { _, nearer in nearer }
    undeclared = definer.undeclared
    let defined = definer.defined.filter { isMet($0) }
    yield(to: defined)
    declarations += defined
    scan = definer.scan
    declarations += unbound(definer.scanned)
    provideValues(definer.reader)
  }

  /// Takes out what modules bind that definitions stand for.
  private mutating func yield(to defined: [Declaration]) {
    var places: [AnyKey: SourceLocation] = [:]
    for declaration in defined {
      for key in [declaration.key] + (declaration.candidate?.boundInterfaces.map(\.key) ?? []) {
        places[key] = declaration.site.location
      }
    }
    let conformances = Conformances()
    let named = Dictionary(grouping: defined.filter { $0.key.qualifier != nil }, by: { $0.key.qualifier ?? "" })
    exclude { declaration in
      if let place = places[declaration.key] { return .defined(at: place) }
      // Whoever refers to a definition by its name means it, as whatever it can be had as.
      let definition = declaration.key.qualifier.flatMap { named[$0] }?.first {
        $0.candidate?.provides(declaration.key.type, conformances) ?? false
      }
      return definition.map { .defined(at: $0.site.location) }
    }
  }

  /// The components whose types no module binds.
  private mutating func unbound(_ scanned: [Declaration]) -> [Declaration] {
    var places: [AnyKey: SourceLocation] = [:]
    for declaration in declarations[inheritedCount...] where declaration.isBinding {
      places[declaration.key] = declaration.site.location
    }
    return scanned.filter { declaration in
      guard let place = places[declaration.key] else { return true }
      excluded.append(ExcludedDeclaration(declaration: declaration, reason: .bound(at: place)))
      if let type = declaration.candidate?.component?.type,
        let index = scan.firstIndex(where: { $0.component.type == type })
      {
        scan[index].verdict = .bound(at: place)
      }
      return false
    }
  }

  /// Reads values with names for the keys that modules bind under these names, in place of what they bind.
  private mutating func provideValues(_ reader: ValueReader) {
    guard !context.values.isEmpty else { return }
    var read: [Declaration] = []
    for declaration in declarations[inheritedCount...] where declaration.isBinding && declaration.candidate == nil {
      guard let name = declaration.key.qualifier,
        let member = context.values.filter({ $0.name == name }).min(by: { $0.place < $1.place }),
        !member.value.hasObjects
      else { continue }
      let site = CallSite(member.value.location ?? member.location ?? declaration.site.location)
      do {
        read.append(try declaration.witness().value(member.value, key: declaration.key, reader, site))
      } catch {
        if !member.value.hasReported { problems.append(.badValue(error, for: declaration.key, at: site.location)) }
      }
    }
    let places = Dictionary(read.map { ($0.key, $0.site.location) }) { first, _ in first }
    exclude { places[$0.key].map { .defined(at: $0) } }
    for declaration in read { declaration.module = modules.count - 1 }
    declarations += read
  }

  /// Takes out bindings of modules.
  private mutating func exclude(_ reason: (Declaration) -> ExcludedDeclaration.Reason?) {
    var kept = Array(declarations[..<inheritedCount])
    for declaration in declarations[inheritedCount...] {
      if declaration.isBinding, let reason = reason(declaration) {
        excluded.append(ExcludedDeclaration(declaration: declaration, reason: reason))
      } else {
        kept.append(declaration)
      }
    }
    declarations = kept
  }

  // MARK: Defaults and overrides

  /// Takes out the defaults of keys that somebody else binds.
  private mutating func excludeUnneededDefaults() {
    guard declarations[inheritedCount...].contains(where: { $0.isDefault }) else { return }
    var bound = KeyTable(minimumCapacity: declarations.count)
    for (position, declaration) in declarations.enumerated() where declaration.isBinding && !declaration.isDefault {
      bound.update(declaration.key, to: position)
      for claim in declaration.candidate?.boundInterfaces ?? [] { bound.update(claim.key, to: position) }
    }
    let offers = declarations.compactMap(\.candidate)
    if !offers.isEmpty {
      let conformances = Conformances()
      for (position, declaration) in declarations.enumerated() where declaration.isDefault {
        let key = declaration.key
        if offers.contains(where: { $0.answers(to: key.qualifier) && $0.provides(key.type, conformances) }) {
          bound.update(key, to: position)
        }
      }
    }
    var kept = Array(declarations[..<inheritedCount])
    for declaration in declarations[inheritedCount...] {
      if declaration.isDefault, bound[declaration.key] != nil {
        excluded.append(ExcludedDeclaration(declaration: declaration, reason: .defaultNotNeeded))
      } else {
        kept.append(declaration)
      }
    }
    declarations = kept
  }

  /// Replaces bindings by those of the overrides; several overrides of one key stay side by side, to be reported, as does
  /// a key that was bound twice before.
  private mutating func apply(_ overrides: [Declaration]) {
    guard !overrides.isEmpty else { return }
    var originals: [AnyKey: [Declaration]] = [:]
    for declaration in declarations[inheritedCount...] where declaration.isBinding {
      originals[declaration.key, default: []].append(declaration)
    }
    let replaced = Set(overrides.map(\.key)).filter { originals[$0]?.count == 1 }
    var kept = Array(declarations[..<inheritedCount])
    for declaration in declarations[inheritedCount...] {
      if declaration.isBinding, replaced.contains(declaration.key) {
        excluded.append(ExcludedDeclaration(declaration: declaration, reason: .replaced))
      } else {
        kept.append(declaration)
      }
    }
    for override in overrides {
      let bound = originals[override.key]?.min { $0.site.location < $1.site.location }
      guard let original = bound ?? (isGiven(override.key) ? override : offered(override.key)) else {
        problems.append(
          .unboundReplacement(
            of: "'\(override.key)'", at: override.site.location,
            present: originals.keys.filter { $0.type == override.key.type }.map { "'\($0)'" }.sorted()))
        continue
      }
      guard bound == nil || replaced.contains(override.key) else { continue }
      override.module = original.module
      // It is found by the same names, and as the same.
      if bound != nil { override.candidate = original.candidate }
      let mayShare = override.isShareable || !original.scope.outlivesResolution
      if !override.hasChosenScope, override.kind != .value, mayShare { override.scope = original.scope }
      kept.append(override)
      overridden.append(override.key)
    }
    declarations = kept
  }
}

extension ModuleInstaller {
  /// What a definition or component offers for a key that nobody binds, so that it can be replaced.
  private func offered(_ key: AnyKey) -> Declaration? {
    let conformances = Conformances()
    return declarations.first { declaration in
      declaration.candidate.map { $0.answers(to: key.qualifier) && $0.provides(key.type, conformances) } ?? false
    }
  }

  /// Whether a key asks for a value by its name.
  private func isGiven(_ key: AnyKey) -> Bool { key.qualifier.map { sources[$0] != nil } ?? false }
}

extension Declaration {
  var isBinding: Bool { if case .binding = role { true } else { false } }

  /// The text of a condition that does not hold in a profile.
  func unmetCondition(in profile: Profile) -> String? {
    for case .condition(let isMet, let text) in modifiers where !isMet(profile) { return text }
    return nil
  }
}

/// A module of a plan, and how it came there.
struct InstalledModule: Sendable {
  /// The module's type.
  let type: any Module.Type
  /// The module that included it; `nil` for one that the plan lists.
  let includedBy: Int?

  /// The module's name. Made when somebody asks: printing a type costs more than the rest of a plan.
  var name: String { type == DefinitionsModule.self ? "Definitions" : AnyKey(type).typeName }
}

/// What definitions and components are listed under where the module of a declaration is asked for.
struct DefinitionsModule: Module {
  func configure(_ binder: inout Binder) {}
}
