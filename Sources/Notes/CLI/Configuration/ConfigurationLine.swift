import NotesDomain
import NotesFronts

/// A value of the configuration with its origin, as listed by `config`.
struct ConfigurationLine: Sendable, Hashable {
  /// The origin of a value.
  enum Origin: Sendable, Hashable {
    case option(String)
    case variable(String)
    case file(ConfigurationLocation)
    case usual

    var text: String {
      switch self {
      case .option(let name), .variable(let name): name
      case .file(let location): "\(location.path):\(location.line)"
      case .usual: "default"
      }
    }
  }

  let name: String
  /// The value; `nil` if there is none.
  let value: String?
  let origin: Origin

  /// Returns all values of a run: the settings, the saved searches and the aliases.
  static func all(of invocation: Invocation, global: GlobalOptions) -> [ConfigurationLine] {
    let configuration = invocation.configuration
    func lines(_ group: String, _ values: [String: Configuration.Value]) -> [ConfigurationLine] {
      values.sorted { $0.key < $1.key }.map { name, value in
        ConfigurationLine(name: "\(group).\(name)", value: value.text, origin: .file(value.location))
      }
    }
    return Setting.allCases.map { line(of: $0, in: invocation, global: global) }
      + lines("searches", configuration.searches) + lines("aliases", configuration.aliases)
  }

  private static func line(
    of setting: Setting, in invocation: Invocation, global: GlobalOptions
  ) -> ConfigurationLine {
    if let (option, value) = setting.option(in: global) {
      return ConfigurationLine(name: setting.rawValue, value: value, origin: .option(option))
    }
    if let (variable, value) = setting.variable(in: invocation.variables) {
      return ConfigurationLine(name: setting.rawValue, value: value, origin: .variable(variable))
    }
    if let value = invocation.configuration[setting] {
      return ConfigurationLine(name: setting.rawValue, value: value.text, origin: .file(value.location))
    }
    if let (variable, value) = setting.otherVariable(in: invocation.variables) {
      return ConfigurationLine(name: setting.rawValue, value: value, origin: .variable(variable))
    }
    let usual: String? =
      switch setting {
      case .dataDirectory: invocation.directories.data
      case .editor: "vi"
      case .pager: ConsoleSettings.usualPager
      case .color: "auto"
      case .sort: NoteQuery.Order.modified.rawValue
      case .lineBreaks: LineBreakStyle.keep.rawValue
      case .log: LogLevel.normal.rawValue
      case .pageSize, .context, .certificates: nil
      }
    return ConfigurationLine(name: setting.rawValue, value: usual, origin: .usual)
  }
}

extension JSONFields<ConfigurationLine> {
  /// A value of the configuration, as printed by `config`.
  static var configuration: Self {
    Self(
      ("name", { .string($0.name) }),
      ("value", { $0.value.map { .string($0) } ?? .null }),
      ("origin", { .string($0.origin.text) }))
  }
}
