package import NotesDomain
import Testing

/// The contract of ``AppLifecycle``, checked against each implementation.
package enum AppLifecycleContract {
  /// The life of an app, and the system that determines it.
  package struct Subject: Sendable {
    let lifecycle: any AppLifecycle
    let setNetwork: @Sendable (Bool) throws -> Void

    /// - Parameter setNetwork: Connects the system to a network, or disconnects it.
    package init(_ lifecycle: any AppLifecycle, setNetwork: @escaping @Sendable (Bool) throws -> Void) {
      self.lifecycle = lifecycle
      self.setNetwork = setNetwork
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses. The system of a new subject is connected.
  package static let clauses: [Clause] = [
    Clause("The present conditions are told first") { subject in
      #expect(await subject.lifecycle.conditions().first { _ in true }?.isNetworkReachable == true)
    },
    Clause("Each consumer is told of a change") { subject in
      // Given
      _ = await subject.lifecycle.conditions().first { _ in true }
      let (first, second) = (subject.lifecycle.conditions(), subject.lifecycle.conditions())
      // When
      try subject.setNetwork(false)
      // Then
      for consumer in [first, second] {
        #expect(await consumer.first { !$0.isNetworkReachable } != nil)
      }
    },
    Clause("A consumer that asks late is told the last state") { subject in
      let conditions = subject.lifecycle.conditions()
      _ = await subject.lifecycle.conditions().first { _ in true }
      try subject.setNetwork(false)
      _ = await subject.lifecycle.conditions().first { !$0.isNetworkReachable }
      try subject.setNetwork(true)
      let last = await conditions.first { $0.isNetworkReachable }
      #expect(last != nil)
    },
    Clause("A consumer that is cancelled is told that there is no more") { subject in
      let conditions = subject.lifecycle.conditions()
      let consumer = Task { for await _ in conditions {} }
      consumer.cancel()
      await consumer.value
    },
  ]
}
