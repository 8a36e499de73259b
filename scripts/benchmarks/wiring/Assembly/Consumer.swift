package import Wiring
package import WiringBenchmarkServices

/// How an object of the graph gets others while it runs: it was handed providers, tied to their bindings.
package final class Consumer {
  package let service: Provider<any Service>
  package let clock: Provider<any Clock>
  package let named: Provider<any Service>
  package let first: Provider<any First>
  package let page: Provider<any Page>

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
  package func use() throws -> Int { try service().number }
}
