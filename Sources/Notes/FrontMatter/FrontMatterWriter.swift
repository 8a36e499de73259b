package import NotesDomain
package import NotesTransfer

/// Writes the front matter of a document.
package enum FrontMatterWriter {
  /// Returns the front matter with its marks; an empty text for a document that needs none.
  ///
  /// - Parameter zone: The time zone in which ``MarkdownDocument/bareDates`` are written as dates; `nil` for times in UTC only.
  package static func text(for document: MarkdownDocument, zone: (any TimeZoneOffsets)? = nil) -> String {
    var lines = lines(for: document, zone: zone, scalar: YAMLText.scalar)
    // A title with a hundred brackets would be refused like a hundred nested lists.
    if (try? YAMLGuard.check(lines)) == nil {
      lines = self.lines(for: document, zone: zone, scalar: YAMLText.escapedScalar)
    }
    guard !lines.isEmpty || needsMarks(document.body) else { return "" }
    let newline = newline(of: document)
    return "---" + newline + lines + "---" + newline
  }

  /// Returns the line ending of the file: that of its text or, without lines there, of its foreign front matter.
  private static func newline(of document: MarkdownDocument) -> String {
    let text = document.body.utf8.contains(UInt8(ascii: "\n")) ? document.body : document.foreignFrontMatter
    return text.lineEnding
  }

  /// Returns the lines between the marks, with the texts that `scalar` formats.
  private static func lines(
    for document: MarkdownDocument, zone: (any TimeZoneOffsets)?, scalar: (String) -> String
  ) -> String {
    let kept = LenientFrontMatterReader(document.foreignFrontMatter, zone: NoOffsets())
    let unreadable = kept.unreadableKeys
    var (lines, written) = ("", Set<FrontMatterKey>())
    // YAML allows each name once. A line that is kept keeps its own, unless it is one of ours.
    func add(_ key: FrontMatterKey, _ value: String?) {
      guard let value else { return }
      let isTaken = unreadable.contains(key) && !key.rawValue.hasPrefix("note-")
      if !isTaken { written.insert(key) }
      lines += "\(isTaken ? key.nameBesideKept : key.rawValue): \(value)\n"
    }
    add(.id, document.id?.description)
    // Quoted if it could be a number.
    add(.base, document.base.map { scalar($0.value.hexadecimal) })
    add(.title, document.title.map(scalar))
    add(.created, document.created.map { text($0, document.bareDates.contains(.created) ? zone : nil) })
    let modified = document.modified.map { text($0, document.bareDates.contains(.modified) ? zone : nil) }
    if !kept.hasOpenModified { add(.updated, modified) }
    if !document.tags.isEmpty {
      add(.tags, "[" + document.tags.map { scalar($0.name) }.joined(separator: ", ") + "]")
    }
    if document.isPinned { add(.pinned, "true") }
    if document.isArchived { add(.archived, "true") }
    add(.trashed, document.trashed?.iso8601)
    if let attachments = document.attachments {
      // One line each, since there may be many long ones.
      written.insert(.attachments)
      lines += "\(FrontMatterKey.attachments.rawValue):\(attachments.isEmpty ? " []" : "")\n"
      for path in attachments { lines += "  - \(scalar(path))\n" }
    }
    if !document.missingAttachments.isEmpty {
      written.insert(.missingAttachments)
      lines += "\(FrontMatterKey.missingAttachments.rawValue):\n"
      for missing in document.missingAttachments {
        // No name has a slash.
        let path = missing.path.isEmpty ? "" : "/" + missing.path
        lines += "  - \(scalar("\(missing.digest) \(missing.size) \(missing.name)\(path)"))\n"
      }
    }
    let newline = newline(of: document)
    if newline != "\n" {
      lines = lines.linesAtFeeds.joined(separator: newline)
    }
    var foreign = kept.exported(besides: written, modified: modified)
    if !foreign.isEmpty, foreign.utf8.last != UInt8(ascii: "\n") { foreign += newline }
    // Below another line, one that is indented would go on with that line's value.
    let goesOn = foreign.utf8.first.map { " \t-".utf8.contains($0) } ?? false
    return goesOn ? foreign + lines : lines + foreign
  }

  /// Returns a time in UTC, or as a date if it is the beginning of a day in the zone.
  private static func text(_ time: Timestamp, _ zone: (any TimeZoneOffsets)?) -> String {
    guard let zone else { return time.iso8601 }
    let local = zone.local(time)
    let date = String(local.iso8601.prefix { $0 != "T" })
    return local.millisecondsSince1970 % 86_400_000 == 0 && Timestamp(iso8601: date, in: zone) == time
      ? date : time.iso8601
  }

  /// Returns whether the beginning of a text would be read as a mark.
  private static func needsMarks(_ body: String) -> Bool {
    body.utf8.starts(with: "---".utf8) || body.utf8.starts(with: [0xEF, 0xBB, 0xBF])
  }
}

/// UTC, where it does not matter which time is meant.
private struct NoOffsets: TimeZoneOffsets {
  func secondsEastOfUTC(at time: Timestamp) -> Int { 0 }
}

/// Formats texts as YAML scalars.
package enum YAMLText {
  /// Returns a plain scalar where every YAML reader reads it as that text, else one in double quotes.
  package static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text, escaping: "") }

  /// Returns a scalar without characters that begin lists, mappings, anchors or aliases elsewhere.
  package static func escapedScalar(_ text: String) -> String {
    let indicators = "[{&*-?"
    return isPlain(text) && !text.contains(where: indicators.contains) ? text : quoted(text, escaping: indicators)
  }

  /// The words that some version of YAML does not read as text.
  private static let reserved: Set<String> = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]

  private static func isPlain(_ text: String) -> Bool {
    // A letter at the beginning excludes numbers, dates and all indicators.
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic, text.unicodeScalars.last != " " else {
      return false
    }
    let isHarmless = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " -_/.'()".unicodeScalars.contains(scalar)
    }
    return isHarmless && !reserved.contains(text.lowercased())
  }

  private static func quoted(_ text: String, escaping escaped: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where isUnprintable(scalar) || escaped.unicodeScalars.contains(scalar):
        quoted += "\\U" + scalar.value.hexadecimal
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Returns whether YAML forbids a character in a file, or reads it as a line break.
  private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
  }
}
