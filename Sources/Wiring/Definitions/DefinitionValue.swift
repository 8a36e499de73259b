/// What a definition gives to a parameter or a property: a value, a reference to another definition, or a list of such.
///
/// ```swift
/// let values: [String: DefinitionValue] = ["text": "This is my view", "size": 12, "tags": ["a", "b"], "owner": .reference("controller")]
/// ```
///
/// What is written as text is read as the type of the parameter that it is for: `"12"` as a number, `"30s"` as a duration.
///
/// ## Topics
/// ### Objects
/// - ``reference(_:isLazy:)``
/// - ``definition(_:)``
/// - ``given(_:)``
/// ### Values as they were written
/// - ``init(_:at:notation:)``
/// - ``content-swift.property``
/// - ``Content-swift.enum``
/// - ``Member``
/// - ``location``
/// - ``notation``
public struct DefinitionValue: Sendable {
  /// The forms of a value.
  public indirect enum Content: Sendable {
    /// Nothing, for an optional.
    case null
    /// Text, to be read as what is asked for.
    case text(String)
    /// A truth value.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// Several values.
    case list([DefinitionValue])
    /// Values by name, in the order in which they were written.
    case map([Member])
    /// The object of another definition, by its name; `isLazy` asks for its stand-in.
    case reference(String, isLazy: Bool)
    /// The object of a definition that has no name.
    case definition(Definition)
    /// A value that is there.
    case given(any Sendable)
  }

  /// A value with a name.
  public struct Member: Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: DefinitionValue
    /// Where the name stands; `nil` in code.
    public var location: SourceLocation?

    /// Names a value.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - location: Where the name stands.
    public init(_ name: String, _ value: DefinitionValue, at location: SourceLocation? = nil) {
      self.name = name
      self.value = value
      self.location = location
    }
  }

  /// The value.
  public var content: Content
  /// Where it stands; `nil` in code.
  public var location: SourceLocation?
  /// What was written there, where that is not the value, as in `${NOTES_DATA}`: what a message shows, since the value may
  /// be a secret.
  public var notation: String?
  /// Creates a value.
  ///
  /// - Parameters:
  ///   - content: The value.
  ///   - location: Where it stands.
  ///   - notation: What was written there, where that is not the value.
  public init(_ content: Content, at location: SourceLocation? = nil, notation: String? = nil) {
    self.content = content
    self.location = location
    self.notation = notation
  }

  /// What stands for a value that a file's reader could make nothing of, and has told.
  ///
  /// - Parameter location: Where it stands.
  package init(reportedAt location: SourceLocation) {
    self.init(.given(Reported()), at: location)
  }

  /// The object of another definition.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - isLazy: Whether its stand-in is wanted.
  /// - Returns: The reference.
  public static func reference(_ name: String, isLazy: Bool = false) -> DefinitionValue {
    DefinitionValue(.reference(name, isLazy: isLazy))
  }

  /// The object of a definition that nobody else refers to.
  ///
  /// - Parameter definition: The definition; its name is ignored.
  /// - Returns: The value.
  public static func definition(_ definition: Definition) -> DefinitionValue {
    DefinitionValue(.definition(definition))
  }

  /// A value that is there, of the very type that is asked for.
  ///
  /// - Parameter value: The value.
  /// - Returns: The value.
  public static func given(_ value: some Sendable) -> DefinitionValue {
    DefinitionValue(.given(value))
  }
}

extension DefinitionValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self.init(.text(value)) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self.init(.integer(value)) }
  /// A number.
  public init(floatLiteral value: Double) { self.init(.number(value)) }
  /// Several values.
  public init(arrayLiteral elements: DefinitionValue...) { self.init(.list(elements)) }
  /// Values by name.
  public init(dictionaryLiteral elements: (String, DefinitionValue)...) {
    self.init(.map(elements.map { Member($0.0, $0.1) }))
  }
  /// Nothing.
  public init(nilLiteral: ()) { self.init(.null) }
}

extension DefinitionValue.Member: ExpressibleByStringLiteral {
  /// A name that needs no value, such as that of a method or of a protocol.
  ///
  /// - Parameter value: The name.
  public init(stringLiteral value: String) { self.init(value, nil) }
}

extension DefinitionValue.Member {
  /// Where it stands, before everything else in the case of code.
  var place: SourceLocation { location ?? value.location ?? SourceLocation(fileID: "", line: 0, column: 0) }

  /// The method that is meant: files write it as the member's value, code as its name.
  var methodName: String {
    if case .text(let text) = value.content, !text.isEmpty { text } else { name }
  }
}

extension DefinitionValue {
  /// What is given for a value that a file's reader could make nothing of: no parameter has this type.
  struct Reported: Sendable {}

  /// Whether there is something in it that a file's reader could make nothing of, and has told.
  var hasReported: Bool {
    switch content {
    case .list(let values): values.contains(where: \.hasReported)
    case .map(let members): members.contains(where: \.value.hasReported)
    case .given(let value): value is Reported
    case .null, .text, .boolean, .integer, .number, .reference, .definition: false
    }
  }

  /// Whether there is an object in it that must be made, rather than read.
  var hasObjects: Bool {
    switch content {
    case .reference, .definition: true
    case .list(let values): values.contains(where: \.hasObjects)
    case .map(let members): members.contains(where: \.value.hasObjects)
    case .null, .text, .boolean, .integer, .number, .given: false
    }
  }
}
