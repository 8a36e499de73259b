package import NotesDomain
import Testing

/// The contract of ``FileAccess``, checked against each implementation.
package enum FileAccessContract {
  /// File access, and an empty folder.
  package struct Subject: Sendable {
    let files: any FileAccess
    let folder: String

    package init(files: any FileAccess, folder: String) {
      self.files = files
      self.folder = folder
    }

    fileprivate func location(_ name: String) -> FileLocation { .path(folder + "/" + name) }

    fileprivate func inside(_ path: String) -> FileLocation { .inside(folder: folder, path: path) }

    fileprivate func write(_ pieces: [UInt8]..., to location: FileLocation, replacing: Bool = false) throws {
      let writer = try files.create(location, replacing: replacing)
      for piece in pieces { try writer.append(piece) }
      #expect(try writer.finish(as: .of(pieces.flatMap(\.self))))
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A missing file is reported") { subject async throws in
      let location = subject.location("a.txt")
      #expect(throws: FileError.missing(path: location.path)) { try subject.files.describe(location) }
      #expect(throws: FileError.missing(path: location.path)) { try subject.files.size(of: location) }
      #expect(throws: FileError.missing(path: location.path)) { try subject.files.read(location, from: 0, limit: 1) }
      #expect(throws: FileError.self) { try subject.files.describe(subject.inside("no/a.txt")) }
    },
    Clause("A written file is read from any offset") { subject async throws in
      let location = subject.location("a b.txt")
      try subject.write([1, 2], [], [3], to: location)
      #expect(try subject.files.describe(location) == FileDescription(digest: .of([1, 2, 3]), size: 3))
      #expect(try subject.files.size(of: location) == 3)
      #expect(try subject.files.read(location, from: 0, limit: 9) == [1, 2, 3])
      #expect(try subject.files.read(location, from: 1, limit: 1) == [2])
      #expect(try subject.files.read(location, from: 3, limit: 9) == [])
      try subject.write(to: subject.location("empty"))
      #expect(try subject.files.describe(subject.location("empty")) == FileDescription(digest: .of([]), size: 0))
    },
    Clause("Bytes in memory are read like a file, and not written") { subject async throws in
      let location = FileLocation.memory(name: "a.txt", bytes: [1, 2, 3])
      #expect(try subject.files.size(of: location) == 3)
      #expect(try subject.files.describe(location) == FileDescription(digest: .of([1, 2, 3]), size: 3))
      #expect(try subject.files.read(location, from: 1, limit: 1) == [2])
      #expect(try subject.files.read(location, from: 3, limit: 9) == [])
      #expect(throws: FileError.self) { try subject.files.create(location, replacing: true) }
    },
    Clause("A file is replaced only when that is allowed") { subject async throws in
      let location = subject.location("a")
      try subject.write([1], to: location)
      #expect(throws: FileError.exists(path: location.path)) { try subject.files.create(location, replacing: false) }
      #expect(try subject.files.read(location, from: 0, limit: 9) == [1])
      try subject.write([2], to: location, replacing: true)
      #expect(try subject.files.read(location, from: 0, limit: 9) == [2])
    },
    Clause("A file that was created concurrently is not replaced") { subject async throws in
      let location = subject.location("a")
      let writer = try subject.files.create(location, replacing: false)
      try writer.append([1])
      try subject.write([2], to: location)
      #expect(throws: FileError.exists(path: location.path)) { try writer.finish(as: .of([1])) }
      #expect(try subject.files.read(location, from: 0, limit: 9) == [2])
    },
    Clause("An unfinished file leaves nothing, and does not replace another") { subject async throws in
      let location = subject.location("a")
      try subject.files.create(location, replacing: false).append([1])
      #expect(throws: FileError.missing(path: location.path)) { try subject.files.describe(location) }
      try subject.write([2], to: location)
      try subject.files.create(location, replacing: true).append([3])
      #expect(try subject.files.read(location, from: 0, limit: 9) == [2])
    },
    Clause("A file that does not match its digest leaves nothing") { subject async throws in
      let location = subject.location("a")
      try subject.write([2], to: location)
      let writer = try subject.files.create(location, replacing: true)
      try writer.append([1, 3])
      #expect(try !writer.finish(as: .of([1, 2])))
      #expect(try subject.files.read(location, from: 0, limit: 9) == [2])
    },
    Clause("Missing folders are created inside of a folder") { subject async throws in
      try subject.write([1], to: subject.inside("Kitchen/Bread/photo.jpg"))
      #expect(try subject.files.read(subject.inside("Kitchen/Bread/photo.jpg"), from: 0, limit: 9) == [1])
      #expect(try subject.files.read(subject.location("Kitchen/Bread/photo.jpg"), from: 0, limit: 9) == [1])
    },
    Clause("A path out of the folder is rejected") { subject async throws in
      try subject.write([1], to: subject.inside("a/b"))
      for path in ["../a", "/etc/hosts", "a/../a/b", "..", ".", "", "a//b", "./a/b", "a/"] {
        #expect(throws: FileError.self, "\(path)") { try subject.files.describe(subject.inside(path)) }
        #expect(throws: FileError.self, "\(path)") { try subject.write([2], to: subject.inside(path)) }
      }
    },
  ]
}
