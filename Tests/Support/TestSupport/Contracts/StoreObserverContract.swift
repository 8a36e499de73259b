package import NotesDomain
import Testing

/// The contract of ``StoreObserver``, checked against each implementation, over the store of its notes.
package enum StoreObserverContract {
  /// A store of notes with its changes, and the same store in another program.
  package struct Subject: Sendable {
    let observer: any StoreObserver
    let notes: any NoteRepository
    let others: any NoteRepository

    package init(observer: any StoreObserver, notes: any NoteRepository, others: any NoteRepository) {
      self.observer = observer
      self.notes = notes
      self.others = others
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A change that is made after asking is told") { subject in
      // Given
      var changes = subject.observer.changes().makeAsyncIterator()
      // When
      try await subject.notes.insert([.sample(1)])
      // Then
      #expect(await changes.next()?.contains(.notes) == true)
    },
    Clause("A change of another program is told, and is in the store then") { subject in
      // Given
      try await subject.notes.insert([.sample(1)])
      var changes = subject.observer.changes().makeAsyncIterator()
      // When
      try await subject.others.insert([.sample(2)])
      // Then: a first notice may be older than the change.
      while try await subject.notes.note(SequentialNoteIDGenerator.id(2)) == nil {
        #expect(await changes.next() != nil)
      }
    },
    Clause("Each consumer is told, and ends with the last state") { subject in
      // Given
      let count = 50
      let consumers = (0..<3).map { _ in
        let changes = subject.observer.changes()
        return Task {
          for await _ in changes where try await subject.notes.statistics().active == count { return true }
          return false
        }
      }
      // When
      for number in 1...count { try await subject.notes.insert([.sample(UInt64(number))]) }
      // Then
      for consumer in consumers { #expect(try await consumer.value) }
    },
    Clause("A consumer that is cancelled is told that there are no more") { subject in
      let changes = subject.observer.changes()
      let consumer = Task { for await _ in changes {} }
      consumer.cancel()
      await consumer.value
    },
  ]
}
