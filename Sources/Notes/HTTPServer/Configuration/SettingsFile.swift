import Foundation
import NotesDomain
import Yams

/// The file with a server's settings, in YAML: a value, or a list of values, for each.
struct SettingsFile {
  private let path: String
  private let isNeeded: Bool

  /// The most bytes of a file; whatever is longer is something else.
  private static let mostBytes = 65_536

  /// Names a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isNeeded: Whether it must be there.
  init(_ path: String, isNeeded: Bool) {
    self.path = path
    self.isNeeded = isNeeded
  }

  /// The settings in the file, lists with commas between; `nil` when there is no file and there need not be one.
  func values() throws(HostError) -> [HostSettingName: String]? {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      if !isNeeded, !FileManager.default.fileExists(atPath: path) { return nil }
      throw .configuration(path: path, detail: "it is not there, or may not be read")
    }
    guard bytes.count <= Self.mostBytes, let text = String(bytes: bytes, encoding: .utf8) else {
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
