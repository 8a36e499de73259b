import Foundation
import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesArchives
@testable import NotesFiles
@testable import NotesFrontMatter

@Suite("Damaged archives")
struct ArchiveFuzzTests {
  @Test(
    "Are unpacked as far as they can be read, and never crash", arguments: ArchiveFormat.allCases,
    1...4 as ClosedRange<UInt64>)
  func damaged(_ format: ArchiveFormat, _ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let folder = try TemporaryFolder()
    let temporary = folder.file("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let unpacker = DiskArchiveUnpacker(temporaryDirectory: temporary)
    let original = Self.archive(format, &random)
    var notes = 0
    for number in 0..<25 {
      try folder.write(Self.damaged(original, &random), to: "a.\(format.rawValue)")
      do {
        let archive = try unpacker.unpack(folder.file("a.\(format.rawValue)"))
        notes += try Self.check(archive, "seed \(seed), number \(number)")
        unpacker.remove(archive)
      } catch let error as ArchiveError {
        guard case .malformed = error else { throw error }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [], "seed \(seed), number \(number)")
    }
    // Otherwise nothing was checked.
    #expect(notes >= Self.noteCount, "seed \(seed)")
  }

  @Test(
    "Texts of every kind give notes that can be imported", arguments: ArchiveFormat.allCases,
    1...4 as ClosedRange<UInt64>)
  func texts(_ format: ArchiveFormat, _ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let unpacked = try UnpackedFolder(Self.archive(format, &random), named: "a.\(format.rawValue)")
    #expect(unpacked.problems == [], "seed \(seed)")
    #expect(try unpacked.notes.count == Self.noteCount, "seed \(seed)")
    let hasAttachments = format == .joplin || format == .evernote
    for path in try unpacked.notes {
      let document = try unpacked.document(path)
      #expect((document.attachments ?? []).count == (hasAttachments ? 1 : 0), "seed \(seed)")
      for file in document.attachments ?? [] { #expect(try !unpacked.bytes(file).isEmpty, "seed \(seed)") }
    }
  }

  /// The number of notes of an archive.
  private static let noteCount = 5

  /// Checks that everything which was unpacked can be imported. Returns the number of notes.
  private static func check(_ archive: UnpackedArchive, _ comment: Comment) throws -> Int {
    let folder = DiskMarkdownFolder(zone: UTC())
    let entries = try folder.entries(in: archive.directory)
    for entry in entries {
      let document = try folder.read(entry, in: archive.directory)
      for file in document.attachments ?? [] {
        #expect(throws: Never.self, comment) {
          try DiskFiles().describe(.inside(folder: archive.directory, path: file))
        }
      }
    }
    return entries.count
  }

  private static func damaged(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
    case 1:
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    case 2:
      let start = Int.random(in: bytes.indices, using: &random)
      bytes.removeSubrange(start..<min(bytes.count, start + Int.random(in: 1...2000, using: &random)))
    default:
      let start = Int.random(in: bytes.indices, using: &random)
      let piece = Array(bytes[start...].prefix(1000))
      bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &random))
    }
    return bytes
  }

  /// A few notes as JSON.
  private static func records(_ random: inout SplitMix64) -> [String] {
    (0..<noteCount).map { _ in
      var bytes: [UInt8] = []
      for (index, name) in ["title", "body", "frontMatter", "author"].enumerated() {
        bytes += (index == 0 ? "{" : ",").utf8
        JSONString.append(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        JSONString.append(name == "frontMatter" ? "x: 1\n" : random.text(maximumLength: 60), to: &bytes)
      }
      return String(decoding: bytes, as: UTF8.self) + #","tags":["a"],"notebook":"Kitchen/Bread"}"#
    }
  }

  /// An archive of several notes with difficult texts, links and attachments.
  private static func archive(_ format: ArchiveFormat, _ random: inout SplitMix64) -> [UInt8] {
    switch format {
    case .joplin:
      var export = JoplinExport()
      export.add(.notebook, id: "1", title: random.line(), ["parent_id": JoplinExport.id("2")])
      export.add(.notebook, id: "2", title: random.line())
      export.addResource("3", title: random.line(), ending: "png", Array(0...255))
      export.add(.tag, id: "4", title: random.line())
      for id in "56789" {
        let links = "![](:/\(JoplinExport.id("3"))) [x](:/\(JoplinExport.id("5"))) "
        export.add(
          .note, id: id, title: random.line(), body: links + random.text(maximumLength: 60),
          ["parent_id": JoplinExport.id("1"), "author": random.line(), "latitude": "1.5"])
      }
      for (id, note) in zip("abc", "567") {
        export.add(.noteTag, id: id, ["note_id": JoplinExport.id(note), "tag_id": JoplinExport.id("4")])
      }
      return export.bytes
    case .evernote:
      var export = EvernoteExport()
      let elements = ["div", "b", "i", "ul", "ol", "li", "blockquote", "pre", "code", "h2", "a", "td", "tr", "table"]
      for _ in 0..<noteCount {
        var content = ""
        for _ in 0..<12 {
          let element = elements.randomElement(using: &random) ?? "div"
          content = "<\(element)>\(random.line().escapedForXML)\(content)</\(element)><br/>"
        }
        let name = random.line().escapedForXML
        export.add(
          random.line().escapedForXML,
          content + "<en-media hash=\"e2c865db4162bed963bfaa9ef6ac18f0\" type=\"image/png\"/>",
          elements: EvernoteExport.resource(Array(0...255), type: "image/png", name: name)
            + "<tag>\(name)</tag><note-attributes><author>\(name)</author></note-attributes>")
      }
      return export.bytes
    case .json: return Array("[\(records(&random).joined(separator: ","))]".utf8)
    case .jsonLines: return Array(records(&random).map { $0 + "\n" }.joined().utf8)
    }
  }
}

extension SplitMix64 {
  /// Returns a difficult text without line breaks.
  fileprivate mutating func line() -> String {
    text(maximumLength: 8).replacing("\r\n", with: " ").replacing("\n", with: " ")
  }
}

extension String {
  fileprivate var escapedForXML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("]]>", with: "]]&gt;")
  }
}
