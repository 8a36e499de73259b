import Observation
import WiringMacros

protocol Radio: Sendable {}
struct Volume: Sendable {}
struct Broken: Error {}

@Component final class Car: @unchecked Sendable {
  private var radio: (any Radio)?
  @Inject private var volume: Volume
  @Inject func install(radio: any Radio, _ volume: Volume) { self.radio = radio }
  @Inject(["to": "quiet"]) fileprivate func tune(to default: Volume = Volume()) throws(Broken) {}
}

@Component struct Van {
  private var radio: (any Radio)?
  init() {}
  @Inject mutating func install(radio: any Radio) throws { self.radio = radio }
}

@Component @MainActor final class Dashboard {
  init() {}
  @Inject func show(volume: Volume) -> Int { 1 }
}

@Component actor Garage {
  init() {}
  @Inject nonisolated func open(radio: any Radio) {}
}

@Component @Observable @MainActor final class Player {
  @Inject var radio: (any Radio)?
  @Inject @ObservationIgnored private var volume: Volume?
  var title = ""
  init() {}
}
