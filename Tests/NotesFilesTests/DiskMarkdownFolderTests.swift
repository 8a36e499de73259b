import Foundation
import NotesDisk
import NotesDomain
import NotesFrontMatter
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesFiles

@Suite("A folder of Markdown")
struct DiskMarkdownFolderTests {
  private let folder: TemporaryFolder
  private let vault = DiskMarkdownFolder(zone: UTC())

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A file is read with its front matter")
  func readsAFile() throws {
    try folder.write("---\ntitle: Bread\ntags: [rye, baking]\n---\nFlour.\n".utf8, to: "Kitchen/bread.md")

    let entries = try vault.entries(in: folder.path)
    let document = try vault.read(try #require(entries.first), in: folder.path)

    #expect(document.path == "Kitchen/bread.md")
    #expect(document.title == "Bread")
    #expect(document.tags.map(\.name) == ["rye", "baking"])
    #expect(document.body == "Flour.\n")
  }

  @Test("Fulfills the contract of its port", arguments: MarkdownFolderContract.clauses)
  func contract(_ clause: MarkdownFolderContract.Clause) async throws {
    try await clause.check(MarkdownFolderContract.Subject(vault: vault, directory: folder.file("vault")))
  }

  @Test("A document that is written is read back unchanged", arguments: 1...10 as ClosedRange<UInt64>)
  func roundTrip(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for number in 0..<60 {
      let document = Self.document(&random, path: "\(number).md")
      try vault.write(document, in: folder.path, replacing: true)
      var read = try vault.read(MarkdownFileEntry(path: document.path, bytes: 0), in: folder.path)
      (read.fileModified, read.digest) = (document.fileModified, document.digest)
      #expect(read == document, "seed \(seed), number \(number)")
      #expect(read.title.map { Array($0.utf8) } == document.title.map { Array($0.utf8) }, "seed \(seed)")
      #expect(Array(read.body.utf8) == Array(document.body.utf8), "seed \(seed), number \(number)")
    }
  }

  @Test("The digest is that of the file's bytes, and the time that of the file")
  func stamps() throws {
    try folder.write("---\n---\nx".utf8, to: "a.md")
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder.file("a.md"))
    let document = try read("a.md")
    #expect(document.digest == ContentDigest(of: "---\n---\nx".utf8))
    #expect(document.fileModified == Timestamp(millisecondsSince1970: 1_700_000_000_000))
  }

  @Test("A folder whose name is not UTF-8 is listed, since its notes cannot be read")
  func folderNotUTF8() throws {
    try folder.write("x".utf8, to: "ok.md")
    // macOS refuses such names.
    let name = (Array((folder.path + "/caf").utf8) + [0xE9, 0]).map { CChar(bitPattern: $0) }
    guard mkdir(name, 0o700) == 0 else { return }
    let entries = try vault.entries(in: folder.path)
    #expect(entries.map(\.hasInvalidName) == [true, false] && entries[1].path == "ok.md")
    #expect(throws: MarkdownFileError.self) { try vault.read(entries[0], in: folder.path) }
  }

  @Test("Links are not followed, neither to files nor to folders")
  func links() throws {
    try folder.write("secret".utf8, to: "outside/secret.md")
    try folder.write("x".utf8, to: "vault/a.md")
    let vault = folder.file("vault")
    try FileManager.default.createSymbolicLink(atPath: vault + "/link.md", withDestinationPath: "../outside/secret.md")
    try FileManager.default.createSymbolicLink(atPath: vault + "/linked", withDestinationPath: "../outside")
    #expect(try self.vault.entries(in: vault).map(\.path) == ["a.md"])
    #expect(throws: MarkdownFileError.self) {
      try self.vault.read(MarkdownFileEntry(path: "link.md", bytes: 6), in: vault)
    }
    #expect(throws: MarkdownFolderError.self) {
      try self.vault.write(Self.plain("linked/new.md"), in: vault, replacing: true)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("outside")) == ["secret.md"])
  }

  @Test("A file behind a link is neither read nor removed, and known to be behind it")
  func behindLink() throws {
    try folder.write("secret".utf8, to: "outside/secret.md")
    try folder.write("x".utf8, to: "vault/K/a.md")
    let vault = folder.file("vault")
    try FileManager.default.createSymbolicLink(atPath: vault + "/linked", withDestinationPath: "../outside")
    #expect(throws: MarkdownFileError.self) {
      try self.vault.read(MarkdownFileEntry(path: "linked/secret.md", bytes: 6), in: vault)
    }
    #expect(throws: MarkdownFolderError.self) { try self.vault.remove("linked/secret.md", in: vault) }
    #expect(try folder.read("outside/secret.md") == Array("secret".utf8))
    let paths = ["linked", "linked/secret.md", "linked/x/none.md", "K/a.md", "none/x.md"]
    #expect(paths.map { self.vault.isLinked($0, in: vault) } == [true, true, true, false, false])
    try FileManager.default.createSymbolicLink(atPath: vault + "/inner", withDestinationPath: "K")
    try FileManager.default.createSymbolicLink(atPath: vault + "/dangling", withDestinationPath: "none")
    let outer = ["linked", "linked/secret.md", "linked/none.md", "dangling", "dangling/a.md"]
    #expect(outer.allSatisfy { self.vault.isElsewhere($0, in: vault) })
    #expect(!["inner", "inner/a.md", "inner/none.md", "K/a.md"].contains { self.vault.isElsewhere($0, in: vault) })
  }

  @Test("A link with the name of a file is replaced, not followed")
  func linkInPlace() throws {
    try folder.write("mine".utf8, to: "outside.md")
    try FileManager.default.createDirectory(atPath: folder.file("vault"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("vault/a.md"), withDestinationPath: folder.file("outside.md"))
    try vault.write(Self.plain("a.md"), in: folder.file("vault"), replacing: true)
    #expect(try folder.read("outside.md") == Array("mine".utf8))
    #expect(try folder.read("vault/a.md") == Array("Text.\n".utf8))
  }

  @Test("Files and folders are readable by their owner only, and nothing else is left behind")
  func permissions() throws {
    try vault.prepare(folder.file("vault"), replacing: false)
    try vault.write(Self.plain("Kitchen/a.md"), in: folder.file("vault"), replacing: true)
    #expect(try folder.permissions("vault") == 0o700)
    #expect(try folder.permissions("vault/Kitchen") == 0o700)
    #expect(try folder.permissions("vault/Kitchen/a.md") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("vault/Kitchen")) == ["a.md"])
  }

  @Test(
    "Bytes that are not UTF-8 are refused with their offset",
    arguments: [
      ([0x61, 0xFF, 0x62], 1), ([0xC3, 0x28], 0), ([0x61, 0xE2, 0x82], 1), ([0xED, 0xA0, 0x80], 0),
      (Array("é\n".utf8) + [0x80], 3), (Array("---\ntitle: ".utf8) + [0xFF] + Array("\n---\nx".utf8), 11),
    ] as [([UInt8], Int)])
  func notUTF8(_ bytes: [UInt8], _ offset: Int) throws {
    try folder.write(bytes, to: "a.md")
    #expect(throws: MarkdownFileError(path: "a.md", reason: .notUTF8(offset: offset))) { try read("a.md") }
  }

  @Test("A file that is too large is not read")
  func tooLarge() throws {
    let limit = NoteLimit.text.maximum
    try folder.write([], to: "large.md")
    try #require(truncate(folder.file("large.md"), limit + 1) == 0)
    #expect(throws: MarkdownFileError(path: "large.md", reason: .tooLarge(bytes: limit + 1, limit: limit))) {
      try read("large.md")
    }
    try folder.write("four".utf8, to: "small.md")
    #expect(try FileContents(path: folder.file("small.md"), limit: 4).bytes == Array("four".utf8))
    #expect(throws: FileContents.Failure.self) { try FileContents(path: folder.file("small.md"), limit: 3) }
  }

  @Test("Front matter that no note can keep is an error of the file, and is not dropped")
  func frontMatterTooLarge() throws {
    let line = "key: " + String(repeating: "x", count: 1_000) + "\n"
    let lines = String(repeating: line, count: YAMLGuard.maximumBytes / line.utf8.count + 1)
    try folder.write(Array("---\n\(lines)---\ntext".utf8), to: "large.md")
    let error = #expect(throws: MarkdownFileError.self) { try read("large.md") }
    let detail = "the front matter has more than \(YAMLGuard.maximumBytes) bytes"
    #expect(error?.reason == .malformedFrontMatter(line: 1, detail: detail))
  }

  @Test("What a note with many long names is written to can be read again")
  func largest() throws {
    let title = String(repeating: "[", count: NoteLimit.properties.maximum / 4)
    let attachments = (0..<NoteLimit.attachments.maximum).compactMap { number in
      let name = String(repeating: "ä", count: 120) + "\(number).png"
      return Attachment(name: name, digest: .sample(1), size: 1, path: String(repeating: "ü/", count: 80) + name)
    }
    let document = MarkdownDocument(
      path: "a.md", title: title, fileModified: Timestamp(millisecondsSince1970: 0), missingAttachments: attachments,
      body: "", digest: ContentDigest(value: 0))
    try vault.write(document, in: folder.path, replacing: true)
    let read = try read("a.md")
    #expect(read.frontMatterProblem == nil)
    #expect(read.title == title)
    #expect(read.missingAttachments == attachments && attachments.count == NoteLimit.attachments.maximum)
  }

  @Test("A pipe is not read, and not waited for")
  func pipe() throws {
    try #require(mkfifo(folder.file("pipe.md"), 0o600) == 0)
    #expect(try vault.entries(in: folder.path) == [])
    #expect(throws: MarkdownFileError(path: "pipe.md", reason: .unreadable("Not a regular file"))) {
      try read("pipe.md")
    }
  }

  @Test(
    "A full disk is reported as such",
    arguments: [
      (ENOSPC, .diskFull(path: "p")), (EDQUOT, .diskFull(path: "p")),
      (EACCES, .unwritable(path: "p", reason: "Permission denied")),
    ] as [(Int32, MarkdownFolderError)])
  func writingFails(_ code: Int32, _ expected: MarkdownFolderError) {
    #expect(MarkdownFolderError(SystemError(code: code), writing: "p") == expected)
  }

  @Test("A byte order mark is not part of a text")
  func byteOrderMark() throws {
    try folder.write("\u{FEFF}Bread".utf8, to: "a.md")
    try folder.write("\u{FEFF}---\ntitle: B\n---\nBread".utf8, to: "b.md")
    #expect(Array(try read("a.md").body.utf8) == Array("Bread".utf8))
    #expect(try read("b.md").title == "B")
  }

  @Test("A file with the name of a folder is refused")
  func notADirectory() throws {
    try folder.write([1], to: "file")
    let path = folder.file("file")
    #expect(throws: MarkdownFolderError.notADirectory(path: path)) { try vault.entries(in: path) }
    #expect(throws: MarkdownFolderError.notADirectory(path: path)) { try vault.canonicalPath(of: path) }
    #expect(throws: MarkdownFolderError.self) { try vault.prepare(path, replacing: true) }
    #expect(throws: MarkdownFolderError.self) {
      try vault.write(Self.plain("file/a.md"), in: folder.path, replacing: true)
    }
  }

  private func read(_ path: String) throws -> MarkdownDocument {
    try vault.read(MarkdownFileEntry(path: path, bytes: 0), in: folder.path)
  }

  private static func plain(_ path: String) -> MarkdownDocument {
    MarkdownDocument(path: path, fileModified: FixedClock.start, body: "Text.\n", digest: ContentDigest(value: 0))
  }

  private static func document(_ random: inout SplitMix64, path: String) -> MarkdownDocument {
    func maybe<Value>(_ value: @autoclosure () -> Value) -> Value? {
      Bool.random(using: &random) ? value() : nil
    }
    // Yams drops a byte order mark at the beginning of a value, even one that is written as an escape.
    func text(maximumLength: Int = 12) -> String {
      String(
        String.UnicodeScalarView(random.text(maximumLength: maximumLength).unicodeScalars.drop { $0 == "\u{FEFF}" }))
    }
    func time() -> Timestamp {
      Timestamp(millisecondsSince1970: Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random))
    }
    var document = MarkdownDocument(
      path: path, fileModified: FixedClock.start, body: random.text(maximumLength: 30), digest: ContentDigest(value: 0))
    document.id = maybe(NoteID(high: random.next(), low: random.next()))
    document.title = maybe(text())
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      if let tag = NotesDomain.Tag(text(maximumLength: 4)), !document.tags.contains(tag) {
        document.tags.append(tag)
      }
    }
    document.attachments = maybe((0..<3).map { text(maximumLength: 4) + "\($0)" })
    document.isPinned = Bool.random(using: &random)
    document.isArchived = Bool.random(using: &random)
    document.trashed = maybe(time())
    document.created = maybe(time())
    document.modified = maybe(time())
    document.foreignFrontMatter = maybe("aliases:\n  - 'x' # comment\n\ncss: |\n  # text\n\n  more\n") ?? ""
    return document
  }
}
