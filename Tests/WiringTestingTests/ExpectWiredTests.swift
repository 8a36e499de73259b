import Synchronization
import Testing
import Wiring
import WiringTesting

@Suite struct ExpectWiredTests {
  @Test(arguments: [Profile.production, .test, "demo"])
  func `a valid plan has no issue, in any profile`(profile: Profile) {
    let description = expectWired(App.self, modules: [AppModule()], profile: profile)
    #expect(description?.bindings.isEmpty == false)
  }

  @Test func `each problem is a separate issue`() {
    let issues = Mutex<[String]>([])
    withKnownIssue {
      expectWired(App.self, modules: [Bindings { $0.bind(App.init) }])
    } matching: { issue in
      issues.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    #expect(issues.withLock { $0.map { $0.contains("[W001 missing]") } } == [true, true])
  }

  @Test func `warnings are issues in a strict check`() {
    withKnownIssue {
      expectWired(App.self, modules: [AppModule()], isStrict: true)
    } matching: {
      $0.comments.first?.rawValue.contains("[W012 unused] no entry point leads to 'any Store \"archive\"'") == true
    }
  }

  @Test func `no object is created`() {
    expectWired(
      Int.self,
      modules: [
        Bindings {
          $0.bind(Int.self) {
            Issue.record("created"); return 1
          }.scoped(.singleton).eager()
        }
      ])
  }

  @Test func `overrides are part of the plan`() {
    expectWired(Int.self, modules: [Bindings { $0.bind(Int.self) { (text: String) in text.count } }]) { overrides in
      overrides.replace(Int.self, with: 1)
    }
  }
}
