/// The reason why an action of a view-model failed: the error of a port, or of a feature, that all fronts can describe.
///
/// A feature declares its errors beside its view-models and says them in words where it conforms to ``DescribedFailure``; no list
/// has all of them.
package struct Failure: Error {
  /// The error.
  package let error: any DescribedFailure

  /// Creates the failure for an error of a port or of a view-model's helper.
  package init(_ error: any Error) {
    self.error =
      switch error {
      case let failure as Failure: failure.error
      case let error as any DescribedFailure: error
      default: UnexpectedError(detail: "\(error)")
      }
  }
}

extension Failure: Hashable {
  /// Whether both have the same error.
  package static func == (left: Failure, right: Failure) -> Bool { left.error.erased == right.error.erased }

  /// Feeds the error to a hasher.
  package func hash(into hasher: inout Hasher) { hasher.combine(error.erased) }
}

extension DescribedFailure {
  fileprivate var erased: AnyHashable { AnyHashable(self) }
}

extension Failure: CustomStringConvertible {
  /// The error in words.
  package var description: String { error.text.message.text }
}

extension Failure: CustomDebugStringConvertible {
  /// The error as the program's types describe it.
  package var debugDescription: String { String(reflecting: error) }
}

/// An error that no port declares.
package struct UnexpectedError: DescribedFailure {
  /// The description of the error.
  package let detail: String

  package init(detail: String) {
    self.detail = detail
  }

  package var text: FailureText { FailureText("an unexpected failure: \(detail)", .software) }
}
