package import Wiring
package import WiringBenchmarkServices

extension Key where Value == any Service {
  package static var named: Key<any Service> { Key("named") }
}

/// Everything that ``Hand`` can make.
package struct BenchmarkModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind((any Service).self, PlainService.init)
    binder.bind((any Service).self, NamedService.init).named(.named)
    binder.bind((any Clock).self, SystemClock.init).scoped(.singleton)
    binder.bind((any Log).self, ConsoleLog.init).scoped(.singleton)
    binder.bind((any Store).self, MemoryStore.init).scoped(.singleton)
    binder.bind((any Report).self, ClockedReport.init)

    binder.bind((any First).self, ChainFirst.init)
    binder.bind((any Second).self, ChainSecond.init)
    binder.bind((any Third).self, ChainThird.init)
    binder.bind((any Fourth).self, ChainFourth.init)
    binder.bind((any Fifth).self, ChainFifth.init)

    binder.bind((any Page).self, WidePage.init)
    binder.bind((any Header).self, PageHeader.init)
    binder.bind((any Title).self, PageTitle.init)
    binder.bind((any Menu).self, PageMenu.init)
    binder.bind((any Search).self, PageSearch.init)
    binder.bind((any Feed).self, PageFeed.init)
    binder.bind((any Editor).self, PageEditor.init)
    binder.bind((any Preview).self, PagePreview.init)
    binder.bind((any Sidebar).self, PageSidebar.init)
    binder.bind((any Status).self, PageStatus.init)
    binder.bind((any Footer).self, PageFooter.init)

    binder.bind(Consumer.self, Consumer.init)
      .from(.unqualified, .unqualified, Key("named"), .unqualified, .unqualified)
  }
}
