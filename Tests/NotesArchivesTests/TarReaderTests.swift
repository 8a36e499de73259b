import NotesDisk
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesArchives

@Suite("The index of a tar archive")
struct TarReaderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func read(_ bytes: [UInt8]) throws -> TarReader {
    try folder.write(bytes, to: "a.tar")
    return try TarReader(OpenFile(.path(folder.file("a.tar"))))
  }

  private func contents(_ reader: TarReader) throws -> [String: [UInt8]] {
    let file = try OpenFile(.path(folder.file("a.tar")))
    return Dictionary(
      try reader.entries.map { ($0.path, try file.bytes(from: $0.offset, limit: $0.size)) }, uniquingKeysWith: { $1 })
  }

  @Test("Files have paths, offsets and sizes")
  func files() throws {
    var tar = TarWriter()
    tar.add("a.md", Array("Bread".utf8))
    tar.add("empty", [])
    tar.add("b/c.bin", [UInt8](repeating: 7, count: 1025))
    let reader = try read(tar.bytes)
    #expect(reader.entries.map(\.path) == ["a.md", "empty", "b/c.bin"])
    #expect(
      try contents(reader) == [
        "a.md": Array("Bread".utf8), "empty": [], "b/c.bin": [UInt8](repeating: 7, count: 1025),
      ])
    #expect(reader.damages.isEmpty)
  }

  @Test("Folders, links and devices are skipped, whatever size they claim", arguments: ["5", "2", "1", "3"])
  func otherKinds(_ kind: Unicode.Scalar) throws {
    var tar = TarWriter()
    tar.add("other", [], kind: kind, size: "00000001000")
    tar.add("a.md", [1])
    #expect(try read(tar.bytes).entries.map(\.path) == ["a.md"])
  }

  @Test("Long names come from headers of GNU tar and pax")
  func longNames() throws {
    let name = String(repeating: "long/", count: 50) + "name.md"
    var tar = TarWriter()
    tar.add(longName: name, [1])
    tar.add("short", [2], records: [("mtime", "1.5"), ("path", name + "é"), ("comment", "a=b\nc")])
    tar.add("next", [3])
    let reader = try read(tar.bytes)
    #expect(try contents(reader) == [name: [1], name + "é": [2], "next": [3]])
  }

  @Test("A size in a pax header counts, not the one in the header after it")
  func paxSize() throws {
    var tar = TarWriter()
    tar.add("x", Array("3".utf8), records: [("size", "1")])
    #expect(try contents(read(tar.bytes)) == ["x": Array("3".utf8)])
  }

  @Test("A size that the archive does not have is not believed", arguments: ["77777777777", "00000002000"])
  func largeSize(_ size: String) throws {
    var tar = TarWriter()
    tar.add("a.md", [1])
    tar.add("large", [2], size: size)
    let reader = try read(tar.entries)
    #expect(reader.entries.map(\.path) == ["a.md"])
    #expect(reader.damages.map(\.path) == ["large"])
  }

  @Test("Files after one with an excessive size are read", arguments: ["77777777777", "not octal"])
  func laterFiles(_ size: String) throws {
    var tar = TarWriter()
    tar.add("a.md", [1])
    tar.add("large", [2], size: size)
    tar.add("long name", [3], records: [("path", "b.md")])
    tar.add("c.md", [4])
    let reader = try read(tar.bytes)
    #expect(try contents(reader) == ["a.md": [1], "b.md": [3], "c.md": [4]])
    #expect(reader.damages.map(\.path) == ["large"])
  }

  @Test("A size in base 256 is read, and one beyond all bounds refused")
  func binarySize() throws {
    var header = Array(TarEntry.bytes("a.md", size: 5).prefix(512))
    func withSize(_ bytes: [UInt8]) -> [UInt8] {
      header.replaceSubrange(124..<136, with: bytes)
      return TarEntry.signed(header) + [UInt8](repeating: 1, count: 512)
    }
    let five: [UInt8] = [0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]
    #expect(try read(withSize(five)).entries.map(\.size) == [5])
    for huge in [[UInt8](repeating: 0xBF, count: 12), [UInt8](repeating: 0xFF, count: 12)] {
      let reader = try read(withSize(huge))
      #expect(reader.entries.isEmpty)
      #expect(reader.damages.map(\.path) == ["a.md"])
    }
  }

  @Test("A damaged header is skipped, up to the next one")
  func damagedHeader() throws {
    var tar = TarWriter()
    tar.add("a.md", [1])
    let start = tar.entries.count
    tar.add("b.md", [2])
    tar.add("c.md", [3])
    tar.entries[start + 3] ^= 1
    let reader = try read(tar.bytes)
    #expect(reader.entries.map(\.path) == ["a.md", "c.md"])
    #expect(reader.damages.map(\.detail) == ["the header at offset 1024 is damaged"])
  }

  @Test("An archive that ends in the middle of a file or a header has the files before")
  func truncated() throws {
    var tar = TarWriter()
    tar.add("a.md", [1])
    tar.add("b.md", [UInt8](repeating: 2, count: 600))
    let inFile = try read(Array(tar.entries.prefix(1024 + 512 + 599)))
    #expect(inFile.entries.map(\.path) == ["a.md"])
    #expect(inFile.damages.map(\.detail) == ["the archive ends before the end of the file"])
    let inHeader = try read(Array(tar.entries.prefix(1024 + 100)))
    #expect(inHeader.entries.map(\.path) == ["a.md"])
    #expect(inHeader.damages.map(\.detail) == ["the archive ends in the middle of a header"])
  }

  @Test("What follows the end of the archive is not read")
  func padding() throws {
    var tar = TarWriter()
    tar.add("a.md", [1])
    let end = tar.bytes
    var more = TarWriter()
    more.add("b.md", [2])
    #expect(try read(end + more.bytes).entries.map(\.path) == ["a.md"])
  }

  @Test("A name that is not UTF-8 is reported")
  func invalidName() throws {
    var bytes = TarEntry.bytes("a.md", size: 0)
    bytes[0] = 0xFF
    let reader = try read(TarEntry.signed(bytes))
    #expect(reader.entries.isEmpty)
    #expect(reader.damages.count == 1)
  }
}

/// The header of a file, with which tests write what ``TarWriter`` does not.
private enum TarEntry {
  static func bytes(_ name: String, size: Int) -> [UInt8] {
    var tar = TarWriter()
    tar.add(name, [UInt8](repeating: 0, count: size))
    return tar.entries
  }

  /// Returns a header with the right checksum.
  static func signed(_ header: [UInt8]) -> [UInt8] {
    var header = header
    header.replaceSubrange(148..<156, with: "        ".utf8)
    let sum = String(header.prefix(512).reduce(0) { $0 + Int($1) }, radix: 8)
    header.replaceSubrange(148..<156, with: (String(repeating: "0", count: 6 - sum.count) + sum + "\u{0} ").utf8)
    return header
  }
}
