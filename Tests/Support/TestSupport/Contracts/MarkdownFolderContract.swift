import NotesDomain
package import NotesTransfer
import Testing

/// The contract of ``MarkdownFolder``, checked against each implementation.
package enum MarkdownFolderContract {
  /// A folder access, and a path without a file or folder.
  package struct Subject: Sendable {
    let vault: any MarkdownFolder
    let directory: String

    package init(vault: any MarkdownFolder, directory: String) {
      self.vault = vault
      self.directory = directory
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A missing folder is reported") { subject async throws in
      #expect(throws: MarkdownFolderError.missing(path: subject.directory)) {
        try subject.vault.entries(in: subject.directory)
      }
      #expect(throws: MarkdownFolderError.missing(path: subject.directory)) {
        try subject.vault.canonicalPath(of: subject.directory)
      }
    },
    Clause("A prepared folder exists and is empty") { subject async throws in
      try subject.vault.prepare(subject.directory, replacing: false)
      #expect(try subject.vault.entries(in: subject.directory) == [])
      try subject.vault.prepare(subject.directory, replacing: false)
    },
    Clause("A folder with files is prepared only to replace them, and they stay") { subject async throws in
      try subject.filled(with: [document("a.md")])
      #expect(throws: MarkdownFolderError.notEmpty(path: subject.directory)) {
        try subject.vault.prepare(subject.directory, replacing: false)
      }
      try subject.vault.prepare(subject.directory, replacing: true)
      #expect(try subject.vault.entries(in: subject.directory).map(\.path) == ["a.md"])
    },
    Clause("Hidden files do not keep a folder from being prepared") { subject async throws in
      try subject.filled(with: [document(".obsidian/workspace.md"), document(".hidden.md")])
      try subject.vault.prepare(subject.directory, replacing: false)
    },
    Clause("Every spelling of a path has one canonical form") { subject async throws in
      try subject.vault.prepare(subject.directory, replacing: false)
      let path = try subject.vault.canonicalPath(of: subject.directory)
      #expect(path.hasPrefix("/"))
      #expect(try subject.vault.canonicalPath(of: subject.directory + "/") == path)
      #expect(try subject.vault.canonicalPath(of: subject.directory + "/./") == path)
    },
    Clause("A file is no folder") { subject async throws in
      try subject.filled(with: [document("Kitchen/a.md")])
      let path = subject.directory + "/Kitchen/a.md"
      #expect(throws: MarkdownFolderError.notADirectory(path: path)) { try subject.vault.canonicalPath(of: path) }
    },
    Clause("Markdown files at any depth are listed by path; hidden ones and others are not") { subject async throws in
      try subject.filled(
        with: [
          "b.md", "a.markdown", "Kitchen/Bread/rye.md", "Kitchen/a.MD", ".trash/gone.md", ".hidden.md", "x.txt", "md",
          "Kitchen/.obsidian/x.md", "ä.md",
        ].map { document($0) })
      let entries = try subject.vault.entries(in: subject.directory)
      #expect(entries.map(\.path) == ["Kitchen/Bread/rye.md", "Kitchen/a.MD", "a.markdown", "b.md", "ä.md"])
      #expect(entries.allSatisfy { $0.bytes > 0 })
    },
    Clause("Other files at any depth are listed by path; hidden ones are not") { subject async throws in
      try subject.filled(
        with: ["b.md", "x.png", "Kitchen/a.pdf", ".obsidian/x.json", "Kitchen/.x", "Kitchen/md"].map { document($0) })
      #expect(try subject.vault.otherFiles(in: subject.directory) == ["Kitchen/a.pdf", "Kitchen/md", "x.png"])
    },
    Clause("A removed file is gone, with the folders that it leaves empty") { subject async throws in
      try subject.filled(with: ["a/b/c.md", "a/d.png", "e/f/g.md"].map { document($0) })
      for path in ["a/b/c.md", "e/f/g.md", "none/x.md"] { try subject.vault.remove(path, in: subject.directory) }
      #expect(try subject.vault.entries(in: subject.directory) == [])
      #expect(try subject.vault.otherFiles(in: subject.directory) == ["a/d.png"])
      #expect(throws: MarkdownFolderError.self) { try subject.vault.remove("../x.md", in: subject.directory) }
    },
    Clause("Neither a file nor what is missing is a link") { subject async throws in
      try subject.filled(with: [document("a/b.md")])
      for path in ["a", "a/b.md", "none.md", "a/b.md/c"] {
        #expect(!subject.vault.isLinked(path, in: subject.directory))
        #expect(!subject.vault.isElsewhere(path, in: subject.directory))
      }
    },
    Clause("Nothing is removed below a file") { subject async throws in
      try subject.filled(with: [document("a/b.md")])
      try subject.vault.remove("a/b.md/c.md", in: subject.directory)
      #expect(try subject.vault.entries(in: subject.directory).map(\.path) == ["a/b.md"])
    },
    Clause("Writing and reading a file give the same fingerprint") { subject async throws in
      try subject.vault.prepare(subject.directory, replacing: false)
      for (number, body) in ["Text.\n", "---\n", ""].enumerated() {
        let digest = try subject.vault.write(
          document("\(number).md", body: body), in: subject.directory, replacing: false)
        let read = try subject.vault.read(MarkdownFileEntry(path: "\(number).md", bytes: 0), in: subject.directory)
        #expect(read.digest == digest)
      }
    },
    Clause("A written file can be read") { subject async throws in
      var whole = document("Kitchen/Bread.md")
      whole.id = SequentialNoteIDGenerator.id(7)
      whole.title = "Bread: \"the\" #1 — 'rye'"
      whole.tags = ["a", "garden/tomatoes", "yes", "2026", "é", "a:b"].compactMap { NotesDomain.Tag($0) }
      whole.isPinned = true
      whole.isArchived = true
      whole.trashed = FixedClock.start
      whole.created = Timestamp(millisecondsSince1970: -1)
      whole.modified = Timestamp(millisecondsSince1970: 0)
      whole.attachments = ["attachments/Kitchen/Bread/a photo: #1.jpg", "attachments/Kitchen/Bread/\"é\".md"]
      whole.missingAttachments = [.sample("a: #1 .jpg", [1]), .sample(" \"é\"", [])]
      whole.foreignFrontMatter = "aliases:\n  - Loaf  # as we call it\ncssclass: wide\n"
      whole.body = "\nfirst\r\n---\n\u{0}last, no newline"
      let bare = document("bare.md")
      try subject.filled(with: [whole, bare])
      #expect(try subject.read("Kitchen/Bread.md") == whole)
      #expect(try subject.read("bare.md") == bare)
    },
    Clause("A text that looks like front matter stays a text") { subject async throws in
      for (number, body) in ["---\ntitle: no\n---\n", "---", "---\r\n", "\u{FEFF}bom", "", "--- \n", "----\n"]
        .enumerated()
      {
        try subject.filled(with: [document("\(number).md", body: body)])
        #expect(Array(try subject.read("\(number).md").body.utf8) == Array(body.utf8))
      }
    },
    Clause("Writing a file again replaces it") { subject async throws in
      try subject.filled(with: [document("a.md", body: "first, and longer")])
      let before = try subject.vault.read(MarkdownFileEntry(path: "a.md", bytes: 0), in: subject.directory)
      try subject.filled(with: [document("a.md", body: "second")])
      let after = try subject.vault.read(MarkdownFileEntry(path: "a.md", bytes: 0), in: subject.directory)
      #expect(after.body == "second")
      #expect(before.digest != after.digest)
      #expect(try subject.vault.entries(in: subject.directory).map(\.path) == ["a.md"])
    },
    Clause("A file is replaced only when that is allowed") { subject async throws in
      try subject.filled(with: [document("a.md", body: "first")])
      #expect(throws: MarkdownFolderError.exists(path: subject.directory + "/a.md")) {
        try subject.vault.write(document("a.md", body: "second"), in: subject.directory, replacing: false)
      }
      #expect(try subject.read("a.md").body == "first")
    },
    Clause("The fingerprint of an unchanged file is the same") { subject async throws in
      try subject.filled(with: [document("a.md")])
      let entry = MarkdownFileEntry(path: "a.md", bytes: 0)
      let first = try subject.vault.read(entry, in: subject.directory)
      #expect(try subject.vault.read(entry, in: subject.directory).digest == first.digest)
    },
    Clause("A path out of the folder is rejected") { subject async throws in
      try subject.vault.prepare(subject.directory, replacing: false)
      for path in ["../out.md", "/out.md", "a/../../out.md", "..", "", "a//b.md", "./a.md"] {
        #expect(throws: MarkdownFolderError.self, "\(path)") {
          try subject.vault.write(document(path), in: subject.directory, replacing: true)
        }
      }
      #expect(try subject.vault.entries(in: subject.directory) == [])
    },
    Clause("What was written and removed is as it was after a flush") { subject async throws in
      try subject.filled(with: [document("a.md"), document("K/b.md")])
      try subject.vault.remove("a.md", in: subject.directory)
      for _ in 1...2 { try subject.vault.flush(subject.directory) }
      #expect(try subject.vault.entries(in: subject.directory).map(\.path) == ["K/b.md"])
      #expect(try subject.read("K/b.md").body == "Text.\n")
    },
    Clause("A missing file cannot be read") { subject async throws in
      try subject.vault.prepare(subject.directory, replacing: false)
      let problem = #expect(throws: MarkdownFileError.self) {
        try subject.vault.read(MarkdownFileEntry(path: "a.md", bytes: 1), in: subject.directory)
      }
      #expect(problem?.path == "a.md")
    },
  ]

  private static func document(_ path: String, body: String = "Text.\n") -> MarkdownDocument {
    MarkdownDocument(path: path, fileModified: FixedClock.start, body: body, digest: ContentDigest(value: 0))
  }
}

extension MarkdownFolderContract.Subject {
  fileprivate func filled(with documents: [MarkdownDocument]) throws {
    try vault.prepare(directory, replacing: true)
    for document in documents { try vault.write(document, in: directory, replacing: true) }
  }

  /// Returns a document without the properties that the file system and the implementation add.
  fileprivate func read(_ path: String) throws -> MarkdownDocument {
    var document = try vault.read(MarkdownFileEntry(path: path, bytes: 0), in: directory)
    document.fileModified = FixedClock.start
    document.digest = ContentDigest(value: 0)
    return document
  }
}
