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
  @Inject func show(volume: Volume) {}
}

@Component actor Garage {
  init() {}
  @Inject nonisolated func open(radio: any Radio) {}
}
