// The classes of SGApplicationContext's example, and some that its scan must tell apart.

// guide: sg-components
import Wiring
import WiringMacros

@Service(scope: .singleton)
final class SGService: Sendable {
  @Inject let mapper: SGMapper
}

@Component(scope: .singleton)
final class SGMapper: Sendable {}

/// What a mapper is, for those who do not care which.
protocol Mapping: AnyObject, Sendable {}

/// No class with the prefix: to be listed by name.
@Component(scope: .singleton)
final class LegacyMapper: Mapping {}
// end

/// Properties of every kind, in an order of their own.
@Controller(scope: .singleton)
final class SGController: Sendable {
  @Inject private let service: SGService
  let title = "controller"
  @Inject let mapper: SGMapper
  @Inject private let legacy: any Mapping

  var injected: [ObjectIdentifier] { [service, mapper, legacy].map { ObjectIdentifier($0 as AnyObject) } }
}

/// The same properties the other way round, and variables.
@Controller
final class SGBackwardsController {
  @Inject private var legacy: any Mapping
  @Inject var mapper: SGMapper
  @Inject private var service: SGService
  var unmarked: SGMapper?

  var injected: [ObjectIdentifier] { [service, mapper, legacy].map { ObjectIdentifier($0 as AnyObject) } }
}

/// The prefix, but no mark.
final class SGUnmarked: Sendable {}

/// A class with its dependencies in the initializer.
@Component(scope: .singleton)
final class SGReport: Sendable {
  let mapper: SGMapper

  init(mapper: SGMapper) {
    self.mapper = mapper
  }
}

/// An initializer of its own, and a private property that is set afterwards.
@Controller
final class SGInitializedController {
  let title: String
  @Inject private var service: SGService?

  init() { title = "initialized" }

  var injected: SGService? { service }
}

/// Two singletons with properties that refer to each other, one of them later.
@Component(scope: .singleton)
final class LazyHen: Sendable {
  @Inject let egg: Lazy<LazyEgg>
}

@Component(scope: .singleton)
final class LazyEgg: Sendable {
  @Inject let hen: LazyHen
}
