import Synchronization
import Testing
import Wiring

/// An observer that records an issue for every object with external access, except for those that the test allows.
///
/// It does not prevent the creation of the object: that would take an error, and the plan may rely on a factory that cannot
/// throw.
final class ExternalAccessMonitor: ExternalAccess.Observer {
  private let allowedTypes: [any Any.Type]
  /// The reports from outside of the test, such as a detached task, where an issue would belong to no test.
  private let reportsOutsideTests = Mutex<[(text: String, location: Wiring.SourceLocation)]>([])

  init(allowedTypes: [any Any.Type]) {
    self.allowedTypes = allowedTypes
  }

  func willMake(_ object: ExternalAccess.Object) {
    guard !allowedTypes.contains(where: { $0 == object.key.type }) else { return }
    let text = Self.report(of: object)
    if let test = Test.current {
      Issue.record(text, at: object.location, orAt: test)
    } else {
      reportsOutsideTests.withLock { $0.append((text, object.location)) }
    }
  }

  /// Records issues for the objects that were created outside of the test.
  func recordIssuesOutsideTests() {
    for (text, location) in reportsOutsideTests.withLock(\.self) {
      Issue.record(text, at: location, orAt: Test.current)
    }
  }

  private static func report(of object: ExternalAccess.Object) -> String {
    """
    forbidden: \(object.report)

      fix        replace it: .replacing(\(object.arguments), with: …)
      fix        or let the test reach \(object.resource): .forbidExternal(except: \(AnyKey(object.key.type).expression))
    """
  }
}
