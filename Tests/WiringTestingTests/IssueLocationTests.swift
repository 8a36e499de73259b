import Foundation
import Synchronization
import Testing
import Wiring

@testable import WiringTesting

/// Issues are where an editor marks the binding that causes them.
@Suite struct IssueLocationTests {
  private let fixtures = "WiringTestingTests/Fixtures.swift"

  @Test func `a problem of a plan is an issue at its binding, in another file than the test`() async throws {
    let issues = try await issues { expectWired(Record.self, modules: [BrokenModule()]) }
    #expect(issues.map(\.sourceLocation?.fileID) == [fixtures])
    #expect(try issues.map { try $0.line } == ["    binder.bind(Record.init)"])
  }

  @Test func `an invalid plan of a trait is an issue at its binding`() async throws {
    var configuration = TestConfiguration()
    configuration.plan = TestPlan(modules: { [BrokenModule()] }, profile: .test, entry: { _ in })
    let issues = try await issues { [configuration] in try await configuration.run {} }
    #expect(try issues.map { try $0.line } == ["    binder.bind(Record.init)"])
  }

  @Test(.wired(modules: [PersistenceModule()]), .forbidExternal)
  func `external access is an issue at the binding`() async throws {
    let issues = try await issues { _ = try Wired.resolve((any Store).self) }
    #expect(issues.map(\.sourceLocation?.fileID) == [fixtures])
    #expect(try issues.map { try $0.line.contains(".external(\"the file system\")") } == [true])
  }

  @Test func `an object that outlives its test is an issue at the binding`() async throws {
    let retained = Mutex<(any Store)?>(nil)
    var configuration = TestConfiguration()
    configuration.plan = TestPlan(modules: { [MemoryModule()] }, profile: .test, entry: { _ in })
    configuration.checksForLeaks = true
    let issues = try await issues { [configuration] in
      try await configuration.run {
        let store = try Wired.resolve((any Store).self)
        retained.withLock { $0 = store }
      }
    }
    #expect(issues.map(\.sourceLocation?.fileID) == [fixtures])
  }

  @Test func `a binding whose file is not found is an issue at the expectation`() async throws {
    let line = #line + 2
    let issues = try await issues {
      expectWired(
        Record.self, modules: [Bindings { $0.bind(Record.self, Record.init, file: "Elsewhere/Gone.swift", line: 3) }])
    }
    #expect(issues.map(\.sourceLocation?.line) == [line])
    #expect(issues.map { $0.comments[0].rawValue.hasPrefix("Elsewhere/Gone.swift:3:") } == [true])
  }
}

/// Returns the issues that a function records, which are known.
func issues(_ function: @Sendable () async throws -> Void) async throws -> [Issue] {
  let issues = Mutex<[Issue]>([])
  try await withKnownIssue {
    try await function()
  } matching: { issue in
    issues.withLock { $0.append(issue) }
    return true
  }
  return issues.withLock(\.self)
}

extension Issue {
  /// The code of the problem that the issue is about, as in `W001`.
  var code: String? {
    comments.first?.rawValue.split(separator: "[").dropFirst().first.map { String($0.prefix(4)) }
  }

  /// The source code at the issue's location.
  fileprivate var line: String {
    get throws {
      let location = try #require(sourceLocation)
      let lines = try String(contentsOfFile: location.path, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      return String(lines[location.line - 1])
    }
  }
}
