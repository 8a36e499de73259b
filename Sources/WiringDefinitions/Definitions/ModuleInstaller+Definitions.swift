import Wiring

extension DefinitionList {
  func install(in installer: inout ModuleInstaller, bound: [Declaration]) {
    installer.define(self, bound: bound)
  }
}

extension ModuleInstaller {
  /// Adds the declarations of definitions and components. A definition wins over a module's binding, and that over a
  /// component.
  fileprivate mutating func define(_ list: DefinitionList, bound: [Declaration]) {
    let outer = values as? DefinedValues
    // Without definitions of its own, an inner graph looks up those of the enclosing one.
    if list.isEmpty { return }
    let module = modules.count
    modules.append(InstalledModule(type: nil, includedBy: nil))
    var installer = DefinitionInstaller(list, profile: profile, module: module, level: level, bound: bound)
    installer.run()
    problems += installer.problems + installer.list.problems
    undeclared = installer.undeclared
    let defined = installer.defined.filter { isMet($0) }
    excludeBindings(definedBy: defined)
    declarations += defined
    var scan = installer.scan
    declarations += excludeBound(installer.scanned, from: &scan)
    values = DefinedValues(list, sources: installer.sources, scan: scan, outer: outer)
    bindValues(list.values, installer.reader)
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
  private mutating func excludeBound(_ scanned: [Declaration], from scan: inout [ScannedComponent]) -> [Declaration] {
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

  /// Reads named values for the keys that modules bind with these qualifiers, and replaces those bindings. Those with references
  /// and objects are resolved where they are needed.
  private mutating func bindValues(_ values: [DefinitionValue.Member], _ reader: ValueReader) {
    if values.isEmpty { return }
    let named = Dictionary(values.map { ($0.name, $0) }) { $0.sortLocation <= $1.sortLocation ? $0 : $1 }
    var (read, resolved): ([Declaration], [AnyKey: SourceLocation]) = ([], [:])
    for declaration in declarations[inheritedCount...] where declaration.isBinding && declaration.candidate == nil {
      guard let member = declaration.key.qualifier.flatMap({ named[$0] }) else { continue }
      guard !member.value.hasObjects else {
        resolved[declaration.key] = member.value.location ?? member.location ?? declaration.site.location
        continue
      }
      let site = CallSite(member.value.location ?? member.location ?? declaration.site.location)
      do {
        read.append(try reader.declaration(of: declaration.key, reading: member.value, site: site))
      } catch {
        if !member.value.hasReported { problems.append(.badValue(error, for: declaration.key, at: site.location)) }
      }
    }
    let locations = resolved.merging(read.map { ($0.key, $0.site.location) }) { first, _ in first }
    exclude { declaration in
      declaration.isBinding ? locations[declaration.key].map { .defined(at: $0) } : nil
    }
    for declaration in read { declaration.module = modules.count - 1 }
    declarations += read
  }
}
