/// A link to a file beside the notes: `![[photo.jpg]]`, `![](images/photo.jpg)` or `[the plan](../plan.pdf)`.
package struct FileLink: Sendable, Hashable {
  /// The path as written, decoded, without a heading or a size.
  package let path: String
  /// Whether it is a wiki link, whose path is relative to the top folder, or the name of a file in any folder.
  package let isWiki: Bool

  /// Returns the links of a text that may lead to files, in order without duplicates, ignoring code, web addresses and
  /// Markdown files. O(length of the text).
  package static func find(in body: String) -> [FileLink] {
    var links: [FileLink] = []
    LinkScanner.scan(body) { found in
      guard let (written, isWiki) = found.filePath, let path = decoded(written, isWiki: isWiki),
        !AttachmentFolder.isMarkdown(path)
      else { return }
      links.append(FileLink(path: path, isWiki: isWiki))
    }
    return links.withoutRepetition()
  }

  /// Returns a text whose links lead to files of other names. Folders, headings, sizes and labels stay.
  ///
  /// - Parameter newName: Returns the new name of a file; `nil` to leave the link as it is.
  package static func renaming(in body: String, _ newName: (String) -> String?) -> String {
    var result = ""
    var position = body.startIndex
    LinkScanner.scan(body) { found in
      guard let (path, isWiki) = found.filePath else { return }
      let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path
      guard let new = decoded(name, isWiki: isWiki).flatMap(newName) else { return }
      let spelling = isWiki ? new : new.encodedForMarkdownLink
      guard found.allows(spelling, insteadOf: name) else { return }
      result += body[position..<name.startIndex] + spelling
      position = name.endIndex
    }
    return result + body[position...]
  }

  private static func decoded(_ written: Substring, isWiki: Bool) -> String? {
    isWiki ? String(written) : String(written).decodedFromMarkdownLink
  }

  /// Returns the path inside the top folder when the link is relative to a note's file; `nil` for a path out of the folder.
  package func path(beside document: String) -> String? {
    var names = path.utf8.first == UInt8(ascii: "/") ? [] : document.pathNames.dropLast().filter { !$0.isEmpty }
    for name in path.pathNames {
      switch name {
      case "", ".": break
      case "..":
        guard !names.isEmpty else { return nil }
        names.removeLast()
      default: names.append(name)
      }
    }
    return names.isEmpty ? nil : names.joined(separator: "/")
  }
}

extension LinkScanner.Link {
  /// The path of a file as written, without heading, size and the spaces around it; `nil` for a web address.
  fileprivate var filePath: (written: Substring, isWiki: Bool)? {
    var (path, isWiki): (Substring, Bool) =
      switch self {
      case .wiki(let content, _): (content.split(at: "|").before.split(at: "#").before, true)
      case .markdown(_, let destination, _): (destination.split(at: "#").before.split(at: "?").before, false)
      }
    var name = path.utf8.drop { $0 == UInt8(ascii: " ") }
    // In a table the bar is escaped.
    while let last = name.last, last == UInt8(ascii: " ") || (isWiki && last == UInt8(ascii: "\\")) {
      name.removeLast()
    }
    path = Substring(name)
    return path.isEmpty || path.split(at: ":").after != nil ? nil : (path, isWiki)
  }
}

/// The files of a folder that are no Markdown files, by which links to them are resolved as Obsidian does.
package struct LinkedFiles: Sendable {
  /// The paths by the last name in lower case, composed; the shortest path first.
  private let paths: [String: [(path: String, lowercased: String)]]
  /// The paths by themselves: those of a composed and of a decomposed name are one key.
  private let spellings: [String: [String]]
  /// The endings of the names in lower case; `nil` when a name has none of ASCII letters and digits.
  private let endings: Set<String>?

  /// Creates an index of paths inside the folder. O(n log n).
  package init(_ paths: [String]) {
    spellings = Dictionary(grouping: paths) { $0 }
    let endings = paths.map(Self.ending)
    self.endings = endings.contains(nil) ? nil : Set(endings.compactMap(\.self))
    self.paths = Dictionary(grouping: paths) { Self.key(of: AttachmentFolder.name(in: $0)) }
      .mapValues { paths in
        paths.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { ($0, $0.lowercased()) }
      }
  }

  /// Returns the links of a text that may lead to the files, in order without duplicates, as ``FileLink/find(in:)`` does.
  /// O(length), and fast when the text has none: most notes of a large folder link to notes alone.
  package func links(in body: String) -> [FileLink] { mayBeNamed(in: body) ? FileLink.find(in: body) : [] }

  /// Returns whether a text contains the ending of a file, or an encoded character other than a space, which may be one of it.
  private func mayBeNamed(in body: String) -> Bool {
    guard let endings else { return true }
    guard !endings.isEmpty else { return false }
    let bytes = Array(body.utf8)[...]
    return bytes.rests(after: UInt8(ascii: "%")).contains { !$0.starts(with: "20".utf8) }
      || bytes.rests(after: UInt8(ascii: ".")).contains { rest in
        let ending = rest.prefix(while: \.isLetterOrDigit)
        return !ending.isEmpty && endings.contains(String(decoding: ending, as: UTF8.self).lowercased())
      }
  }

  private static func ending(of path: String) -> String? {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = path.utf8[path.utf8.index(after: dot)...]
    return ending.isEmpty || !ending.allSatisfy(\.isLetterOrDigit) ? nil : Substring(ending).lowercased()
  }

  /// Returns the name of a file as links find it: in lower case, composed.
  package static func key(of name: String) -> String { NoteName(name)?.key ?? name }

  /// Returns the path of the file that a link in a note's file leads to; `nil` if there is none.
  ///
  /// A Markdown link is relative to the note, a wiki link to the top folder. If there is no such file, either leads to a file
  /// whose path ends like the link, preferably beside the note: such a file is not the exact one.
  package func file(of link: FileLink, in document: String) -> (path: String, isExact: Bool)? {
    guard let candidates = paths[Self.key(of: AttachmentFolder.name(in: link.path))] else { return nil }
    let beside = link.path(beside: document)
    let top = link.path(beside: "")
    for exact in link.isWiki ? [top, beside] : [beside, top] {
      // As the folder spells it: the one with the same bytes, or else the only one that reads the same.
      let found = exact.flatMap { spellings[$0] } ?? []
      if let path = found.first(where: { $0.hasSameBytes(as: exact ?? "") }) ?? (found.count == 1 ? found.first : nil) {
        return (path, true)
      }
    }
    // By names, which are the same in either form of composition.
    let end = link.path.lowercased().pathNames.filter { !["", ".", ".."].contains($0) }
    let matching = candidates.lazy.filter { $0.lowercased.pathNames.suffix(end.count).elementsEqual(end) }.map(\.path)
    let folder = document.pathNames.dropLast()
    return (matching.first { $0.pathNames.starts(with: folder) } ?? matching.first).map { ($0, false) }
  }
}
