import Wiring

/// A value that is stored under a qualifier.
struct NamedValue: Sendable {
  let value: DefinitionValue
  /// The qualifiers of the objects and values in it, if it has objects.
  var elements: [String] = []

  init(_ value: DefinitionValue, elements: [String] = []) {
    self.value = value
    self.elements = elements
  }
}

/// The values of a plan's definitions by qualifier, with those of the enclosing graph.
struct DefinedValues: NamedValues {
  private let sources: [String: Source]
  private let registry: ComponentRegistry
  /// The declared values.
  private let members: [DefinitionValue.Member]
  /// The verdict of the scans on each component.
  let scan: [ScannedComponent]

  /// A value with the conversions of the definitions that it is from.
  private struct Source: Sendable {
    let named: NamedValue
    let reader: ValueReader

    var value: DefinitionValue { named.value }
  }

  init(
    _ list: DefinitionList, sources: [String: NamedValue], scan: [ScannedComponent], outer: DefinedValues?
  ) {
    let reader = ValueReader(list.conversions)
    let own = sources.mapValues { Source(named: $0, reader: reader) }
    self.sources = (outer?.sources ?? [:]).merging(own) { _, nearer in nearer }
    registry = list.registry
    members = list.values
    self.scan = scan
  }

  var declared: [(name: String, location: SourceLocation?)] {
    members.map { ($0.name, $0.location ?? $0.value.location) }
  }

  var proxies: [LazyProxyRegistration] { registry.proxies }

  var leftOut: [LeftOutComponent] {
    scan.compactMap { scanned in
      let advice: String
      switch scanned.verdict {
      // The declaration that replaced it is the nearer miss.
      case .included, .defined, .bound: return nil
      case .notNamed: advice = "include it in the scan, or define it"
      case .excepted: advice = "remove the exception, or define it"
      case .otherProfile: advice = "define it for this profile"
      }
      return LeftOutComponent(
        type: scanned.component.type, text: "\(scanned)", location: scanned.component.location, advice: advice)
    }
  }

  func form(of qualifier: String) -> NamedValueForm? {
    guard let named = sources[qualifier]?.named else { return nil }
    let value = named.value
    switch value.content {
    case .reference(let name, let isLazy): return .reference(name, isLazy: isLazy)
    case .list where value.hasObjects: return .objects(named.elements, names: nil)
    case .map(let members) where value.hasObjects: return .objects(named.elements, names: members.map(\.name))
    case .null, .text, .boolean, .integer, .number, .list, .map, .given, .definition:
      return .literal(isGiven: value.isGiven)
    }
  }

  func location(of qualifier: String) -> SourceLocation? { sources[qualifier]?.value.location }

  func declaration(of key: AnyKey, reading qualifier: String, site: CallSite) throws(ValueFailure) -> Declaration {
    let (value, reader) = source(qualifier)
    do {
      return try reader.declaration(of: key, reading: value, site: site)
    } catch {
      // The reader of the file has told what is wrong with it.
      throw value.hasReported ? ValueFailure(expected: error.expected, value: value, at: nil) : error
    }
  }

  func read<Value>(_ qualifier: String, as type: Value.Type) throws(ValueFailure) -> Value {
    let (value, reader) = source(qualifier)
    return try reader.read(value, as: type)
  }

  func failure(of qualifier: String, expected: String) -> ValueFailure {
    ValueFailure(expected: expected, value: source(qualifier).value, at: nil)
  }

  private func source(_ qualifier: String) -> (value: DefinitionValue, reader: ValueReader) {
    sources[qualifier].map { ($0.value, $0.reader) } ?? (nil, ValueReader(ValueConversions()))
  }
}

extension ValueReader {
  /// Returns the declaration of a value, read as the type of a key.
  func declaration(
    of key: AnyKey, reading value: DefinitionValue, site: CallSite
  ) throws(ValueFailure) -> Declaration {
    func declaration<Value>(as type: Value.Type) throws(ValueFailure) -> Declaration {
      // Read in any case, so that the plan reports a value that cannot be read.
      let first = try read(value, as: type)
      guard value.isGiven || isPureValue(type) else {
        // The result may be or contain an object that is not `Sendable`, so each consumer receives its own.
        return Declaration(key: key, kind: .value, site: site, dependencies: []) { linker, _ in
          linker.node(.transient, { _ in try read(value, as: type) }, nil)
        }
      }
      let node = Node(constant: first)
      return Declaration(key: key, kind: .value, site: site, dependencies: []) { _, _ in node }
    }
    return try _openExistential(key.type, do: declaration)
  }
}
