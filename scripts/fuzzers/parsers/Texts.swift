import NotesDomain

@testable import NotesHTTPServer
@testable import NotesPersistence

/// The payloads of notes, which have one form only.
enum Payload {
  private static let id = NoteID("00000000-0000-7000-8000-000000000001")

  static func check(_ bytes: [UInt8]) {
    guard let id, let note = try? NotePayload.decode(bytes, as: id) else { return }
    Fuzzing.check(NotePayload.encode(note) == bytes, "a payload changes when it is encoded again")
  }
}

/// Markdown files with front matter.
enum FrontMatter {
  static func check(_ bytes: [UInt8]) {
    guard let document = document(bytes) else { return }
    let written = Array((FrontMatterWriter.text(for: document) + document.body).utf8)
    guard let again = self.document(written) else {
      fatalError("a written file cannot be read: \(String(decoding: written, as: UTF8.self))")
    }
    Fuzzing.check(again == document, "a written file differs: \(String(decoding: written, as: UTF8.self))")
  }

  private static func document(_ bytes: [UInt8]) -> MarkdownDocument? {
    let parts = MarkdownFile(bytes)
    guard let body = String(validating: bytes[parts.body], as: UTF8.self),
      let frontMatter = String(validating: bytes[parts.frontMatter ?? 0..<0], as: UTF8.self)
    else { return nil }
    var document = MarkdownDocument(
      path: "a.md", fileModified: Timestamp(millisecondsSince1970: 0), body: body, digest: ContentDigest(value: 0))
    guard parts.frontMatter != nil else { return document }
    do {
      try FrontMatterReader(frontMatter, zone: Greenwich()).read(into: &document)
      return document
    } catch { return nil }
  }
}

/// Addresses, and other short texts that people or configurations contain.
enum Addresses {
  static func check(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    Fuzzing.checkRoundTrip({ try ServerAddress($0) }, \.description, text)
    Fuzzing.checkRoundTrip(IPAddress.init(_:), \.description, text)
    Fuzzing.checkRoundTrip(IPAddressRange.init(_:), \.description, text)
    Fuzzing.checkRoundTrip(ListenAddress.init(_:), \.description, text)
    Fuzzing.checkRoundTrip(Timestamp.init(iso8601:), \.iso8601, text)
    Fuzzing.checkRoundTrip(NoteID.init, \.description, text)
    Fuzzing.checkRoundTrip(BlobDigest.init(_:), \.description, text)
    Fuzzing.checkRoundTrip(Tag.init(_:), \.name, text)
    Fuzzing.checkRoundTrip(Notebook.init(_:), \.path, text)
    if let range = IPAddressRange(text), let address = IPAddress(String(text.prefix { $0 != "/" })) {
      Fuzzing.check(range.contains(address), "\(range) does not contain its own address")
    }
  }
}

/// Queries of full-text search.
enum Search {
  static func check(_ bytes: [UInt8]) {
    let query = SearchQuery(String(decoding: bytes, as: UTF8.self))
    Fuzzing.check(query.terms.count <= SearchQuery.maximumTerms, "too many terms")
    for term in query.terms {
      Fuzzing.check(!term.text.isEmpty && !term.text.unicodeScalars.contains("\""), "invalid term: \(term)")
    }
  }
}
