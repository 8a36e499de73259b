public import Wiring
public import WiringBenchmarkServices

/// Makes drafts from what it is told at run time.
public final class DraftConsumer {
  public let drafts: Factory<any Draft, Int>

  init(drafts: Factory<any Draft, Int>) {
    self.drafts = drafts
  }
}

public struct DraftModule: Module {
  public init() {}

  public func configure(_ binder: inout Binder) {
    binder.bind(DraftConsumer.self, DraftConsumer.init)
    binder.factory({ (number: Int) -> any Draft in PlainDraft(number: number) }, argument: Int.self)
  }
}
