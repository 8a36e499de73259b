package import WiringBenchmarkServices

extension DictionaryContainer {
  /// Everything that ``Hand`` can make.
  package static func assembled() -> DictionaryContainer {
    let container = DictionaryContainer()
    container.register((any Service).self) { _ in PlainService() }
    container.register((any Service).self, name: "named") { _ in NamedService() }
    container.register(singleton: (any Clock).self) { _ in SystemClock() }
    container.register(singleton: (any Log).self) { _ in ConsoleLog() }
    container.register(singleton: (any Store).self) { _ in MemoryStore() }
    container.register((any Draft).self) { (_, number: Int) in PlainDraft(number: number) }
    container.register((any Report).self) { ClockedReport(clock: $0.resolve()) }
    container.register(LoggingStore.self) { LoggingStore(inner: MemoryStore(), log: $0.resolve()) }
    container.register(HandConsumer.self) { container in HandConsumer { container.resolve() } }
    container.registerChain()
    container.registerPage()
    return container
  }

  /// A stand-in that asks the container on every call.
  package func lazyStore() -> any Store { DictionaryLazyStore(container: self) }

  /// A store that counts its calls.
  package func interceptedStore() -> any Store { HandCountingStore(resolve()) }

  private func registerChain() {
    register((any First).self) { ChainFirst(second: $0.resolve()) }
    register((any Second).self) { ChainSecond(third: $0.resolve()) }
    register((any Third).self) { ChainThird(fourth: $0.resolve()) }
    register((any Fourth).self) { ChainFourth(fifth: $0.resolve()) }
    register((any Fifth).self) { _ in ChainFifth() }
  }

  private func registerPage() {
    register((any Page).self) {
      WidePage(
        header: $0.resolve(), title: $0.resolve(), menu: $0.resolve(), search: $0.resolve(), feed: $0.resolve(),
        editor: $0.resolve(), preview: $0.resolve(), sidebar: $0.resolve(), status: $0.resolve(),
        footer: $0.resolve())
    }
    register((any Header).self) { PageHeader(clock: $0.resolve(), log: $0.resolve()) }
    register((any Title).self) { PageTitle(clock: $0.resolve(), log: $0.resolve()) }
    register((any Menu).self) { PageMenu(clock: $0.resolve(), log: $0.resolve()) }
    register((any Search).self) { PageSearch(clock: $0.resolve(), log: $0.resolve()) }
    register((any Feed).self) { PageFeed(clock: $0.resolve(), log: $0.resolve()) }
    register((any Editor).self) { PageEditor(clock: $0.resolve(), log: $0.resolve()) }
    register((any Preview).self) { PagePreview(clock: $0.resolve(), log: $0.resolve()) }
    register((any Sidebar).self) { PageSidebar(clock: $0.resolve(), log: $0.resolve()) }
    register((any Status).self) { PageStatus(clock: $0.resolve(), log: $0.resolve()) }
    register((any Footer).self) { PageFooter(clock: $0.resolve(), log: $0.resolve()) }
  }
}

final class DictionaryLazyStore: Store {
  private let container: DictionaryContainer

  init(container: DictionaryContainer) {
    self.container = container
  }

  func read(_ index: Int) -> Int { container.resolve((any Store).self).read(index) }
}

/// A container that a task may replace.
package enum DictionaryLocal {
  @TaskLocal package static var current = DictionaryContainer.assembled()
}
