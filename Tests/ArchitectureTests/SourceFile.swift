/// A file of this package, and what the rules see in it.
struct SourceFile {
  /// Its path from the package's root.
  let path: String
  let text: String

  var name: Substring { path.split(separator: "/").last ?? "" }
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The modules it imports.
  ///
  /// Reads line by line, and so would take an import inside a string of many lines for a real one: a false alarm, never a
  /// missed violation.
  var imports: [String] {
    let statement =
      #/
        ^\s*
        (?: @\w+ (?: \([^)]*\) )? \s+ )*
        (?: (?: public|package|internal|fileprivate|private ) \s+ )?
        import \s+
        (?: (?: typealias|struct|class|enum|protocol|let|var|func ) \s+ )?
        (?<module> \w+ )
      /#
    return lines.compactMap { line in line.firstMatch(of: statement).map { String($0.module) } }
  }

  /// Where it steps around the checks of the compiler, as line number and text.
  var escapes: [(line: Int, text: String)] {
    // Few files have one of these words, and expressions take long in a debug build.
    guard text.contains("nsafe") || text.contains("@unchecked") else { return [] }
    return lines.enumerated().compactMap { index, line in
      let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
      return code.firstMatch(of: /@unchecked\b|\(unsafe\)|@unsafe\b|\w*[uU]nsafe[A-Z]\w*/).map {
        (index + 1, String($0.output))
      }
    }
  }

  /// The names of the macros that the file declares for other modules.
  var macros: [String] {
    lines.compactMap { line in line.firstMatch(of: /^public macro (\w+)/).map { String($0.1) } }
  }

  /// The attributes with certain names, each with its line number and whether it is on a protocol. An attribute may share
  /// a line with its declaration, or precede it by lines of further attributes and comments.
  func attributes(named names: Set<String>) -> [(line: Int, name: String, isOnProtocol: Bool)] {
    let attribute = /^\s*@(\w+)(?:\([^)]*\))?/
    var found: [(line: Int, name: String, isOnProtocol: Bool)] = []
    var pending = 0
    for (index, line) in lines.enumerated() {
      var rest = line
      while let match = rest.firstMatch(of: attribute) {
        if names.contains(String(match.1)) {
          found.append((index + 1, String(match.1), false))
          pending += 1
        }
        rest = rest[match.range.upperBound...]
      }
      guard pending > 0, !rest.allSatisfy(\.isWhitespace), rest.firstMatch(of: /^\s*\/\//) == nil else { continue }
      let isProtocol = rest.firstMatch(of: /^\s*(?:(?:public|package|internal) )?protocol\b/) != nil
      for position in found.indices.suffix(pending) { found[position].isOnProtocol = isProtocol }
      pending = 0
    }
    return found
  }
}
