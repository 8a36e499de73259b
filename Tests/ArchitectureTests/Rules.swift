/// What must hold of the package. Each rule is a pure function that returns the violations in words, so that a test can also
/// show it an example of what it forbids.
enum Rules {
  /// Every target stands in a layer, and every name in the table of layers is a target.
  static func layers(_ manifest: Manifest) -> [String] {
    let unplaced = manifest.targets.map(\.name).filter { manifest.layer(of: $0) == nil }
    let stale = Layer.ofTarget.keys.filter { !manifest.isOurs($0) }.sorted()
    return unplaced.map { "\($0) has no layer: give it one in Layer.swift" }
      + stale.map { "\($0) is in Layer.swift, but it is no target" }
  }

  /// A target lists only the layers below it, and only adapters and fronts list other packages.
  static func dependencies(_ manifest: Manifest) -> [String] {
    manifest.targets.flatMap { target -> [String] in
      guard let layer = manifest.layer(of: target.name) else { return [] }
      return target.dependencies.compactMap { name in
        if !manifest.isOurs(name) {
          return layer.mayListPackages
            ? nil : "\(target.name) lists \(name), but the layer '\(layer)' lists no other package"
        }
        guard let listed = manifest.layer(of: name), !layer.mayList.contains(listed) else { return nil }
        return "\(target.name) lists \(name), but the layer '\(layer)' may not list the layer '\(listed)'"
      }
    }
  }

  /// A file imports only what its target lists, and what the system offers to its layer.
  static func imports(_ manifest: Manifest, files: [SourceFile]) -> [String] {
    manifest.targets.flatMap { target -> [String] in
      guard let layer = manifest.layer(of: target.name) else { return [] }
      let allowed = layer.systemModules.union(target.dependencies)
      let own = files.filter { $0.path.hasPrefix(target.folder + "/") }
      if own.isEmpty, !layer.isC { return ["\(target.name) has no source in \(target.folder)"] }
      return own.flatMap { file in
        file.imports.filter { !allowed.contains($0) }.map {
          "\(file.path) imports \($0), which \(target.name) does not list"
        }
      }
    }
  }

  /// In the core, only protocols, which are its ports, carry the container's attributes.
  static func attributes(_ manifest: Manifest, files: [SourceFile]) -> [String] {
    let names = Set(files.filter { $0.path.hasPrefix("Sources/WiringMacros/") }.flatMap(\.macros))
    return manifest.targets.filter { manifest.layer(of: $0.name) == .core }.flatMap { target in
      files.filter { $0.path.hasPrefix(target.folder + "/") && $0.imports.contains("WiringMacros") }.flatMap { file in
        let attributes = file.attributes(named: names)
        if attributes.isEmpty { return ["\(file.path) imports WiringMacros and uses none of its attributes"] }
        return attributes.filter { !$0.isOnProtocol }.map {
          "\(file.path):\($0.line) puts @\($0.name) on something other than a protocol"
        }
      }
    }
  }

  /// Every target in Swift has exactly the strict settings, one of them beside those of a new app.
  static func settings(_ manifest: Manifest) -> [String] {
    let strict: Set = [
      "swiftLanguageMode 6",
      "enableUpcomingFeature ExistentialAny",
      "enableUpcomingFeature MemberImportVisibility",
      "enableUpcomingFeature InternalImportsByDefault",
      "enableUpcomingFeature NonisolatedNonsendingByDefault",
      "treatAllWarnings error",
    ]
    let ofApp: Set = ["defaultIsolation MainActor", "enableUpcomingFeature InferIsolatedConformances"]
    return manifest.targets.filter { manifest.layer(of: $0.name)?.isC != true }.flatMap { target in
      let expected = target.name == "WiringMainActorTests" ? strict.union(ofApp) : strict
      return expected.symmetricDifference(target.settings).sorted().map { setting in
        "\(target.name) \(expected.contains(setting) ? "lacks" : "adds") the setting '\(setting)'"
      }
    }
  }

  /// Every target has its tests. What a plugin does, or C, is tested where it is used from Swift.
  static func testTargets(_ manifest: Manifest) -> [String] {
    manifest.targets.filter {
      let layer = manifest.layer(of: $0.name)
      return !$0.isTest && layer != .plugin && layer != .records && !manifest.isOurs($0.name + "Tests")
    }.map {
      "\($0.name) has no \($0.name)Tests"
    }
  }

  /// Every layer that is wired has its module under the same name as its folder.
  static func modules(_ manifest: Manifest, files: [SourceFile]) -> [String] {
    manifest.targets.compactMap { target in
      guard let layer = manifest.layer(of: target.name), layer.hasModule else { return nil }
      let folder = target.folder.split(separator: "/").last ?? ""
      let module = "\(target.folder)/\(layer == .support ? "Fakes" : folder)Module.swift"
      return files.contains { $0.path == module } ? nil : "\(target.name) has no \(module)"
    }
  }

  /// Only the files of the list step around the compiler's checks, and each of them does.
  static func escapes(in files: [SourceFile], allowed: Set<String>) -> [String] {
    let found = files.flatMap { file in
      file.escapes.filter { _ in !allowed.contains(file.path) }.map { "\(file.path):\($0.line) uses \($0.text)" }
    }
    let needed = Set(files.filter { !$0.escapes.isEmpty }.map(\.path))
    return found + allowed.subtracting(needed).sorted().map { "\($0) may use escapes, but has none" }
  }

  /// Only the types of numbers that arrive from outside compute with them, so that no extreme one traps elsewhere.
  static func arithmetic(in files: [SourceFile], allowed: Set<String>) -> [String] {
    // An operator between spaces; what stands in a comment or in quotes is not computed.
    let computed = #/^[^"]*?(?:\b\w+\.number\b\ [-+*/%]=?\ |\ [-+*/%]=?\ [\w.]*\.number\b)/#
    let fronts = ["CLI", "Web", "ViewModels"].map { "Sources/Notes/\($0)/" }
    return files.filter { file in
      file.path.hasPrefix("Sources/Notes/") && !fronts.contains { file.path.hasPrefix($0) }
        && !allowed.contains(file.path) && file.text.contains(".number")
    }
    .flatMap { file in
      file.lines.enumerated().compactMap { index, line in
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        return code.contains(computed) ? "\(file.path):\(index + 1) computes with a number from outside" : nil
      }
    }
  }

  /// No file is longer than a reader keeps in mind.
  static func length(of files: [SourceFile], limit: Int = 400) -> [String] {
    files.filter { $0.lines.count - 1 > limit }
      .map { "\($0.path) has more than \(limit) lines" }
  }

  /// The README opens with words, not with badges.
  static func badges(in readme: SourceFile) -> [String] {
    readme.lines.filter { $0.contains("[![") || $0.contains(/!\[[^\]]*\]\([^)]*(badge|shields)/) }
      .map { "\(readme.path) has a badge: \($0)" }
  }
}
