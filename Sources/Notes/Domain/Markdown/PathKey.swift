/// A path as the key of a dictionary or a member of a set. Two keys are equal if the bytes of their paths are.
///
/// `String` takes the composed and the decomposed form of a name for one, and a folder can have a file of each.
package struct PathKey: Hashable, Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  package static func == (left: PathKey, right: PathKey) -> Bool { left.path.hasSameBytes(as: right.path) }

  package func hash(into hasher: inout Hasher) {
    for byte in path.utf8 { hasher.combine(byte) }
  }
}
