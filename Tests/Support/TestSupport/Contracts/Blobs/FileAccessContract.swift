package import NotesDomain
import Testing

/// Every promise of ``FileAccess``, to be checked over each implementation.
package enum FileAccessContract {
  /// Files, and a folder that is empty.
  package struct Subject: Sendable {
    let files: any FileAccess
    let folder: String

    /// Creates a subject.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - folder: A folder that is empty.
    package init(files: any FileAccess, folder: String) {
      self.files = files
      self.folder = folder
    }

    fileprivate func place(_ name: String) -> FileLocation { .path(folder + "/" + name) }

    fileprivate func inside(_ path: String) -> FileLocation { .inside(folder: folder, path: path) }

    fileprivate func write(_ pieces: [UInt8]..., to place: FileLocation, replacing: Bool = false) throws {
      let writer = try files.create(place, replacing: replacing)
      for piece in pieces { try writer.append(piece) }
      #expect(try writer.finish(as: .of(pieces.flatMap(\.self))))
    }
  }

  /// A promise of the port.
  package typealias Clause = ContractClause<Subject>

  /// All promises.
  package static let clauses: [Clause] = [
    Clause("What is not there is missing") { subject async throws in
      let place = subject.place("a.txt")
      #expect(throws: FileError.missing(path: place.path)) { try subject.files.describe(place) }
      #expect(throws: FileError.missing(path: place.path)) { try subject.files.size(of: place) }
      #expect(throws: FileError.missing(path: place.path)) { try subject.files.read(place, from: 0, limit: 1) }
      #expect(throws: FileError.self) { try subject.files.describe(subject.inside("no/a.txt")) }
    },
    Clause("What is written is read, from anywhere") { subject async throws in
      let place = subject.place("a b.txt")
      try subject.write([1, 2], [], [3], to: place)
      #expect(try subject.files.describe(place) == FileDescription(digest: .of([1, 2, 3]), size: 3))
      #expect(try subject.files.size(of: place) == 3)
      #expect(try subject.files.read(place, from: 0, limit: 9) == [1, 2, 3])
      #expect(try subject.files.read(place, from: 1, limit: 1) == [2])
      #expect(try subject.files.read(place, from: 3, limit: 9) == [])
      try subject.write(to: subject.place("empty"))
      #expect(try subject.files.describe(subject.place("empty")) == FileDescription(digest: .of([]), size: 0))
    },
    Clause("A file is replaced only when that is allowed") { subject async throws in
      let place = subject.place("a")
      try subject.write([1], to: place)
      #expect(throws: FileError.exists(path: place.path)) { try subject.files.create(place, replacing: false) }
      #expect(try subject.files.read(place, from: 0, limit: 9) == [1])
      try subject.write([2], to: place, replacing: true)
      #expect(try subject.files.read(place, from: 0, limit: 9) == [2])
    },
    Clause("A file that came meanwhile is not replaced either") { subject async throws in
      let place = subject.place("a")
      let writer = try subject.files.create(place, replacing: false)
      try writer.append([1])
      try subject.write([2], to: place)
      #expect(throws: FileError.exists(path: place.path)) { try writer.finish(as: .of([1])) }
      #expect(try subject.files.read(place, from: 0, limit: 9) == [2])
    },
    Clause("A file that is not finished leaves nothing, and what it would have replaced") { subject async throws in
      let place = subject.place("a")
      try subject.files.create(place, replacing: false).append([1])
      #expect(throws: FileError.missing(path: place.path)) { try subject.files.describe(place) }
      try subject.write([2], to: place)
      try subject.files.create(place, replacing: true).append([3])
      #expect(try subject.files.read(place, from: 0, limit: 9) == [2])
    },
    Clause("What is not what it should be leaves nothing either") { subject async throws in
      let place = subject.place("a")
      try subject.write([2], to: place)
      let writer = try subject.files.create(place, replacing: true)
      try writer.append([1, 3])
      #expect(try !writer.finish(as: .of([1, 2])))
      #expect(try subject.files.read(place, from: 0, limit: 9) == [2])
    },
    Clause("Inside of a folder, the folders on the way are made") { subject async throws in
      try subject.write([1], to: subject.inside("Kitchen/Bread/photo.jpg"))
      #expect(try subject.files.read(subject.inside("Kitchen/Bread/photo.jpg"), from: 0, limit: 9) == [1])
      #expect(try subject.files.read(subject.place("Kitchen/Bread/photo.jpg"), from: 0, limit: 9) == [1])
    },
    Clause("A path that leads out of the folder is refused") { subject async throws in
      try subject.write([1], to: subject.inside("a/b"))
      for path in ["../a", "/etc/hosts", "a/../a/b", "..", ".", "", "a//b", "./a/b", "a/"] {
        #expect(throws: FileError.self, "\(path)") { try subject.files.describe(subject.inside(path)) }
        #expect(throws: FileError.self, "\(path)") { try subject.write([2], to: subject.inside(path)) }
      }
    },
  ]
}
