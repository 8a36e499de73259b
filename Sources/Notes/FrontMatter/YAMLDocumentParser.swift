package import NotesDomain
package import NotesTransfer

/// The parser of documents with YAML front matter.
package struct YAMLDocumentParser: MarkdownDocumentParser {
  let zone: any TimeZoneOffsets

  package init(zone: any TimeZoneOffsets) {
    self.zone = zone
  }

  package func document(_ text: String, modified time: Timestamp) -> MarkdownDocument {
    let bytes = Array(text.utf8)
    let parts = MarkdownFile(bytes)
    let part = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
    var document = MarkdownDocument(
      path: Self.name, fileModified: time, body: part(parts.body), digest: ContentDigest(of: bytes))
    if let frontMatter = parts.frontMatter {
      document.read(
        FrontMatterSource(text: part(frontMatter), keys: .ofDocuments, zone: zone), whole: part(parts.whole))
    }
    return document
  }

  /// The name of a document, which has none of its own.
  private static let name = "document.md"
}

/// The lines between the marks of a document, and the rules for reading them.
package struct FrontMatterSource {
  package let text: String
  let keys: FrontMatterKeys
  let zone: any TimeZoneOffsets

  package init(text: String, keys: FrontMatterKeys, zone: any TimeZoneOffsets) {
    self.text = text
    self.keys = keys
    self.zone = zone
  }

  /// The same mapping at the beginning of the lines: an export writes keys of its own there, which must be of one block with those
  /// that it keeps.
  var withoutIndentation: FrontMatterSource {
    let lines = text.linesAtFeeds
    func isBlank(_ line: Substring) -> Bool { line.utf8.allSatisfy { " \t\r".utf8.contains($0) } }
    let contents = lines.filter { !isBlank($0) }
    guard let first = contents.first else { return self }
    let indentation = Substring(first.utf8.prefix { $0 == UInt8(ascii: " ") })
    guard !indentation.isEmpty, contents.allSatisfy({ $0.begins(with: indentation) }) else { return self }
    let text = lines.map { $0.rest(after: indentation) ?? $0 }.joined(separator: "\n")
    return FrontMatterSource(text: text, keys: keys, zone: zone)
  }
}

extension MarkdownDocument {
  /// Reads front matter into the document. Lines that cannot be read are kept, and the problem is set.
  ///
  /// - Parameter whole: The whole document, which is its text if the lines between its marks are no front matter.
  package mutating func read(_ source: FrontMatterSource, whole: String?) {
    guard source.text.utf8.count <= YAMLGuard.maximumBytes else {
      foreignFrontMatter = source.text
      frontMatterProblem = FrontMatterProblem.tooLarge.reason
      return
    }
    let lenient = LenientFrontMatterReader(source.text, zone: source.zone, keys: source.keys)
    guard source.text.isEmpty || !lenient.isText else {
      body = whole ?? body
      return
    }
    let unindented = source.withoutIndentation
    do {
      try FrontMatterReader(unindented.text, zone: source.zone, keys: source.keys).read(into: &self)
    } catch {
      frontMatterProblem = FrontMatterProblem(error).reason
      // Lines without keys of ours stay as they are.
      let reader = LenientFrontMatterReader(unindented.text, zone: source.zone, keys: source.keys)
      (reader.hasKnownKeys ? reader : lenient).read(into: &self)
    }
  }
}
