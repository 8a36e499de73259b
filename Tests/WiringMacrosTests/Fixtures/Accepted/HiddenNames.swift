import WiringMacros

/// Default values that refer to things with the names of parameters.
let log = ["first"]
let component = 4

struct Archive {
  @Injectable @AssistedFactory("title")
  init(log: [String], title: String = log[0], size: Int = log.count, component: Int = component, width _: Int = 3) {}
}

@Component final class Library {
  @Inject var titles: [String] = []

  init(log: [String], size: Int = log.count, component: Int = component) {}

  @Inject func open(_ title: String = log[0], size: Int = component) {}
}
