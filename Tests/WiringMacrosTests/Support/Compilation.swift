/// The output of compiling a ``Fixture``.
struct Compilation {
  let succeeded: Bool
  let text: String

  /// The errors and notes, each with file, line and column.
  var diagnostics: [String] {
    text.split(separator: "\n").map(String.init).filter { $0.contains(#/^[^ ]+:\d+:\d+: (error|warning|note): /#) }
  }

  /// The lines of the file that have errors, one entry for each error.
  var linesWithErrors: [Int] {
    diagnostics.compactMap { $0.firstMatch(of: #/^[^ ]+:(\d+):\d+: error: /#).flatMap { Int($0.output.1) } }
  }

  /// The messages of errors without locations, each once.
  var messages: [String] {
    let messages = text.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /: (error: .*)$/).map { String($0.output.1) }
    }
    return Set(messages).sorted()
  }

  /// The expansions of the macros, without what a plugin built with swift-syntax 600 prints when the compiler ends.
  var expansions: String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("Internal Error: DecodingError.dataCorrupted") }
    return lines.drop { !$0.hasPrefix("@__swiftmacro_") }.joined(separator: "\n")
  }
}
