package import WiringBenchmarkServices

/// The composition root that one would write without a container. Never inlined, since a program has it in one module and
/// its uses in others.
package final class Hand: Sendable {
  private let clock: any Clock = SystemClock()
  private let log: any Log = ConsoleLog()
  private let store: any Store = MemoryStore()

  package init() {}

  @inline(never)
  package func service() -> any Service { PlainService() }

  @inline(never)
  package func sharedClock() -> any Clock { clock }

  @inline(never)
  package func namedService() -> any Service { NamedService() }

  @inline(never)
  package func draft(number: Int) -> any Draft { PlainDraft(number: number) }

  @inline(never)
  package func first() -> any First {
    ChainFirst(second: ChainSecond(third: ChainThird(fourth: ChainFourth(fifth: ChainFifth()))))
  }

  @inline(never)
  package func page() -> any Page {
    WidePage(
      header: PageHeader(clock: clock, log: log), title: PageTitle(clock: clock, log: log),
      menu: PageMenu(clock: clock, log: log), search: PageSearch(clock: clock, log: log),
      feed: PageFeed(clock: clock, log: log), editor: PageEditor(clock: clock, log: log),
      preview: PagePreview(clock: clock, log: log), sidebar: PageSidebar(clock: clock, log: log),
      status: PageStatus(clock: clock, log: log), footer: PageFooter(clock: clock, log: log))
  }

  @inline(never)
  package func decoratedStore() -> any Store { LoggingStore(inner: MemoryStore(), log: log) }

  @inline(never)
  package func lazyStore() -> any Store { HandLazyStore { [store] in store } }

  @inline(never)
  package func interceptedStore() -> any Store { HandCountingStore(store) }

  /// A scope with a clock of its own.
  @inline(never)
  package func replacing(clock: any Clock) -> HandScope { HandScope(base: self, clock: clock) }

  /// What an object is given that makes services when it needs them.
  @inline(never)
  package func provider() -> HandConsumer { HandConsumer { self.service() } }
}

/// Some of the objects replaced.
package final class HandScope {
  private let base: Hand
  private let clock: any Clock

  init(base: Hand, clock: any Clock) {
    self.base = base
    self.clock = clock
  }

  @inline(never)
  package func report() -> any Report { ClockedReport(clock: clock) }
}

/// Makes services when it needs them.
package final class HandConsumer {
  private let makeService: () -> any Service

  package init(makeService: @escaping () -> any Service) {
    self.makeService = makeService
  }

  @inline(never)
  package func use() -> Int { makeService().number }
}
