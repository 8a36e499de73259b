import Configuration
import NotesDomain

/// Where settings are looked for: first in what was typed, then in the environment, then in a file.
struct SettingSources {
  /// What was found for a setting.
  struct Finding {
    let text: String
    let origin: HostSetting.Origin
  }

  private let providers: [(provider: any ConfigProvider, origin: HostSetting.Origin)]

  /// Opens the sources.
  ///
  /// - Parameter options: What they are.
  init(_ options: HTTPServerOptions) throws(HostError) {
    // A variable that is empty is as if it were not set, as everywhere in the program.
    let variables = options.environment.filter { !$0.value.isEmpty }
    if let name = variables.keys.filter({ Self.isUnknown($0, variables[$0] ?? "") }).min() {
      throw .unknownVariable(name: name)
    }
    let environment = EnvironmentVariablesProvider(environmentVariables: variables)
      .prefixKeys(with: ["notesctl", "server"])
    var providers: [(any ConfigProvider, HostSetting.Origin)] = [
      (Self.provider("flags", options.flags), .flag), (environment, .variable),
    ]
    if let path = options.file, let values = try SettingsFile(path, isNeeded: options.isFileNeeded).values() {
      providers.append((Self.provider("file", values), .file(path: path)))
    }
    self.providers = providers
  }

  /// What the first source says that says anything; `nil` when none does.
  func find(_ name: HostSettingName) -> Finding? {
    for (provider, origin) in providers {
      // None of these providers can fail to give a text.
      let found = try? provider.value(forKey: AbsoluteConfigKey([name.rawValue]), type: .string).value
      if case .string(let text)? = found?.content { return Finding(text: text, origin: origin) }
    }
    return nil
  }

  /// Whether a variable is that of a setting which there is not: a typing mistake, as a rule. Not those which Kubernetes gives
  /// to every program beside a service of the name `notesctl-server`.
  private static func isUnknown(_ name: String, _ value: String) -> Bool {
    let prefix = HostSettingName.variablePrefix
    guard name.hasPrefix(prefix), !HostSettingName.allCases.contains(where: { $0.variable == name }) else {
      return false
    }
    let rest = name.dropFirst(prefix.count)
    let isOfService = rest == "PORT" && value.contains("://") || rest.hasPrefix("PORT_") || rest.hasPrefix("SERVICE_")
    return !isOfService
  }

  private static func provider(_ name: String, _ values: [HostSettingName: String]) -> InMemoryProvider {
    let pairs = values.map { (AbsoluteConfigKey([$0.key.rawValue]), ConfigValue(.string($0.value), isSecret: false)) }
    return InMemoryProvider(name: name, values: Dictionary(pairs) { first, _ in first })
  }
}
