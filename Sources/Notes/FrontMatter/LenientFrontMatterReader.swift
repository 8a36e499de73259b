import NotesDomain
package import NotesTransfer

/// Reads front matter that is not valid as a whole: key by key.
///
/// A note is never left out for its front matter. Keys with values of the right type are read; all other lines are kept as they
/// are, like those of foreign keys.
package struct LenientFrontMatterReader {
  private let yaml: String
  private let zone: any TimeZoneOffsets
  private let keys: FrontMatterKeys

  init(_ yaml: String, zone: any TimeZoneOffsets, keys: FrontMatterKeys = .ofFiles) {
    self.yaml = yaml
    self.zone = zone
    self.keys = keys
  }

  /// Whether the lines are text between two rules rather than front matter: they have no key at all, or begin with a blank line
  /// and have more than keys, such as `kanban-plugin`. Plugins of Obsidian write that line.
  var isText: Bool {
    let names = entries.drop(while: Self.isBlank).map(Self.key)
    guard let first = entries.first, Self.isBlank(first) else { return !names.contains { $0 != nil } }
    return names.isEmpty || !names.allSatisfy { $0.map(Self.isWord) ?? false }
  }

  private static func isWord(_ name: String) -> Bool {
    name.unicodeScalars.first?.properties.isLowercase == true && !name.contains(byte: UInt8(ascii: " "))
  }

  /// Whether a line has a key that this program knows.
  var hasKnownKeys: Bool { entries.contains { Self.key(of: $0).flatMap { keys.key(named: $0) } != nil } }

  /// The known keys whose values cannot be read.
  var unreadableKeys: Set<FrontMatterKey> {
    Set(entries.compactMap { entry in Self.key(of: entry).flatMap(keys.key).flatMap { isReadable(entry) ? nil : $0 } })
  }

  /// Whether the lines have a key `modified` without a value, at which an export writes the time.
  var hasOpenModified: Bool { entries.contains(where: Self.isOpenModified) }

  /// Returns the lines as an export writes them. Those of known keys become comments if their values can be read, or the key is
  /// among some. `modified` stays beside `updated`, whose value it was not.
  ///
  /// - Parameter modified: The value for the key `modified` without one; `nil` to leave it open.
  func exported(besides others: Set<FrontMatterKey>, modified: String?) -> String {
    let entries = entries
    let open = entries.firstIndex(where: Self.isOpenModified)
    return entries.enumerated().map { index, entry in
      if index == open {
        return modified.map { "modified: \($0)" + Self.value(of: entry) } ?? String(entry)
      }
      guard let key = Self.key(of: entry).flatMap(keys.key), others.contains(key) || isReadable(entry),
        key != .modified || open != nil
      else { return String(entry) }
      return entry.linesAtFeeds
        .map { Self.isBlank($0) || $0.begins(with: "#") ? String($0) : "# " + $0 }.joined(separator: "\n")
    }.joined()
  }

  /// Returns whether an entry is the key `modified` with nothing behind it but comments.
  private static func isOpenModified(_ entry: Substring) -> Bool {
    guard key(of: entry) == FrontMatterKey.modified.rawValue else { return false }
    let lines = value(of: entry).linesAtFeeds
    return isBlank(lines[0])
      && lines.dropFirst().allSatisfy { line in
        isBlank(line) || line.utf8.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "#")
      }
  }

  /// Returns what follows the first colon of an entry.
  private static func value(of entry: Substring) -> Substring {
    Substring(entry.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst())
  }

  private func isReadable(_ entry: Substring) -> Bool {
    var document = MarkdownDocument(
      path: "", fileModified: Timestamp(millisecondsSince1970: 0), body: "", digest: ContentDigest(value: 0))
    return (try? FrontMatterReader(String(entry), zone: zone, keys: keys).read(into: &document)) != nil
  }

  /// Sets the properties of a document, as far as they can be read.
  package func read(into document: inout MarkdownDocument) {
    var seen: Set<FrontMatterKey> = []
    let updated = entries.filter { Self.key(of: $0) == FrontMatterKey.updated.rawValue }
    if updated.prefix(Self.maximumTries).contains(where: isReadable) { seen.insert(.modified) }
    var (foreign, tries) = ("", [FrontMatterKey: Int]())
    for entry in entries {
      guard let key = Self.key(of: entry).flatMap({ keys.key(named: $0) }), !seen.contains(key),
        tries[key, default: 0] < Self.maximumTries
      else {
        foreign += entry
        continue
      }
      tries[key, default: 0] += 1
      var changed = document
      do {
        try FrontMatterReader(String(entry), zone: zone, keys: keys).read(into: &changed)
        document = changed
        seen.insert(key)
        // Comments of the entry.
        foreign += changed.foreignFrontMatter
      } catch {
        foreign += entry
      }
    }
    document.foreignFrontMatter = foreign.isEmpty || foreign.utf8.last == UInt8(ascii: "\n") ? foreign : foreign + "\n"
  }

  /// The number of values that are tried for a key. Each takes a parser, and no program writes a key that often.
  private static let maximumTries = 20

  /// The lines, grouped by those that begin at the margin.
  private var entries: [Substring] {
    var entries: [Substring] = []
    var start = yaml.startIndex
    var position = start
    while position < yaml.endIndex {
      let line = yaml.utf8[position...].prefix { $0 != UInt8(ascii: "\n") }
      let isContinuation = line.first.map { " \t-#\r".utf8.contains($0) } ?? true
      if !isContinuation, position > start {
        entries.append(yaml[start..<position])
        start = position
      }
      position = line.endIndex < yaml.endIndex ? yaml.utf8.index(after: line.endIndex) : yaml.endIndex
    }
    if start < yaml.endIndex { entries.append(yaml[start...]) }
    return entries
  }

  private static func isBlank(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { " \t\r\n".utf8.contains($0) }
  }

  /// Returns the name before the first colon of an entry, which may be in quotes, if that is a word with a value or the end of
  /// the line behind it.
  private static func key(of entry: Substring) -> String? {
    if let quote = entry.utf8.first, "'\"".utf8.contains(quote) {
      let content = entry.utf8.dropFirst()
      guard let end = content.firstIndex(of: quote) else { return nil }
      let name = Substring(content[..<end])
      return key(of: name + Substring(content[end...].dropFirst()))
    }
    let name = entry.utf8.prefix { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: " ") || byte >= 0x80
    }
    let rest = entry.utf8[name.endIndex...]
    guard rest.first == UInt8(ascii: ":"), !name.isEmpty else { return nil }
    let next = rest.dropFirst().first
    return next.map { " \t\r\n".utf8.contains($0) } ?? true ? String(Substring(name)) : nil
  }
}
