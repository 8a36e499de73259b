/// The figures that keep the sources readable, each with the reason in its message.
///
/// The limits were measured on code that is widely read: GRDB, hummingbird, swift-testing and swift-argument-parser have
/// 0.4 % of such summaries or fewer, at most eleven functions with three unlabelled parameters, and at most 23 % of small
/// files.
enum Readability {
  /// Returns the doc comments whose summary opens like a question.
  static func summaries(in files: [SourceFile]) -> [String] {
    files.flatMap { file in
      file.summaries.filter { $0.text.contains(/^(What|How|Where|Who|Whose|Whom|Whoever|When|Why|Which)\b/) }.map {
        "\(file.path):\($0.line): begin the summary with a noun phrase (a value) or a verb (a function): \($0.text)"
      }
    }
  }

  /// Returns the comments with words that no other codebase uses for people, threads and processes.
  static func words(in files: [SourceFile]) -> [String] {
    files.flatMap { file in
      file.comments.compactMap { comment in
        comment.text.firstMatch(of: /\b([Nn]obody|[Ss]omebody|[Ww]hoever|shall)\b/).map {
          "\(file.path):\(comment.line): say which caller, process or person instead of '\($0.output.1)'"
        }
      }
    }
  }

  /// Returns the functions whose call sites do not say what three or more of the arguments are.
  static func unlabelledParameters(in files: [SourceFile]) -> [String] {
    // A closure's parameters cannot have labels, so what is in inner parentheses does not count.
    let function = /\bfunc\s+(?<name>[`\w]+)(?:<[^>]*>)?\s*\((?<list>[^()]*(?:\([^()]*\)[^()]*)*)\)/
    return files.flatMap { file in
      file.text.matches(of: function).filter {
        $0.list.replacing(/\([^()]*\)/, with: "").matches(of: /(?:^|,)\s*_\s+\w+\s*:/).count >= 3
      }.map {
        "\(file.path): label the parameters of '\($0.name)': at most two can go without"
      }
    }
  }

  /// Returns the small files, where they are more than a share of all: a reader opens a file for one idea, not for a part.
  static func fragments(in files: [SourceFile], limit: Double = 0.18) -> [String] {
    let small = files.filter { $0.linesOfCode <= 20 }
    guard Double(small.count) > limit * Double(files.count) else { return [] }
    return small.map { "\($0.path) has \($0.linesOfCode) lines of code: fold it into the file of its main type" }
  }
}

extension SourceFile {
  /// The comments that fill a line, with its number.
  fileprivate var comments: [(line: Int, text: String)] {
    lines.enumerated().compactMap { index, line in
      let text = line.drop { $0 == " " }
      return text.hasPrefix("//") ? (index + 1, String(text.drop { $0 == "/" || $0 == " " })) : nil
    }
  }

  /// The first lines of the doc comments.
  fileprivate var summaries: [(line: Int, text: String)] {
    let isDoc = lines.map { $0.drop { $0 == " " }.hasPrefix("///") }
    return comments.filter { isDoc[$0.line - 1] && ($0.line == 1 || !isDoc[$0.line - 2]) }
  }

  /// The number of lines that are neither blank nor a comment.
  fileprivate var linesOfCode: Int {
    lines.count { line in
      let text = line.drop { $0 == " " }
      return !text.isEmpty && !text.hasPrefix("//")
    }
  }
}
