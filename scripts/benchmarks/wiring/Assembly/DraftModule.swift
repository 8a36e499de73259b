package import Wiring
package import WiringBenchmarkServices

/// Makes drafts from what it is told at run time.
package final class DraftConsumer {
  package let drafts: Factory<any Draft, Int>

  init(drafts: Factory<any Draft, Int>) {
    self.drafts = drafts
  }
}

package struct DraftModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind(DraftConsumer.self, DraftConsumer.init)
    binder.factory({ (number: Int) -> any Draft in PlainDraft(number: number) }, argument: Int.self)
  }
}
