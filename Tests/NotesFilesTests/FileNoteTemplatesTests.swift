import Foundation
import NotesDisk
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesFiles

@Suite("Templates in files") struct FileNoteTemplatesTests {
  private let folder: TemporaryFolder
  private let templates: FileNoteTemplates

  init() throws {
    folder = try TemporaryFolder()
    templates = FileNoteTemplates(settings: NoteTemplateSettings(directory: folder.file("templates")))
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("templates"), withIntermediateDirectories: true)
    try folder.write(Data(bytes), to: "templates/\(name).md")
  }

  @Test("Fulfill the contract of their port", arguments: NoteTemplateStoreContract.clauses)
  func contract(_ clause: NoteTemplateStoreContract.Clause) async throws {
    let path = folder.file("templates")
    try await clause.check(
      NoteTemplateStoreContract.Subject(templates: templates) { name, text in
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name).md"))
      })
  }

  @Test func `files that are hidden or of another kind are no templates`() throws {
    try write(".hidden", [])
    try folder.write(Data(), to: "templates/notes.txt")
    #expect(try templates.names().isEmpty)
  }

  @Test func `a link to a file is followed`() throws {
    try write("meeting", Array("x".utf8))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("templates/linked.md"), withDestinationPath: "meeting.md")
    #expect(try templates.template(named: "linked")?.text == "x")
  }

  @Test func `a template that is not UTF-8 is refused with the offset`() throws {
    try write("bad", [0x61, 0xFF])
    #expect(throws: NoteTemplateError.notUTF8(path: folder.file("templates/bad.md"), offset: 1)) {
      try templates.template(named: "bad")
    }
  }

  @Test func `a file in place of the folder is reported with the reason`() throws {
    try folder.write([], to: "templates")
    let error = NoteTemplateError.unreadable(path: folder.file("templates"), reason: SystemError(code: ENOTDIR).reason)
    #expect(throws: error) { try templates.names() }
  }

  @Test func `without a folder there is nothing to read`() throws {
    let none = FileNoteTemplates(settings: NoteTemplateSettings(directory: nil))
    #expect(try none.template(named: "meeting") == nil)
    #expect(try none.names().isEmpty)
  }
}
