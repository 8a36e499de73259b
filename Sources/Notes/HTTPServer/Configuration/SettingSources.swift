import Configuration
import Foundation
import NotesDomain
package import NotesFronts
import Yams

/// The sources of settings: command-line flags, then environment variables, then a file.
struct SettingSources {
  private let providers: [(provider: any ConfigProvider, origin: HostSetting.Origin)]

  /// Reads the sources.
  ///
  /// - Throws: ``HostError`` if the file cannot be read, or if a variable or a setting in the file is unknown.
  init(_ options: HTTPServerOptions) throws(HostError) {
    // Empty variables count as unset, as everywhere in the program.
    let variables = options.environment.filter { !$0.value.isEmpty }
    if let name = variables.keys.filter({ Self.isUnknown($0, variables[$0] ?? "") }).min() {
      throw .unknownVariable(name: name)
    }
    let environment = EnvironmentVariablesProvider(environmentVariables: variables)
      .prefixKeys(with: ["notesctl", "server"])
    var providers: [(any ConfigProvider, HostSetting.Origin)] = [
      (Self.provider("flags", options.flags), .flag), (environment, .variable),
    ]
    if let path = options.file, let values = try SettingsFile.values(at: path, isRequired: options.isFileRequired) {
      providers.append((Self.provider("file", values), .file(path: path)))
    }
    self.providers = providers
  }

  /// Returns a setting from the first source that has it.
  func find(_ name: HostSettingName) -> (text: String, origin: HostSetting.Origin)? {
    for (provider, origin) in providers {
      // Providers of text do not throw.
      let found = try? provider.value(forKey: AbsoluteConfigKey([name.rawValue]), type: .string).value
      if case .string(let text)? = found?.content { return (text, origin) }
    }
    return nil
  }

  /// Returns whether a variable is named like a setting but is none, usually by a typing mistake.
  ///
  /// Variables that Kubernetes sets next to a service named `notesctl-server` are not considered.
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

/// A YAML file with settings: a value, or a list of values, for each.
private enum SettingsFile {
  /// The maximum size of the file. A larger one is not a settings file.
  private static let maximumBytes = 65_536

  /// Reads the settings, lists joined by commas; `nil` if there is no file and none is required.
  static func values(at path: String, isRequired: Bool) throws(HostError) -> [HostSettingName: String]? {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      if !isRequired, !FileManager.default.fileExists(atPath: path) { return nil }
      throw .configuration(path: path, detail: "the file does not exist or cannot be read")
    }
    try checkOwner(of: path)
    guard bytes.count <= maximumBytes, let text = String(bytes: bytes, encoding: .utf8) else {
      throw .configuration(path: path, detail: "the file is larger than 64 KiB or is not UTF-8")
    }
    let node: Node?
    do {
      node = try Yams.compose(yaml: text)
    } catch {
      throw .configuration(path: path, detail: "\(error)")
    }
    guard let node else { return [:] }
    guard case .mapping(let mapping) = node else {
      throw .configuration(path: path, detail: "expected settings such as 'listen: 127.0.0.1:8377'")
    }
    var values: [HostSettingName: String] = [:]
    for (key, value) in mapping {
      let key = key.string ?? "?"
      guard let name = HostSettingName(rawValue: key) else { throw .unknownSetting(path: path, name: key) }
      guard let text = Self.text(of: value) else {
        throw .invalidSetting(
          name: name, origin: .file(path: path), value: "…", expected: "one value, or a list of values")
      }
      values[name] = text
    }
    return values
  }

  /// Refuses a file that another user could change: it says where the store is and who may connect. One of root is usual.
  private static func checkOwner(of path: String) throws(HostError) {
    // Where a link leads to, as in the volumes of Kubernetes.
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    let owner = (attributes?[.ownerAccountID] as? NSNumber)?.uint32Value
    let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue
    guard let owner, let mode else { return }
    guard owner == 0 || owner == geteuid() else {
      throw .configuration(path: path, detail: "it belongs to another user, who can change it: chown root \(target)")
    }
    guard mode & 0o022 == 0 else {
      throw .configuration(path: path, detail: "other users can change it: chmod go-w \(target)")
    }
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

/// The input of the settings: flags, variables and a file.
package struct HTTPServerOptions: Sendable, Hashable {
  package var flags: [HostSettingName: String]
  /// The environment variables of settings, and those whose names look like one.
  package var environment: [String: String]
  /// The path of the settings file; `nil` for none.
  package var file: String?
  package var isFileRequired: Bool

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
