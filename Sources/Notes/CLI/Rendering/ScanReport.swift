import Wiring

/// The components of the program, and what the scan of a context says of each.
struct ScanReport {
  private let lines: [(component: Component, verdict: ScannedComponent.Verdict?)]

  /// - Parameters:
  ///   - scan: What the scan says; empty without one.
  ///   - registry: The components, where there is no scan.
  init(_ scan: [ScannedComponent], of registry: ComponentRegistry) {
    lines =
      scan.isEmpty
      ? registry.components.map { ($0, nil) }.sorted { $0.component.typeName < $1.component.typeName }
      : scan.map { ($0.component, $0.verdict) }
  }

  /// Whether there is a scan.
  var isScanned: Bool { lines.contains { $0.verdict != nil } }

  /// One line for each component: type, module, scope, verdict.
  var text: String {
    let typeWidth = lines.map(\.component.typeName.count).max() ?? 0
    let moduleWidth = lines.map(\.component.module.count).max() ?? 0
    return lines.map { component, verdict in
      let type = component.typeName.padded(typeWidth)
      let module = component.module.padded(moduleWidth)
      return "\(type)  \(module)  \(component.scope.name.padded(9))  \(Self.words(verdict))\n"
    }.joined()
  }

  /// The same for programs.
  var json: JSONValue {
    .array(
      lines.map { component, verdict in
        .members(
          ("type", .string(component.typeName)), ("name", .string(component.name)),
          ("module", .string(component.module)), ("stereotype", .string(component.stereotype)),
          ("scope", .string(component.scope.name)), ("location", .string(component.location.description)),
          ("isIncluded", .bool(verdict?.isIncluded ?? false)), ("verdict", .string(Self.words(verdict))))
      })
  }

  private static func words(_ verdict: ScannedComponent.Verdict?) -> String {
    verdict?.description ?? "left out: there is no scan"
  }
}

extension ScannedComponent.Verdict {
  fileprivate var isIncluded: Bool { if case .included = self { true } else { false } }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
