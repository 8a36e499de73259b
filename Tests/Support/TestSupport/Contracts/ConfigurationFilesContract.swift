import NotesDomain
package import NotesFronts
import Testing

/// The contract of ``ConfigurationFiles``, checked against each implementation.
package enum ConfigurationFilesContract {
  /// An access, a path without a file in a folder that does not exist, and a way to write the file.
  package struct Subject: Sendable {
    let files: any ConfigurationFiles
    let path: String
    let write: @Sendable (String) throws -> Void

    package init(files: any ConfigurationFiles, path: String, write: @escaping @Sendable (String) throws -> Void) {
      self.files = files
      self.path = path
      self.write = write
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A missing file is none") { subject async throws in
      #expect(try subject.files.read(subject.path) == nil)
    },
    Clause("Keys and groups are read with their places, and texts as they are") { subject async throws in
      try subject.files.create(subject.path, containing: "")
      try subject.write("# first\neditor: vim -u none\npage-size: 020\nsearches:\n  a: tag:x OR yes\n\npager: less\n")
      let entries = try #require(try subject.files.read(subject.path)).entries
      #expect(entries.map(\.group) == [nil, nil, "searches", nil])
      #expect(entries.map(\.key) == ["editor", "page-size", "a", "pager"])
      #expect(entries.map(\.value) == ["vim -u none", "020", "tag:x OR yes", "less"])
      #expect(entries.map(\.location.line) == [2, 3, 5, 7])
      #expect(entries.map(\.location.column) == [1, 1, 3, 1])
    },
    Clause("An empty file has no entries") { subject async throws in
      try subject.files.create(subject.path, containing: "")
      #expect(try subject.files.read(subject.path) == ConfigurationFile([]))
    },
    Clause("A created file has the text, and an existing one keeps its own") { subject async throws in
      try subject.files.create(subject.path, containing: "editor: vim\n")
      try subject.files.create(subject.path, containing: "editor: nano\n")
      #expect(try subject.files.read(subject.path)?.entries.map(\.value) == ["vim"])
    },
    Clause("A line without a key, and a key that is there twice, are reported with their places") {
      subject async throws in
      try subject.files.create(subject.path, containing: "")
      for (text, line) in [("pager: less\neditor: vim\neditor: nano\n", 2), ("vim\n", 1)] {
        try subject.write(text)
        let error = #expect(throws: ConfigurationFileError.self) { try subject.files.read(subject.path) }
        guard case .malformed(let location, _) = error else {
          Issue.record("unexpected error \(String(describing: error))")
          continue
        }
        #expect(location.line == line && location.path == subject.path)
      }
    },
  ]
}
