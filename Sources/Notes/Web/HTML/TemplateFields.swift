import Mustache

/// The stored properties of a value by name, read once.
///
/// Mustache reflects on a whole value at each name, and again on all values around it where a name is missing, which took
/// nine tenths of the time of a list. Values of which a page has hundreds are not reflected on at all: they conform to
/// `MustacheParent` themselves, and a test compares their names with their properties.
struct TemplateFields: MustacheParent {
  private let values: [String: Any]

  private init(_ mirror: Mirror) {
    var values: [String: Any] = [:]
    for case (let name?, let value) in mirror.children {
      if let field = Self.field(of: value) { values[name] = field }
    }
    self.values = values
  }

  func child(named name: String) -> Any? { values[name] }

  /// Returns what a template sees of a value: the fields of structures, also in lists; `nil` for an optional without a value.
  static func field(of value: Any) -> Any? {
    switch value {
    case is String, is Bool, is Int, is HTML, is any MustacheParent: return value
    default: break
    }
    let mirror = Mirror(reflecting: value)
    return switch mirror.displayStyle {
    case .optional: mirror.children.first.flatMap { field(of: $0.value) }
    case .collection: mirror.children.compactMap { field(of: $0.value) }
    case .struct where !(value is any CustomStringConvertible): TemplateFields(mirror)
    default: value
    }
  }
}
