extension Analysis {
  /// Something that is asked for outside of the custom scope it lives in.
  enum ScopeFinding {
    /// An entry point that needs a scope that is not open when the graph is built.
    case rootOutside(Requirement, path: [Int])
    /// A binding that needs two scopes of which neither lies in the other.
    case torn(Int, [[String]])
    /// A binding whose scope no module declares.
    case undeclared(Int)
  }

  func scopeFindings() -> [ScopeFinding] {
    var findings: [ScopeFinding] = scopes.undeclared.map { .undeclared($0) }
    findings += scopes.torn.filter { $0.position >= inheritedCount }.map { .torn($0.position, $0.paths) }
    // Those that modules name may be entry points of a scope; the plan's own is made when the graph is built.
    if let root = installer.roots.last, let position = positions[root.key],
      !openScope.starts(with: scopes.homes[position])
    {
      let path = shortestPaths(from: position) { declarations[$0].scope.kind == .custom ? .destination : .passage }
        .first
      findings.append(.rootOutside(root, path: path ?? [position]))
    }
    return findings
  }
}
