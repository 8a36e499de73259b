import NotesDomain
import NotesTransfer

@testable import NotesFrontMatter
@testable import NotesHTTPServer

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
    let lenient = LenientFrontMatterReader(frontMatter, zone: Greenwich())
    guard frontMatter.isEmpty || !lenient.isText else { return nil }
    if (try? FrontMatterReader(frontMatter, zone: Greenwich()).read(into: &document)) == nil {
      lenient.read(into: &document)
    }
    return document
  }
}

/// The time zone of parsed dates.
struct Greenwich: TimeZoneOffsets {
  func secondsEastOfUTC(at time: Timestamp) -> Int { 0 }
}

/// Addresses, and other short texts that people or configurations contain.
enum Addresses {
  static func check(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    Fuzzing.checkRoundTrip({ try ServerAddress($0) }, \.description, text)
    Fuzzing.checkRoundTrip(IPAddress.init(_:), \.description, text)
    Fuzzing.checkRoundTrip(IPAddressRange.init(_:), \.description, text)
    Fuzzing.checkRoundTrip(ListenAddress.init(_:), \.description, text)
    Fuzzing.checkRoundTrip({ Timestamp(iso8601: $0) }, \.iso8601, text)
    Fuzzing.checkRoundTrip({ NoteID($0) }, \.description, text)
    Fuzzing.checkRoundTrip(BlobDigest.init(_:), \.description, text)
    Fuzzing.checkRoundTrip(Tag.init(_:), \.name, text)
    Fuzzing.checkRoundTrip(Notebook.init(_:), \.path, text)
    if let range = IPAddressRange(text), let address = IPAddress(String(text.prefix { $0 != "/" })) {
      Fuzzing.check(range.contains(address), "\(range) does not contain its own address")
    }
  }
}

/// Queries of lists and searches, and the links and front matter of a note with the same text.
enum Search {
  static func check(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let calendar = LocalCalendar(zone: Greenwich(), now: Timestamp(millisecondsSince1970: 0))
    if let filter = try? NoteFilter(parsing: text, calendar: calendar, searches: ["a": text]) {
      Fuzzing.check(filter.clauses.count <= NoteFilter.maximumConditions, "too many conditions")
      for term in filter.wantedTerms {
        Fuzzing.check(!term.text.isEmpty && !term.text.unicodeScalars.contains("\""), "invalid term: \(term)")
      }
    }
    let same = NoteLink.replacingTargets(in: text) { _ in nil }
    Fuzzing.check(same.utf8.elementsEqual(text.utf8), "replacing no link changes a text")
    _ = InlineTags.find(in: text)
  }
}
