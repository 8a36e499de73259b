import Wiring

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The bindings of a graph as its JSON has them, read back.
struct GraphRecord: Decodable, Sendable {
  /// One binding.
  struct Binding: Decodable, Sendable, Hashable {
    let key: String
    let scope: String
    let kind: String
    let isolation: String
    let module: String
    let location: Location
    let notes: [String]

    /// Whether the container derived it from others. Consumers name it among their dependencies.
    var isDerived: Bool {
      switch kind {
      case "proxy", "collection", "view": true
      case "handle", "value": module == "Wiring"
      default: false
      }
    }
  }

  /// The location of a binding.
  struct Location: Decodable, Sendable, Hashable {
    let file: String
    let line: Int
    let column: Int
  }

  private struct Edge: Decodable {
    let from: Int
    let to: Int
  }

  private enum CodingKeys: CodingKey {
    case version, roots, bindings, edges
  }

  /// The bindings, in the order of their declaration.
  let bindings: [Binding]
  /// The keys of each binding's dependencies, sorted.
  let dependencies: [[String]]
  /// The keys of the entry points.
  let roots: [String]

  /// Reads the text of `GraphDescription.json`.
  init(json: String) throws(GraphDifference.Unreadable) {
    do {
      self = try JSONDecoder().decode(GraphRecord.self, from: Data(json.utf8))
    } catch let error as GraphDifference.Unreadable {
      throw error
    } catch {
      throw .notAGraph
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == 1 else { throw GraphDifference.Unreadable.version(version) }
    let bindings = try container.decode([Binding].self, forKey: .bindings)
    func key(_ position: Int) throws -> String {
      guard bindings.indices.contains(position) else { throw GraphDifference.Unreadable.notAGraph }
      return bindings[position].key
    }
    var dependencies = Array(repeating: [String](), count: bindings.count)
    for edge in try container.decode([Edge].self, forKey: .edges) {
      _ = try key(edge.from)
      dependencies[edge.from].append(try key(edge.to))
    }
    self.bindings = bindings
    self.dependencies = dependencies.map { $0.sorted() }
    roots = try container.decode([Int].self, forKey: .roots).map(key)
  }
}
