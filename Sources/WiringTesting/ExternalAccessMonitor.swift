import Synchronization
import Testing
import Wiring

/// Makes an issue of every object that reaches outside the process, unless the test said that it may.
///
/// The factory runs nevertheless. It could only be kept from it by an error, and one that the plan proved not to throw
/// may stand behind a call that cannot pass an error on.
final class ExternalAccessMonitor: ExternalAccess.Observer {
  private let allowedTypes: [any Any.Type]
  /// What was made where no test runs, as in a detached task: issues from there would belong to no test.
  private let madeElsewhere = Mutex<[String]>([])

  init(allowedTypes: [any Any.Type]) {
    self.allowedTypes = allowedTypes
  }

  func willMake(_ object: ExternalAccess.Object) {
    guard !allowedTypes.contains(where: { $0 == object.key.type }) else { return }
    let text = Self.text(object)
    if let test = Test.current {
      Issue.record(text, at: test)
    } else {
      madeElsewhere.withLock { $0.append(text) }
    }
  }

  /// Makes issues of the objects that were made where no test runs.
  func reportObjectsMadeOutsideTests() {
    for text in madeElsewhere.withLock(\.self) { Issue.record(text, at: Test.current) }
  }

  private static func text(_ object: ExternalAccess.Object) -> String {
    """
    forbidden: \(object.report)

      fix        replace it: .replacing(\(object.argument), with: …)
      fix        or let the test reach \(object.place): .forbidReal(except: \(AnyKey(object.key.type).expression))
    """
  }
}

extension Issue {
  /// Records an issue at the place of a test, for what belongs to no line in it.
  static func record(_ text: String, at test: Test?) {
    if let test {
      record(Comment(rawValue: text), sourceLocation: test.sourceLocation)
    } else {
      record(Comment(rawValue: text))
    }
  }
}
