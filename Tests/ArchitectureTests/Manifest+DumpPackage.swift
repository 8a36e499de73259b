import Foundation

extension Manifest {
  /// Reads the output of `swift package dump-package`.
  init(dump: Data) throws {
    let package = try JSONDecoder().decode(DumpedPackage.self, from: dump)
    // A system library belongs to others, like a product of another package. A plugin is run by SwiftPM, depends on nothing,
    // and has no settings. The examples are programs of their own.
    let targets = package.targets.filter { !["system", "plugin"].contains($0.type) && !$0.isExample }
    self.targets = targets.map { target in
      let isTest = target.type == "test"
      return Target(
        name: target.name,
        isTest: isTest,
        folder: target.path ?? (isTest ? "Tests/" : "Sources/") + target.name,
        dependencies: target.dependencies.map(\.name),
        settings: target.settings.map(\.words)
      )
    }
  }
}

private struct DumpedPackage: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    let dependencies: [Dependency]
    let settings: [Setting]

    var isExample: Bool { path?.hasPrefix("Examples/") == true }
  }

  let targets: [Target]

  /// `{"byName": ["NotesDomain", null]}`, or the same with `product` or `target`: the name comes first.
  struct Dependency: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      guard let kind = container.allKeys.first else {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no kind"))
      }
      var values = try container.nestedUnkeyedContainer(forKey: kind)
      name = try values.decode(String.self)
    }
  }

  /// `{"tool": "swift", "kind": {"enableUpcomingFeature": {"_0": "ExistentialAny"}}}`, perhaps with a `condition`.
  struct Setting: Decodable {
    let words: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      let kind = try container.decode([String: [String: Value]].self, forKey: AnyKey("kind"))
      let condition = container.contains(AnyKey("condition")) ? ["under a condition"] : []
      words = (kind.keys + kind.values.flatMap(\.values).flatMap(\.words) + condition).joined(separator: " ")
    }

    struct Value: Decodable {
      let words: [String]

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        words = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
      }
    }
  }

  struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ string: String) { stringValue = string }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
