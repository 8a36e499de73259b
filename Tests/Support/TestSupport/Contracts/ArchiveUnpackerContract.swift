package import NotesDomain
package import NotesTransfer
import Testing

/// The contract of ``ArchiveUnpacker``, checked against each implementation.
package enum ArchiveUnpackerContract {
  /// An unpacker, the folders that it unpacks into, and an archive.
  ///
  /// The archive is called `Kitchen`, and has two notes in a notebook of that name: `Bread` with the tag `rye` and the
  /// attachment ``photo``, to which its text links, and `Plan`. A third note is damaged, and called `Damaged`.
  package struct Subject: Sendable {
    let unpacker: any ArchiveUnpacker
    let folder: any MarkdownFolder
    let files: any FileAccess
    /// The path of the archive.
    let archive: String
    /// Whether the format has the contents of attachments.
    let hasAttachments: Bool

    package init(
      unpacker: any ArchiveUnpacker, folder: any MarkdownFolder, files: any FileAccess, archive: String,
      hasAttachments: Bool = true
    ) {
      self.unpacker = unpacker
      self.folder = folder
      self.files = files
      self.archive = archive
      self.hasAttachments = hasAttachments
    }
  }

  /// The content of the attachment `photo.png`.
  package static let photo: [UInt8] = Array(0...255)

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("An archive becomes a folder of notes, and its notebook a folder in it") { subject async throws in
      try subject.unpacking { archive in
        let entries = try subject.folder.entries(in: archive.directory)
        #expect(entries.map(\.path) == ["Kitchen/Bread.md", "Kitchen/Plan.md"])
        let bread = try subject.folder.read(try #require(entries.first), in: archive.directory)
        #expect(bread.title == "Bread")
        #expect(bread.tags.map(\.name) == ["rye"])
        #expect(bread.created != nil)
      }
    },
    Clause("Attachments are files of the folder, and the text links to them") { subject async throws in
      guard subject.hasAttachments else { return }
      try subject.unpacking { archive in
        let entry = MarkdownFileEntry(path: "Kitchen/Bread.md", bytes: 0)
        let bread = try subject.folder.read(entry, in: archive.directory)
        #expect(bread.attachments == ["attachments/Kitchen/Bread/photo.png"])
        #expect(bread.body.contains("](../attachments/Kitchen/Bread/photo.png)"))
        let location = FileLocation.inside(folder: archive.directory, path: "attachments/Kitchen/Bread/photo.png")
        #expect(try subject.files.read(location, from: 0, limit: 1000) == photo)
      }
    },
    Clause("A damaged note is reported, and the others are unpacked") { subject async throws in
      try subject.unpacking { archive in
        #expect(archive.problems.map(\.item) == ["Damaged"])
      }
    },
    Clause("The same archive gives the same files, in another folder") { subject async throws in
      try subject.unpacking { first in
        try subject.unpacking { second in
          #expect(first.root == second.root)
          #expect(first.directory != second.directory)
          #expect(first.problems == second.problems)
          let entries = try subject.folder.entries(in: first.directory)
          #expect(try subject.folder.entries(in: second.directory) == entries)
          for entry in entries {
            let digest = try subject.folder.read(entry, in: first.directory).digest
            #expect(try subject.folder.read(entry, in: second.directory).digest == digest)
          }
        }
      }
    },
    Clause("Every spelling of a path has one root") { subject async throws in
      let slash = try #require(subject.archive.lastIndex(of: "/"))
      let spelling = subject.archive[..<slash] + "/." + subject.archive[slash...]
      try subject.unpacking { archive in
        let other = try subject.unpacker.unpack(String(spelling))
        subject.unpacker.remove(other)
        #expect(archive.root.hasPrefix("/"))
        #expect(other.root == archive.root)
      }
    },
    Clause("A removed folder has no files, and the archive stays") { subject async throws in
      let archive = try subject.unpacker.unpack(subject.archive)
      subject.unpacker.remove(archive)
      subject.unpacker.remove(archive)
      #expect(((try? subject.folder.entries(in: archive.directory)) ?? []).isEmpty)
      let photo = FileLocation.inside(folder: archive.directory, path: "attachments/Kitchen/Bread/photo.png")
      #expect(throws: FileError.self) { try subject.files.size(of: photo) }
      try subject.unpacking { #expect(!$0.directory.isEmpty) }
    },
    Clause("A missing archive is reported") { subject async throws in
      for format in ArchiveFormat.allCases {
        let path = "/missing/export.\(format.rawValue)"
        #expect(throws: ArchiveError.missing(path: path)) { try subject.unpacker.unpack(path) }
      }
    },
    Clause("A file with another ending is refused") { subject async throws in
      for path in ["/missing/export.zip", "/missing/jex", "/missing/export.jex.gz", ""] {
        #expect(throws: ArchiveError.unknownFormat(path: path)) { try subject.unpacker.unpack(path) }
      }
    },
  ]
}

extension ArchiveUnpackerContract.Subject {
  /// Unpacks the archive for a closure, and removes the folder.
  fileprivate func unpacking(_ body: (UnpackedArchive) throws -> Void) throws {
    let archive = try unpacker.unpack(self.archive)
    defer { unpacker.remove(archive) }
    try body(archive)
  }
}
