import NotesDomain
import NotesTestSupport

@testable import NotesHTTPServer

extension ServerBudgets {
  /// The budgets of a server with settings, on a clock whose sleeps end at once, so that nothing waits for its turn.
  static func sample(_ settings: HTTPServerSettings = HTTPServerSettings()) -> ServerBudgets {
    ServerBudgets(settings: settings, clock: ManualClock(), factory: MetricRegistry())
  }
}
