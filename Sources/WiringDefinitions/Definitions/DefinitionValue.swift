public import Wiring

/// An argument or property value in a definition: a value, a reference to another definition, or a list of these.
///
/// ```swift
/// let values: [String: DefinitionValue] = ["text": "This is my view", "size": 12, "tags": ["a", "b"], "owner": .reference("controller")]
/// ```
///
/// Text is read as the type of the parameter: `"12"` as a number, `"30s"` as a duration.
///
/// ## Topics
/// ### Objects
/// - ``reference(_:isLazy:)``
/// - ``definition(_:)``
/// - ``given(_:)``
/// ### Values with their location
/// - ``init(_:at:notation:)``
/// - ``content-swift.property``
/// - ``Content-swift.enum``
/// - ``Member``
/// - ``location``
/// - ``notation``
public struct DefinitionValue: Sendable {
  /// The forms of a value.
  public indirect enum Content: Sendable {
    /// No value, for an optional.
    case null
    /// Text, which is read as the parameter's type.
    case text(String)
    /// A Boolean value.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// Several values.
    case list([DefinitionValue])
    /// Named values, in source order.
    case map([Member])
    /// The object of another definition, by name; `isLazy` requests its proxy.
    case reference(String, isLazy: Bool)
    /// The object of a definition that has no name.
    case definition(Definition)
    /// An existing object.
    case given(any Sendable)
  }

  /// A named value.
  public struct Member: Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: DefinitionValue
    /// The location of the name; `nil` in code.
    public var location: SourceLocation?

    /// Creates a named value.
    public init(_ name: String, _ value: DefinitionValue, at location: SourceLocation? = nil) {
      self.name = name
      self.value = value
      self.location = location
    }
  }

  /// The value.
  public var content: Content
  /// The location of the value; `nil` in code.
  public var location: SourceLocation?
  /// The notation in the source, where it differs from the value, as in `${NOTES_DATA}`: messages show it, since the
  /// value may be a secret.
  public var notation: String?
  /// Creates a value.
  public init(_ content: Content, at location: SourceLocation? = nil, notation: String? = nil) {
    self.content = content
    self.location = location
    self.notation = notation
  }

  /// Creates a placeholder for a value that the reader of a file has reported as invalid.
  package init(reportedAt location: SourceLocation) {
    self.init(.given(Reported()), at: location)
  }

  /// Returns a reference to the object of another definition.
  public static func reference(_ name: String, isLazy: Bool = false) -> DefinitionValue {
    DefinitionValue(.reference(name, isLazy: isLazy))
  }

  /// Returns a nested definition, which no other definition refers to.
  public static func definition(_ definition: Definition) -> DefinitionValue {
    DefinitionValue(.definition(definition))
  }

  /// Returns an existing object of exactly the parameter's type.
  public static func given(_ value: some Sendable) -> DefinitionValue {
    DefinitionValue(.given(value))
  }
}

extension DefinitionValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// Creates text.
  public init(stringLiteral value: String) { self.init(.text(value)) }
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self.init(.integer(value)) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self.init(.number(value)) }
  /// Creates a list.
  public init(arrayLiteral elements: DefinitionValue...) { self.init(.list(elements)) }
  /// Creates a map.
  public init(dictionaryLiteral elements: (String, DefinitionValue)...) {
    self.init(.map(elements.map { Member($0.0, $0.1) }))
  }
  /// Creates no value.
  public init(nilLiteral: ()) { self.init(.null) }
}

extension DefinitionValue.Member: ExpressibleByStringLiteral {
  /// Creates a name without a value, such as that of a method or of a protocol.
  public init(stringLiteral value: String) { self.init(value, nil) }
}

extension DefinitionValue.Member {
  /// The location for sorting; in code, before all others.
  var sortLocation: SourceLocation { location ?? value.location ?? SourceLocation(fileID: "", line: 0, column: 0) }

  /// The name of the method: files write it as the member's value, code as its name.
  var methodName: String {
    if case .text(let text) = value.content, !text.isEmpty { text } else { name }
  }
}

extension DefinitionValue {
  /// The placeholder for a value that the reader of a file has reported as invalid; no parameter has this type.
  struct Reported: Sendable {}

  /// Whether it contains a value that the reader of a file has reported as invalid.
  var hasReported: Bool {
    switch content {
    case .list(let values): values.contains(where: \.hasReported)
    case .map(let members): members.contains(where: \.value.hasReported)
    case .given(let value): value is Reported
    case .null, .text, .boolean, .integer, .number, .reference, .definition: false
    }
  }

  /// Whether it contains an object that must be created rather than read.
  var hasObjects: Bool {
    switch content {
    case .reference, .definition: true
    case .list(let values): values.contains(where: \.hasObjects)
    case .map(let members): members.contains(where: \.value.hasObjects)
    case .null, .text, .boolean, .integer, .number, .given: false
    }
  }
}
