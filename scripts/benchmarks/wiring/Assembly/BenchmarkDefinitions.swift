package import Wiring
import WiringBenchmarkServices
import WiringDefinitions

/// What ``BenchmarkModule`` binds, as definitions: the value that a file gives, with components written by hand.
package enum BenchmarkDefinitions {
  /// The definitions that ``Consumer`` leads to.
  package static var context: Definitions {
    var context = Definitions(registry: ComponentRegistry([consumer] + single + chain + wide))
    var service = Definition("service", class: "PlainService")
    service.isPrimary = true
    context.add(service)
    context.add(Definition("named", class: "NamedService"))
    context.add(Definition("clock", class: "SystemClock", scope: .singleton))
    context.add(Definition("log", class: "ConsoleLog", scope: .singleton))
    context.add(Definition("first", class: "ChainFirst", references: ["second": "second"]))
    context.add(Definition("second", class: "ChainSecond", references: ["third": "third"]))
    context.add(Definition("third", class: "ChainThird", references: ["fourth": "fourth"]))
    context.add(Definition("fourth", class: "ChainFourth", references: ["fifth": "fifth"]))
    context.add(Definition("fifth", class: "ChainFifth"))
    for part in wide.dropFirst() {
      context.add(Definition(part.typeName, class: part.typeName, references: ["clock": "clock", "log": "log"]))
    }
    context.add(
      Definition(
        "page", class: "WidePage",
        references: [
          "header": "PageHeader", "title": "PageTitle", "menu": "PageMenu", "search": "PageSearch", "feed": "PageFeed",
          "editor": "PageEditor", "preview": "PagePreview", "sidebar": "PageSidebar", "status": "PageStatus",
          "footer": "PageFooter",
        ]))
    context.add(
      Definition(
        nil, class: "Consumer",
        references: ["service": "service", "clock": "clock", "named": "named", "first": "first", "page": "page"]))
    return context
  }

  private static let consumer = Component(Consumer.self, "Consumer") { component in
    component.initializer(["service", "clock", "named", "first", "page"], Consumer.init)
  }

  private static let single = [
    Component(PlainService.self, "PlainService") { component in
      component.initializer([], PlainService.init)
      component.conforms(to: (any Service).self) { $0 }
    },
    Component(NamedService.self, "NamedService") { component in
      component.initializer([], NamedService.init)
      component.conforms(to: (any Service).self) { $0 }
    },
    Component(SystemClock.self, "SystemClock") { component in
      component.initializer([], SystemClock.init)
      component.conforms(to: (any Clock).self) { $0 }
    },
    Component(ConsoleLog.self, "ConsoleLog") { component in
      component.initializer([], ConsoleLog.init)
      component.conforms(to: (any Log).self) { $0 }
    },
  ]

  private static let chain = [
    Component(ChainFirst.self, "ChainFirst") { component in
      component.initializer(["second"], ChainFirst.init)
      component.conforms(to: (any First).self) { $0 }
    },
    Component(ChainSecond.self, "ChainSecond") { component in
      component.initializer(["third"], ChainSecond.init)
      component.conforms(to: (any Second).self) { $0 }
    },
    Component(ChainThird.self, "ChainThird") { component in
      component.initializer(["fourth"], ChainThird.init)
      component.conforms(to: (any Third).self) { $0 }
    },
    Component(ChainFourth.self, "ChainFourth") { component in
      component.initializer(["fifth"], ChainFourth.init)
      component.conforms(to: (any Fourth).self) { $0 }
    },
    Component(ChainFifth.self, "ChainFifth") { component in
      component.initializer([], ChainFifth.init)
      component.conforms(to: (any Fifth).self) { $0 }
    },
  ]

  private static let wide = [
    Component(WidePage.self, "WidePage") { component in
      component.initializer(
        ["header", "title", "menu", "search", "feed", "editor", "preview", "sidebar", "status", "footer"], WidePage.init
      )
      component.conforms(to: (any Page).self) { $0 }
    },
    Component(PageHeader.self, "PageHeader") { component in
      component.initializer(["clock", "log"], PageHeader.init)
      component.conforms(to: (any Header).self) { $0 }
    },
    Component(PageTitle.self, "PageTitle") { component in
      component.initializer(["clock", "log"], PageTitle.init)
      component.conforms(to: (any Title).self) { $0 }
    },
    Component(PageMenu.self, "PageMenu") { component in
      component.initializer(["clock", "log"], PageMenu.init)
      component.conforms(to: (any Menu).self) { $0 }
    },
    Component(PageSearch.self, "PageSearch") { component in
      component.initializer(["clock", "log"], PageSearch.init)
      component.conforms(to: (any Search).self) { $0 }
    },
    Component(PageFeed.self, "PageFeed") { component in
      component.initializer(["clock", "log"], PageFeed.init)
      component.conforms(to: (any Feed).self) { $0 }
    },
    Component(PageEditor.self, "PageEditor") { component in
      component.initializer(["clock", "log"], PageEditor.init)
      component.conforms(to: (any Editor).self) { $0 }
    },
    Component(PagePreview.self, "PagePreview") { component in
      component.initializer(["clock", "log"], PagePreview.init)
      component.conforms(to: (any Preview).self) { $0 }
    },
    Component(PageSidebar.self, "PageSidebar") { component in
      component.initializer(["clock", "log"], PageSidebar.init)
      component.conforms(to: (any Sidebar).self) { $0 }
    },
    Component(PageStatus.self, "PageStatus") { component in
      component.initializer(["clock", "log"], PageStatus.init)
      component.conforms(to: (any Status).self) { $0 }
    },
    Component(PageFooter.self, "PageFooter") { component in
      component.initializer(["clock", "log"], PageFooter.init)
      component.conforms(to: (any Footer).self) { $0 }
    },
  ]
}
