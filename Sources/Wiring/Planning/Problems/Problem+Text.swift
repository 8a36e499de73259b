extension Problem: CustomStringConvertible {
  /// The problem in words: what, where, the way there, everybody concerned, what is near, and what to do.
  public var description: String {
    let place = location.map { "\($0): " } ?? ""
    var blocks = ["\(place)\(code.isWarning ? "warning" : "error"): [\(code.rawValue) \(code.word)] \(summary)"]
    if path.count > 1 { blocks.append("  " + Self.shortened(path).joined(separator: " → ")) }
    blocks.append((Self.aligned(sites) + context.map { "  \($0)" }).joined(separator: "\n"))
    let hints =
      nearMisses.map { miss in
        "  near       "
          + [miss.text, miss.location?.short, "→ \(miss.advice)"].compactMap(\.self).joined(separator: "  ")
      } + fixes.map { "  fix        \($0)" }
    blocks.append(hints.joined(separator: "\n"))
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// A long way keeps its ends: what lies between tells nobody anything.
  private static func shortened(_ path: [String]) -> [String] {
    guard path.count > 12 else { return path }
    return path.prefix(6) + ["… \(path.count - 11) more …"] + path.suffix(5)
  }

  private static func aligned(_ sites: [Site]) -> [String] {
    let roleWidth = max(9, sites.map(\.role.count).max() ?? 0)
    let textWidth = sites.map(\.text.count).max() ?? 0
    let hasParameters = sites.contains { $0.parameter != nil }
    return sites.map { site in
      var line = "  \(site.role.padded(roleWidth))  \(site.text.padded(textWidth))"
      if hasParameters { line += "  " + (site.parameter.map { "parameter \($0)" } ?? "").padded(12) }
      if let location = site.location { line += "  \(location.short)" }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
