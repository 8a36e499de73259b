/// Collects the bindings of a list of modules, each installed once, and applies what is replaced.
struct Installer: Sendable {
  private(set) var declarations: [Declaration]
  private(set) var modules: [InstalledModule]
  private(set) var requirements: [Requirement] = []
  var roots: [Requirement] = []
  /// Types of which there may be none, where a list of them is asked for.
  private(set) var collections: [AnyKey] = []
  private(set) var problems: [Problem] = []
  /// Declarations that do not stand: facts for the report when one of them is missed.
  private(set) var excluded: [Excluded] = []
  let profile: Profile
  private let defaultScope: Scope
  private let inheritedCount: Int

  init(_ request: PlanRequest) {
    declarations = request.parent?.declarations ?? []
    modules = request.parent?.modules ?? []
    collections = request.parent?.analysis.installer.collections ?? []
    inheritedCount = declarations.count
    profile = request.profile
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
    add(list.declarations)
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
      Excluded(declaration: $0, reason: .moduleReplaced(type(of: module), by: replacement))
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
    excluded.append(Excluded(declaration: declaration, reason: .condition(text)))
    return false
  }

  /// Takes over the declarations whose conditions hold.
  private mutating func add(_ new: [Declaration]) {
    if inheritedCount == 0, defaultScope == .transient, new.allSatisfy({ $0.modifiers.isEmpty }) {
      // No conditions and no defaults: they stand as they are.
      declarations = new
      return
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
    settleDefaults()
  }

  /// Takes out the defaults of keys that somebody else binds.
  private mutating func settleDefaults() {
    guard declarations[inheritedCount...].contains(where: { $0.isDefault }) else { return }
    var bound: Set<AnyKey> = []
    for declaration in declarations where declaration.isBinding && !declaration.isDefault {
      bound.insert(declaration.key)
    }
    var kept = Array(declarations[..<inheritedCount])
    for declaration in declarations[inheritedCount...] {
      if declaration.isDefault, bound.contains(declaration.key) {
        excluded.append(Excluded(declaration: declaration, reason: .defaultNotNeeded))
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
        excluded.append(Excluded(declaration: declaration, reason: .replaced))
      } else {
        kept.append(declaration)
      }
    }
    for override in overrides {
      guard let original = originals[override.key]?.min(by: { $0.site.location < $1.site.location }) else {
        problems.append(
          .unboundReplacement(
            of: "'\(override.key)'", at: override.site.location,
            present: originals.keys.filter { $0.type == override.key.type }.map { "'\($0)'" }.sorted()))
        continue
      }
      guard replaced.contains(override.key) else { continue }
      override.module = original.module
      let mayShare = override.isShareable || !original.scope.outlivesResolution
      if !override.hasChosenScope, override.kind != .value, mayShare { override.scope = original.scope }
      kept.append(override)
    }
    declarations = kept
  }
}

extension Declaration {
  var isBinding: Bool { if case .binding = role { true } else { false } }

  /// The text of a condition that does not hold in a profile.
  fileprivate func unmetCondition(in profile: Profile) -> String? {
    for case .condition(let isMet, let text) in modifiers where !isMet(profile) { return text }
    return nil
  }
}
