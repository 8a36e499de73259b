public import Wiring
public import WiringBenchmarkServices

/// How an object of the graph gets others while it runs: it was handed providers, tied to their bindings.
public final class Consumer {
  public let service: Provider<any Service>
  public let clock: Provider<any Clock>
  public let named: Provider<any Service>
  public let first: Provider<any First>
  public let page: Provider<any Page>

  init(
    service: Provider<any Service>, clock: Provider<any Clock>, named: Provider<any Service>,
    first: Provider<any First>, page: Provider<any Page>
  ) {
    self.service = service
    self.clock = clock
    self.named = named
    self.first = first
    self.page = page
  }

  @inline(never)
  public func use() throws -> Int { try service().number }
}
