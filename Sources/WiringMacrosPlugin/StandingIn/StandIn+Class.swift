extension StandIn {
  /// The class.
  var classDeclaration: String {
    switch kind {
    case .lazy: lazyClass
    case .intercepted: interceptedClass
    case .spied: spiedClass
    }
  }

  private var lazyClass: String {
    let object = "Wiring.LazyObject<\(existential), \(failure.type)>"
    let isMain = subject.isCalledOnMainActor
    let maker = "@escaping \(isMain ? "@MainActor " : "")@Sendable () throws(\(failure.type)) -> \(existential)"
    let access = subject.access
    var members = [
      "\(access)let _object: \(object)",
      block("private init(object: \(object))", "_object = object"),
      block(
        "\(access)convenience init(_ make: \(maker))",
        "self.init(object: Wiring.LazyObject(\(isMain ? "main: " : "")make))"),
      block(
        "\(access)static func proxy(for object: \(object)) -> \(existential)",
        "\(className(of: subject.name))(object: object)"),
      block("\(access)var \(accessor): \(madeObject)", finding("_object.made()", failure)),
      LinkerRecord(
        kind: .standIn, name: "_wiringRecord",
        makes: ("Wiring.StandIn", "Wiring.StandIn(\(className(of: subject.name)).self)")
      ).code,
    ]
    if isMain {
      // Calls come on the main actor only if they do so through each parent.
      let parents = subject.parents.map { "\($0.replacingLastName(className(of:))).isMainActor" }
      members.insert(
        block("\(access)static var isMainActor: Bool", parents.isEmpty ? "true" : parents.joined(separator: " && ")),
        at: 0)
    }
    return declaration(
      "Stands in for '\(existential)', which is made on the first call.", ["Wiring.LazyProxy"], members)
  }

  private var interceptedClass: String {
    let access = subject.access
    return declaration(
      "Lets an interceptor stand around every call of '\(existential)'.", [],
      [
        "\(access)let _object: Wiring.LazyObject<\(existential), Never>",
        "\(access)let _interceptor: any Wiring.Interceptor",
        block(
          "\(access)init(_ base: \(existential), by interceptor: any Wiring.Interceptor)",
          "_object = Wiring.LazyObject(made: base)\n_interceptor = interceptor"),
        block("\(access)var \(accessor): \(madeObject)", "_object.made()"),
      ])
  }

  private var spiedClass: String {
    let access = subject.access
    return declaration(
      "Records every call of '\(existential)', and lets the object behind it answer.", ["Wiring.Spy"],
      [
        "\(access)let _object: Wiring.LazyObject<\(existential), Never>",
        "\(access)let recorder: Wiring.CallRecorder",
        block("\(access)var _interceptor: any Wiring.Interceptor", "recorder"),
        block(
          "\(access)init(_ base: \(existential), recorder: Wiring.CallRecorder = Wiring.CallRecorder())",
          "_object = Wiring.LazyObject(made: base)\nself.recorder = recorder"),
        block("\(access)var \(accessor): \(madeObject)", "_object.made()"),
      ])
  }

  private func declaration(_ summary: String, _ protocols: [String], _ members: [String]) -> String {
    let conformances = ([forwardingName(of: subject.name)] + protocols).joined(separator: ", ")
    let header = "\(subject.peerAccess)nonisolated final class \(className(of: subject.name)): \(conformances)"
    return "/// \(summary)\n" + block(header, members.joined(separator: "\n\n"))
  }
}
