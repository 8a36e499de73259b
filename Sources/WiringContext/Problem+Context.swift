import Wiring

/// What can be wrong with context files, in words.
extension Problem {
  private init(
    _ code: Code, _ summary: String, at location: SourceLocation?, path: [String] = [], sites: [Site] = [],
    context: [String] = [], nearMisses: [NearMiss] = [], fixes: [String]
  ) {
    self.init(
      code: code, summary: summary, location: location, path: path, sites: sites, context: context,
      nearMisses: nearMisses, fixes: fixes)
  }

  // MARK: Files

  /// A file that the system does not give, or that is not read for what it is.
  static func unreadable(_ path: String, _ failure: ContextFile.Failure, at location: SourceLocation?) -> Problem {
    let (reason, fix) =
      switch failure {
      case .missing:
        (
          "there is no such file",
          location == nil
            ? "give a path from the working directory, or from the root"
            : "give a path from the folder of the file that imports it, or say that it is optional"
        )
      case .refusedBySystem(let reason): (reason, "let the program read it")
      case .special: ("it is a folder, a pipe or a device", "name a file")
      case .tooLarge: ("it has more than \(Limits.maximumBytes >> 20) MiB", "keep data out of it: a context is what is wired")
      }
    return Problem(.unreadable, "'\(path)' cannot be read: \(reason)", at: location, fixes: [fix])
  }

  static func unknownFormat(_ path: String, at location: SourceLocation?) -> Problem {
    let known = ContextFormat.extensions.map { ".\($0.name)" }.joined(separator: ", ")
    return Problem(
      .unreadable, "'\(path)' has no extension that says how it is written", at: location,
      fixes: ["name it with one of \(known)"])
  }

  static func notUTF8(_ byte: UInt8, at location: SourceLocation) -> Problem {
    let digits = String(byte, radix: 16, uppercase: true)
    return Problem(
      .unreadable, "the byte 0x\(digits) is not UTF-8", at: location, fixes: ["save the file as UTF-8"])
  }

  static func encoding(_ name: String, at location: SourceLocation) -> Problem {
    Problem(
      .unreadable, "the encoding '\(name)' is not read", at: location,
      fixes: ["save the file as UTF-8, and say so: encoding=\"UTF-8\""])
  }

  static func malformed(_ format: ContextFormat, _ reason: String, at location: SourceLocation) -> Problem {
    Problem(.unreadable, "this is not \(format.words): \(reason)", at: location, fixes: [])
  }

  static func binaryPropertyList(_ path: String) -> Problem {
    Problem(
      .unreadable, "'\(path)' is a binary property list, and only the XML form is read", at: nil,
      fixes: ["convert it: plutil -convert xml1 \(path), or plistutil -i \(path) -o \(path) -f xml"])
  }

  // MARK: What is refused

  static func documentType(_ format: ContextFormat, at location: SourceLocation) -> Problem {
    let fix =
      format == .propertyList
      ? "remove it, or keep to the usual one: <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" …>" : "remove it"
    return Problem(.unreadable, "a document type is refused: it could define entities", at: location, fixes: [fix])
  }

  static func entity(_ name: String, at location: SourceLocation) -> Problem {
    Problem(
      .unreadable, "the entity '&\(name);' is refused", at: location,
      fixes: ["write &amp; for '&'; the others are &lt; &gt; &quot; &apos; and numbers such as &#xA0;"])
  }

  static func tag(_ name: String, at location: SourceLocation) -> Problem {
    Problem(
      .unreadable,
      "the tag '\(name.replacing("tag:yaml.org,2002:", with: "!!"))' is refused: the type of a value is that of the parameter",
      at: location,
      fixes: ["remove it; a value in quotes is text"])
  }

  static func tooDeep(at location: SourceLocation) -> Problem {
    Problem(
      .unreadable, "values nest deeper than \(Limits.maximumDepth)", at: location,
      fixes: ["give the inner ones names of their own"])
  }

  static func aliasExpansionTooLarge(at location: SourceLocation) -> Problem {
    Problem(
      .unreadable, "the aliases unfold into more than \(Limits.maximumAliasExpansion) values", at: location,
      fixes: ["write the values out, or make a definition that the others refer to"])
  }

  static func aliasInKey(_ path: String) -> Problem {
    Problem(
      .unreadable, "'\(path)' has aliases, and keys that are no text", at: nil, fixes: ["use plain text for keys"])
  }

  // MARK: Imports

  static func importCycle(_ circle: [(path: String, location: SourceLocation?)]) -> Problem {
    let sites = zip(circle, circle.dropFirst()).map { importing, imported in
      Site(role: "imports", text: "\(importing.path) → \(imported.path)", location: imported.location)
    }
    let files = circle.count - 1
    return Problem(
      .importCycle, files == 1 ? "'\(circle[0].path)' imports itself" : "\(files) files import each other",
      at: circle.last?.location, path: circle.map(\.path), sites: sites,
      fixes: ["move what both need into a file of its own", "or import all of them from one that nobody imports"])
  }

  static func importsTooDeep(_ path: String, at location: SourceLocation?) -> Problem {
    Problem(
      .unreadable, "'\(path)' cannot be read: imports nest deeper than \(Limits.maximumImportDepth)", at: location,
      fixes: ["import it further up"])
  }

  static func profileMismatch(_ said: Profile, than profile: Profile, at location: SourceLocation) -> Problem {
    Problem(
      .badValue, "this file is for the profile '\(said)', and the context is read for '\(profile)'", at: location,
      fixes: [
        "remove it: the first file says the profile, or the reader is told", "or import the file in that profile alone",
      ])
  }

  // MARK: Names and forms

  static func unknownName(_ summary: String, name: String, allowed: [String], at location: SourceLocation) -> Problem {
    let near = Spelling.near(name, in: allowed).map {
      NearMiss(text: "'\($0)' is known there", location: nil, advice: "write that")
    }
    let known = allowed.sorted().joined(separator: ", ")
    return Problem(
      .unknownName, summary, at: location, nearMisses: near,
      fixes: [allowed.isEmpty ? "remove it: nothing is known there" : "what is known there: \(known)"])
  }

  static func duplicateName(_ name: String, at locations: [SourceLocation]) -> Problem {
    let sites = locations.map { Site(role: "written", text: "'\(name)'", location: $0) }
    return Problem(
      .duplicate, "'\(name)' stands there \(max(2, locations.count)) times", at: locations.last, sites: sites,
      fixes: ["keep one of them"])
  }

  static func missingPart(_ subject: String, _ what: String, at location: SourceLocation) -> Problem {
    Problem(.badValue, "\(subject) has no \(what)", at: location, fixes: ["add it"])
  }

  static func unexpectedForm(_ subject: String, _ wanted: String, _ found: String, at location: SourceLocation) -> Problem {
    Problem(.badValue, "\(subject) must be \(wanted), and this is \(found)", at: location, fixes: ["write \(wanted)"])
  }

  static func unexpectedText(_ element: String, at location: SourceLocation) -> Problem {
    Problem(.badValue, "\(element) has no text in it", at: location, fixes: ["put it into a <value>, or remove it"])
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

  static func both(_ parts: [(name: String, location: SourceLocation)], of subject: String) -> Problem {
    let names = parts.map { "'\($0.name)'" }.joined(separator: " and ")
    return Problem(
      .badValue, "\(subject) has \(names)", at: parts.last?.location,
      sites: parts.map { Site(role: "written", text: "'\($0.name)'", location: $0.location) },
      fixes: ["keep one of them"])
  }

  // MARK: Placeholders

  static func missingPlaceholder(_ name: String, at location: SourceLocation) -> Problem {
    Problem(
      .missingPlaceholder, "nothing fills '${\(name)}'", at: location,
      fixes: [
        "set \(name) in the environment or the configuration that the reader is given",
        "or give a default: ${\(name):…}",
      ])
  }

  static func malformedPlaceholder(_ written: String, at location: SourceLocation) -> Problem {
    Problem(
      .badValue, "'\(written)' is no placeholder", at: location,
      fixes: ["write ${NAME} or ${NAME:default}", "or $${ for a literal ${"])
  }

  static func nestedPlaceholder(_ written: String, at location: SourceLocation) -> Problem {
    Problem(
      .badValue, "the default of '\(written)' has a placeholder of its own", at: location,
      fixes: ["give the default as it is; it may have no ${"])
  }
}

/// Why a file is not read any further.
struct ReadError: Error {
  let problem: Problem
}
