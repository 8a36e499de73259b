/// A binding that a replaced module would have brought.
struct Excluded {
  let declaration: Declaration
  let module: any Module.Type
  let replacement: any Module.Type
}

/// Collects the bindings of a list of modules, each installed once, and applies what is replaced.
struct Installer {
  private(set) var declarations: [Declaration]
  private(set) var modules: [InstalledModule]
  private(set) var requirements: [Requirement] = []
  var roots: [Requirement] = []
  private(set) var problems: [Problem] = []
  /// Bindings of modules that were replaced: facts for the report when one of them is missed.
  private(set) var excluded: [Excluded] = []
  private let inheritedCount: Int

  init(parent: Blueprint?) {
    declarations = parent?.declarations ?? []
    modules = parent?.modules ?? []
    inheritedCount = declarations.count
  }

  mutating func install(_ listed: [any Module], overrides: Overrides) {
    noteRepetitions(in: listed)
    // Plain arrays: there are few modules, and the first use of each kind of dictionary costs a program's start more than
    // looking through them.
    var replacements = overrides.modules
    var installed: [any Module.Type] = []
    let inherited = modules.count
    // The listed modules come first, so that one that carries settings wins over the same one included by another.
    var queue = listed.map { (module: $0, includedBy: Int?.none) }
    var next = 0
    while next < queue.count {
      var (module, includedBy) = queue[next]
      next += 1
      let type = type(of: module)
      guard !installed.contains(where: { $0 == type }) else { continue }
      // What the enclosing graph has need not be included once more; listing it makes another one on purpose.
      if includedBy != nil, modules[..<inherited].contains(where: { $0.type == type }) { continue }
      installed.append(type)
      if let index = replacements.firstIndex(where: { $0.replaced == type }) {
        let replacement = replacements.remove(at: index)
        exclude(module, for: replacement)
        module = replacement.replacement
        // Two modules may be replaced by one that stands for both.
        let replacing = Swift.type(of: module)
        if replacing != type {
          guard !installed.contains(where: { $0 == replacing }) else { continue }
          installed.append(replacing)
        }
      }
      let position = modules.count
      modules.append(InstalledModule(type: Swift.type(of: module), includedBy: includedBy))
      configure(module, at: position)
      queue += Swift.type(of: module).includes.map { ($0, position) }
    }
    let present = replacements.isEmpty ? [] : modules[inherited...].map(\.name).sorted()
    problems += replacements.map { replacement in
      .unboundReplacement(
        of: "module \(replacement.replaced)", at: replacement.site.location, present: present)
    }
    apply(overrides.list.declarations)
  }

  private mutating func configure(_ module: any Module, at position: Int) {
    let list = DeclarationList()
    var binder = Binder(list: list)
    module.configure(&binder)
    declarations += list.declarations.map { $0.in(module: position) }
    requirements += list.requirements.map { $0.in(module: position) }
    roots += list.roots.map { $0.in(module: position) }
  }

  /// Remembers what a replaced module would have bound.
  private mutating func exclude(_ module: any Module, for replacement: Overrides.ModuleReplacement) {
    let list = DeclarationList()
    var binder = Binder(list: list)
    module.configure(&binder)
    let replacing = type(of: replacement.replacement)
    excluded += list.declarations.map {
      Excluded(declaration: $0, module: replacement.replaced, replacement: replacing)
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

  /// Replaces bindings by those of the overrides; several overrides of one key stay side by side, to be reported.
  private mutating func apply(_ overrides: [Declaration]) {
    guard !overrides.isEmpty else { return }
    var originals: [AnyKey: Declaration] = [:]
    for declaration in declarations[inheritedCount...] { originals[declaration.key] = declaration }
    let replaced = Set(overrides.map(\.key))
    var kept = Array(declarations[..<inheritedCount])
    kept += declarations[inheritedCount...].filter { !replaced.contains($0.key) }
    for override in overrides {
      guard let original = originals[override.key] else {
        problems.append(
          .unboundReplacement(
            of: "'\(override.key)'", at: override.site.location,
            present: originals.keys.filter { $0.type == override.key.type }.map { "'\($0)'" }.sorted()))
        continue
      }
      var declaration = override.in(module: original.module)
      let mayShare = override.isShareable || !original.scope.outlivesResolution
      if !override.hasChosenScope, override.kind != .value, mayShare { declaration.scope = original.scope }
      kept.append(declaration)
    }
    declarations = kept
  }
}

extension Declaration {
  fileprivate func `in`(module: Int) -> Declaration {
    var copy = self
    copy.module = module
    return copy
  }
}

extension Requirement {
  fileprivate func `in`(module: Int) -> Requirement {
    var copy = self
    copy.module = module
    return copy
  }
}
