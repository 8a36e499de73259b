import WiringMacros

@Component(scope: .singleton)
final class Service {}
