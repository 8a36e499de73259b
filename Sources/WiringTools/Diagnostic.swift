import Wiring

/// A message about a line of source code, in the form that compilers print and that editors mark.
struct Diagnostic: Sendable, Hashable {
  enum Severity: String, Sendable {
    case error, warning, note
  }

  let severity: Severity
  let text: String
  /// The location as `path:line:column`; `nil` outside of source code.
  let place: Place?
  /// The diagnostics that belong to this one.
  var notes: [Diagnostic] = []

  struct Place: Sendable, Hashable {
    let path: String
    let line: Int
    let column: Int

    /// - Returns: `nil` without a location. A file that the tree does not have keeps its name.
    init?(_ location: SourceLocation?, in sources: SourceTree) {
      guard let location else { return nil }
      path = sources.path(of: location) ?? location.fileID
      (line, column) = (location.line, location.column)
    }
  }
}

extension Diagnostic {
  /// Creates a diagnostic of a problem: its summary as an error, and everything else as notes.
  ///
  /// - Parameters:
  ///   - problem: The problem.
  ///   - isStrict: Whether a warning is an error.
  ///   - sources: The files in which its locations are.
  init(_ problem: Problem, isStrict: Bool, in sources: SourceTree) {
    severity = problem.code.isWarning && !isStrict ? .warning : .error
    text = "[\(problem.code.rawValue) \(problem.code.word)] \(problem.summary)"
    let place = Place(problem.location, in: sources)
    self.place = place
    func note(_ text: String, at location: SourceLocation? = nil) -> Diagnostic {
      Diagnostic(severity: .note, text: text, place: Place(location, in: sources) ?? place)
    }
    if problem.path.count > 1 { notes.append(note(problem.path.joined(separator: " → "))) }
    notes += problem.sites.map { site in
      note("\(site.role) \(site.text)\(site.parameter.map { ", parameter \($0)" } ?? "")", at: site.location)
    }
    notes += problem.context.map { note($0) }
    notes += problem.nearMisses.map { note("near: \($0.text) → \($0.advice)", at: $0.location) }
    notes += problem.fixes.map { note("fix: \($0)") }
  }

  /// The lines of a compiler: `path:line:column: error: text`, and one for each note.
  var lines: [String] {
    let prefix = place.map { "\($0.path):\($0.line):\($0.column): " } ?? ""
    return ["\(prefix)\(severity.rawValue): \(text)".onOneLine] + notes.flatMap(\.lines)
  }

  /// The workflow command by which GitHub shows the message beside the line in a pull request.
  var workflowCommand: String {
    let properties = place.map { place in
      " file=\(place.path.escaped(isProperty: true)),line=\(place.line),col=\(place.column)"
    }
    let message = ([text] + notes.map(\.text)).map(\.onOneLine).joined(separator: "\n")
    return "::\(severity.rawValue)\(properties ?? "")::\(message.escaped(isProperty: false))"
  }
}

extension String {
  /// The text with control characters escaped as in Swift: a name can contain any text, and a line of output is one message.
  var onOneLine: String {
    unicodeScalars.contains { $0.isControl } ? unicodeScalars.map(\.visible).joined() : self
  }

  /// The text as GitHub's workflow commands escape it.
  fileprivate func escaped(isProperty: Bool) -> String {
    unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":" where isProperty: "%3A"
      case "," where isProperty: "%2C"
      default: String(scalar)
      }
    }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    properties.generalCategory == .control || self == "\u{2028}" || self == "\u{2029}"
  }

  fileprivate var visible: String {
    guard isControl else { return String(self) }
    switch self {
    case "\n": return "\\n"
    case "\t": return "\\t"
    default: return "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
