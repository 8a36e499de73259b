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
    lines.enumerated().compactMap { index, line in
      let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
      return code.firstMatch(of: /@unchecked\b|\(unsafe\)|@unsafe\b|\w*[uU]nsafe[A-Z]\w*/).map {
        (index + 1, String($0.output))
      }
    }
  }
}
