import Mustache

/// A value whose templates also name computed properties, which Mustache does not find by reflection.
protocol TemplateValue: MustacheParent {
  /// The values of the computed properties, by their names.
  var computed: [String: any Sendable] { get }
}

extension TemplateValue {
  func child(named name: String) -> Any? {
    if let value = computed[name] { return value }
    guard let value = Mirror(reflecting: self).children.first(where: { $0.label == name })?.value else { return nil }
    // A section of an absent value is left out.
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }
}

extension Sidebar: TemplateValue {
  var computed: [String: any Sendable] { ["hasConflicts": hasConflicts] }
}

extension ListPage: TemplateValue {
  var computed: [String: any Sendable] { ["isEmpty": isEmpty] }
}

extension SearchPage: TemplateValue {
  var computed: [String: any Sendable] { ["isEmpty": isEmpty] }
}

extension NotePage: TemplateValue {
  var computed: [String: any Sendable] { ["hasBacklinks": hasBacklinks, "hasAttachments": hasAttachments] }
}
