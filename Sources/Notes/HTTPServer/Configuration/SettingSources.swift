import Configuration
import Foundation
package import NotesDomain
import Yams

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
    if let path = options.file, let values = try SettingsFile(path, isRequired: options.isFileRequired).values() {
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

/// The file with a server's settings, in YAML: a value, or a list of values, for each.
struct SettingsFile {
  private let path: String
  private let isRequired: Bool

  /// The most bytes of a file; whatever is longer is something else.
  private static let maximumBytes = 65_536

  /// Names a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isRequired: Whether it must be there.
  init(_ path: String, isRequired: Bool) {
    self.path = path
    self.isRequired = isRequired
  }

  /// The settings in the file, lists with commas between; `nil` when there is no file and there need not be one.
  func values() throws(HostError) -> [HostSettingName: String]? {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      if !isRequired, !FileManager.default.fileExists(atPath: path) { return nil }
      throw .configuration(path: path, detail: "it is not there, or may not be read")
    }
    guard bytes.count <= Self.maximumBytes, let text = String(bytes: bytes, encoding: .utf8) else {
      throw .configuration(path: path, detail: "it is too long, or not in UTF-8")
    }
    let node: Node?
    do {
      node = try Yams.compose(yaml: text)
    } catch {
      throw .configuration(path: path, detail: "\(error)")
    }
    guard let node else { return [:] }
    guard case .mapping(let mapping) = node else {
      throw .configuration(path: path, detail: "it is no list of settings such as 'listen: 127.0.0.1:8377'")
    }
    var values: [HostSettingName: String] = [:]
    for (key, value) in mapping {
      let word = key.string ?? "?"
      guard let name = HostSettingName(rawValue: word) else { throw .unknownSetting(path: path, name: word) }
      guard let text = Self.text(of: value) else {
        throw .setting(name: name, origin: .file(path: path), value: "…", expected: "one value, or a list of values")
      }
      values[name] = text
    }
    return values
  }

  private static func text(of node: Node) -> String? {
    switch node {
    case .scalar(let scalar): return scalar.string
    case .sequence(let sequence):
      let texts = sequence.map(\.scalar?.string)
      return texts.contains(nil) ? nil : texts.compactMap(\.self).joined(separator: ",")
    case .mapping, .alias: return nil
    }
  }
}

/// Where a server's settings come from: what was typed, what the environment says, and a file.
package struct HTTPServerOptions: Sendable, Hashable {
  /// The settings that were typed.
  package var flags: [HostSettingName: String]
  /// The variables of the settings, and those that look as if they were.
  package var environment: [String: String]
  /// The file with more of them; `nil` for none.
  package var file: String?
  /// Whether the file must be there.
  package var isFileRequired: Bool

  /// Creates options.
  ///
  /// - Parameters:
  ///   - flags: The settings that were typed.
  ///   - environment: The variables of the settings, and those that look as if they were.
  ///   - file: The file with more of them; `nil` for none.
  ///   - isFileRequired: Whether the file must be there.
  package init(
    flags: [HostSettingName: String] = [:], environment: [String: String] = [:], file: String? = nil,
    isFileRequired: Bool = true
  ) {
    self.flags = flags
    self.environment = environment
    self.file = file
    self.isFileRequired = isFileRequired
  }
}
