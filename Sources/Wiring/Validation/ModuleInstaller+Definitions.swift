extension ModuleInstaller {
  /// Adds the declarations of definitions and components. A definition wins over a module's binding, and that over a
  /// component.
  mutating func define(_ bound: [Declaration]) {
    let module = modules.count
    modules.append(InstalledModule(type: nil, includedBy: nil))
    var installer = DefinitionInstaller(context, profile: profile, module: module, level: level, bound: bound)
    installer.run()
    problems += installer.problems
    sources.merge(installer.sources) { _, nearer in nearer }
    undeclared = installer.undeclared
    let defined = installer.defined.filter { isMet($0) }
    excludeBindings(definedBy: defined)
    declarations += defined
    scan = installer.scan
    declarations += excludeBound(installer.scanned)
    bindValues(installer.reader)
  }

  /// Excludes bindings of modules that definitions replace.
  private mutating func excludeBindings(definedBy defined: [Declaration]) {
    var locations: [AnyKey: SourceLocation] = [:]
    for declaration in defined {
      for key in [declaration.key] + (declaration.candidate?.boundInterfaces.map(\.key) ?? []) {
        locations[key] = declaration.site.location
      }
    }
    let conformances = Conformances()
    let named = Dictionary(grouping: defined.filter { $0.key.qualifier != nil }, by: { $0.key.qualifier ?? "" })
    exclude { declaration in
      guard declaration.isBinding else { return nil }
      if let location = locations[declaration.key] { return .defined(at: location) }
      // A reference to a definition's name means the definition, as any of its types.
      let definition = declaration.key.qualifier.flatMap { named[$0] }?.first {
        $0.candidate?.provides(declaration.key.type, conformances) ?? false
      }
      return definition.map { .defined(at: $0.site.location) }
    }
  }

  /// Returns the components whose types no module binds, and records the others as excluded.
  private mutating func excludeBound(_ scanned: [Declaration]) -> [Declaration] {
    var locations: [AnyKey: SourceLocation] = [:]
    for declaration in declarations[inheritedCount...] where declaration.isBinding {
      locations[declaration.key] = declaration.site.location
    }
    return scanned.filter { declaration in
      guard let location = locations[declaration.key] else { return true }
      excluded.append(ExcludedDeclaration(declaration: declaration, reason: .bound(at: location)))
      if let type = declaration.candidate?.component?.type,
        let index = scan.firstIndex(where: { $0.component.type == type })
      {
        scan[index].verdict = .bound(at: location)
      }
      return false
    }
  }

  /// Reads named values for the keys that modules bind with these qualifiers, and replaces those bindings.
  private mutating func bindValues(_ reader: ValueReader) {
    guard !context.values.isEmpty else { return }
    var read: [Declaration] = []
    for declaration in declarations[inheritedCount...] where declaration.isBinding && declaration.candidate == nil {
      guard let name = declaration.key.qualifier,
        let member = context.values.filter({ $0.name == name }).min(by: { $0.sortLocation < $1.sortLocation }),
        !member.value.hasObjects
      else { continue }
      let site = CallSite(member.value.location ?? member.location ?? declaration.site.location)
      do {
        read.append(try declaration.key.witness.value(member.value, key: declaration.key, reader: reader, site: site))
      } catch {
        if !member.value.hasReported { problems.append(.badValue(error, for: declaration.key, at: site.location)) }
      }
    }
    let locations = Dictionary(read.map { ($0.key, $0.site.location) }) { first, _ in first }
    exclude { declaration in
      declaration.isBinding ? locations[declaration.key].map { .defined(at: $0) } : nil
    }
    for declaration in read { declaration.module = modules.count - 1 }
    declarations += read
  }

  /// Returns a definition or component that provides a key without a binding, so that it can be replaced.
  func candidate(for key: AnyKey, among declared: [Declaration]) -> Declaration? {
    let conformances = Conformances()
    return declared.first { declaration in
      declaration.candidate.map { $0.answers(to: key.qualifier) && $0.provides(key.type, conformances) } ?? false
    }
  }

  /// Returns whether a key identifies a named value.
  func isNamedValue(_ key: AnyKey) -> Bool { key.qualifier.map { sources[$0] != nil } ?? false }
}
