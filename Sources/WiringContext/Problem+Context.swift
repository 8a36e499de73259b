import Wiring

/// The problems of context files.
extension Problem {
  // MARK: Files

  static func unreadable(_ path: String, _ failure: ContextFile.Failure, at location: SourceLocation?) -> Problem {
    let (reason, fix) =
      switch failure {
      case .missing:
        (
          "there is no such file",
          location == nil
            ? "give a path relative to the working directory, or an absolute one"
            : "give a path relative to the importing file, or make the import optional"
        )
      case .system(let reason): (reason, "give the program access to the file")
      case .special: ("it is a folder, a pipe or a device", "name a file")
      case .foreign: ("another user of this machine can change it", "make it yours: chown it, and chmod o-w")
      case .tooLarge: ("it is larger than \(Limits.maximumBytes >> 20) MiB", "move data to files of the program")
      }
    return Problem(.unreadable, "'\(path)' cannot be read: \(reason)", at: location, fixes: [fix])
  }

  static func unknownFormat(_ path: String, at location: SourceLocation?) -> Problem {
    let known = ContextFormat.extensions.map { ".\($0.name)" }.joined(separator: ", ")
    return Problem(
      .unreadable, "'\(path)' has no known file name extension", at: location, fixes: ["use one of \(known)"])
  }

  // MARK: Imports

  static func importCycle(_ cycle: [(path: String, location: SourceLocation?)]) -> Problem {
    let sites = zip(cycle, cycle.dropFirst()).map { importing, imported in
      Site(role: "imports", text: "\(importing.path) → \(imported.path)", location: imported.location)
    }
    let files = cycle.count - 1
    return Problem(
      .importCycle, files == 1 ? "'\(cycle[0].path)' imports itself" : "\(files) files import each other",
      at: cycle.last?.location, path: cycle.map(\.path), sites: sites,
      fixes: ["move the shared definitions to another file", "or import all of these files from another one"])
  }

  static func importsTooDeep(_ path: String, at location: SourceLocation?) -> Problem {
    Problem(
      .unreadable, "'\(path)' cannot be read: imports nest deeper than \(Limits.maximumImportDepth)", at: location,
      fixes: ["import it from a file nearer to the first one"])
  }

  static func profileMismatch(_ declared: Profile, expected: Profile, at location: SourceLocation) -> Problem {
    Problem(
      .badValue, "this file is for the profile '\(declared)', and the context is read for '\(expected)'", at: location,
      fixes: ["remove it: the first file or the reader sets the profile", "or import the file only in that profile"])
  }

  // MARK: Names and forms

  static func unknownName(_ summary: String, name: String, allowed: [String], at location: SourceLocation) -> Problem {
    let near = Spelling.near(name, in: allowed).map {
      NearMiss(text: "'\($0)' is allowed", location: nil, advice: "write that")
    }
    let known = allowed.sorted().joined(separator: ", ")
    return Problem(
      .unknownName, summary, at: location, nearMisses: near,
      fixes: [allowed.isEmpty ? "remove it: no name is allowed" : "allowed names: \(known)"])
  }

  static func duplicateName(_ name: String, at locations: [SourceLocation]) -> Problem {
    let sites = locations.map { Site(role: "written", text: "'\(name)'", location: $0) }
    return Problem(
      .duplicate, "'\(name)' is written \(max(2, locations.count)) times", at: locations.last, sites: sites,
      fixes: ["keep one of them"])
  }

  static func missingPart(_ subject: String, _ part: String, at location: SourceLocation) -> Problem {
    Problem(.badValue, "\(subject) has no \(part)", at: location, fixes: ["add it"])
  }

  static func unexpectedForm(
    of subject: String, expected: String, found: String, at location: SourceLocation
  ) -> Problem {
    Problem(.badValue, "\(subject) must be \(expected), not \(found)", at: location, fixes: ["write \(expected)"])
  }

  static func unexpectedText(in element: String, at location: SourceLocation) -> Problem {
    Problem(
      .badValue, "\(element) cannot contain text", at: location, fixes: ["put it into a <value>, or remove it"])
  }

  static func ambiguousValue(_ subject: String, _ count: Int, at location: SourceLocation) -> Problem {
    Problem(
      .badValue, count == 0 ? "\(subject) has no value" : "\(subject) has \(count) values", at: location,
      fixes: ["give one: a value, a reference, or an object"])
  }

  static func lazyValue(at location: SourceLocation) -> Problem {
    Problem(
      .badValue, "only a reference can be lazy", at: location,
      fixes: ["remove it, or give a 'ref' instead of the value"])
  }

  static func conflict(_ parts: [(name: String, location: SourceLocation)], in subject: String) -> Problem {
    let names = parts.map { "'\($0.name)'" }.joined(separator: " and ")
    return Problem(
      .badValue, "\(subject) has \(names)", at: parts.last?.location,
      sites: parts.map { Site(role: "written", text: "'\($0.name)'", location: $0.location) },
      fixes: ["keep one of them"])
  }

  // MARK: Placeholders

  static func missingPlaceholder(_ name: String, at location: SourceLocation) -> Problem {
    Problem(
      .missingPlaceholder, "no value for '${\(name)}'", at: location,
      fixes: [
        "set \(name) in the reader's environment or configuration",
        "or give a default: ${\(name):…}",
      ])
  }

  static func malformedPlaceholder(_ notation: String, at location: SourceLocation) -> Problem {
    Problem(
      .badValue, "'\(notation)' is not a placeholder", at: location,
      fixes: ["write ${NAME} or ${NAME:default}", "or $${ for a literal ${"])
  }

  static func nestedPlaceholder(_ notation: String, at location: SourceLocation) -> Problem {
    Problem(
      .badValue, "the default of '\(notation)' contains a placeholder", at: location,
      fixes: ["write a literal default, without ${"])
  }
}

/// The problem at which reading a file stops.
struct ReadError: Error {
  let problem: Problem

  init(_ problem: Problem) {
    self.problem = problem
  }

  init(_ summary: String, at location: SourceLocation?, fix: String? = nil) {
    problem = Problem(.unreadable, summary, at: location, fixes: fix.map { [$0] } ?? [])
  }
}

extension SourceText {
  func malformed(_ format: ContextFormat, _ reason: String, at position: Position) -> ReadError {
    ReadError("invalid \(format.title): \(reason)", at: location(position))
  }

  func tooDeep(at position: Position) -> ReadError {
    ReadError(
      "values nest deeper than \(Limits.maximumDepth)", at: location(position), fix: "define the inner objects by name")
  }
}
