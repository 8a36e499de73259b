package import NotesTransfer
import Testing

/// The contract of ``FolderObserver``, checked against each implementation, over folders that its files are in.
package enum FolderObserverContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// An observer with a folder.
  package struct Subject: Sendable {
    package let observer: any FolderObserver
    /// A folder that exists.
    package let directory: String
    /// Writes a file of the folder, with the folders that it is in.
    package let write: @Sendable (_ path: String) throws -> Void

    package init(
      _ observer: any FolderObserver, directory: String, write: @escaping @Sendable (_ path: String) throws -> Void
    ) {
      self.observer = observer
      self.directory = directory
      self.write = write
    }
  }

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A new file is told") { subject async throws in
      var changes = try subject.observer.changes(in: subject.directory).makeAsyncIterator()
      try subject.write("a.md")
      let change: Void? = await changes.next()
      #expect(change != nil)
    },
    Clause("A change of a file is told") { subject async throws in
      try subject.write("a.md")
      var changes = try subject.observer.changes(in: subject.directory).makeAsyncIterator()
      try subject.write("a.md")
      let change: Void? = await changes.next()
      #expect(change != nil)
    },
    Clause("A file in a folder that is new is told, and so is the next one") { subject async throws in
      var changes = try subject.observer.changes(in: subject.directory).makeAsyncIterator()
      try subject.write("new/inner/a.md")
      let first: Void? = await changes.next()
      try subject.write("new/inner/b.md")
      let second: Void? = await changes.next()
      #expect(first != nil && second != nil)
    },
    Clause("Each consumer is told") { subject async throws in
      var one = try subject.observer.changes(in: subject.directory).makeAsyncIterator()
      var other = try subject.observer.changes(in: subject.directory).makeAsyncIterator()
      try subject.write("a.md")
      let (first, second): (Void?, Void?) = (await one.next(), await other.next())
      #expect(first != nil && second != nil)
    },
    Clause("A folder that does not exist is an error") { subject async throws in
      let missing = subject.directory + "-missing"
      #expect(throws: MarkdownFolderError.missing(path: missing)) { _ = try subject.observer.changes(in: missing) }
    },
  ]
}
