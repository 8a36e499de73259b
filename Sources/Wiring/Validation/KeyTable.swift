/// Where the binding of each key is.
///
/// A table with open addressing and linear probing, keyed by the address of the type: a dictionary would spend most of a
/// plan's time on hashing keys so well that nobody can choose bad ones, and a type's address is nobody's choice.
struct KeyTable: Sendable {
  private struct Entry: Sendable {
    /// The address of the type; 0 for an empty place.
    var type: UInt = 0
    var position = 0
    var qualifier: String?
  }

  private var entries: [Entry]
  private var count = 0

  init(minimumCapacity: Int) {
    var capacity = 16
    while capacity < minimumCapacity * 2 { capacity *= 2 }
    entries = Array(repeating: Entry(), count: capacity)
  }

  /// The position of the binding of a key. O(1).
  subscript(key: AnyKey) -> Int? {
    let entry = entries[place(of: key)]
    return entry.type == 0 ? nil : entry.position
  }

  /// Sets the position of the binding of a key.
  ///
  /// - Returns: The position that was there before.
  @discardableResult
  mutating func update(_ key: AnyKey, to position: Int) -> Int? {
    if (count + 1) * 2 > entries.count { grow() }
    let place = place(of: key)
    defer { entries[place].position = position }
    if entries[place].type != 0 { return entries[place].position }
    entries[place].type = Self.address(of: key)
    entries[place].qualifier = key.qualifier
    count += 1
    return nil
  }

  private func place(of key: AnyKey) -> Int {
    let type = Self.address(of: key)
    var place = Self.hash(type, key.qualifier) & (entries.count - 1)
    while entries[place].type != 0 {
      if entries[place].type == type, entries[place].qualifier == key.qualifier { return place }
      place = (place + 1) & (entries.count - 1)
    }
    return place
  }

  private mutating func grow() {
    let old = entries
    entries = Array(repeating: Entry(), count: old.count * 2)
    for entry in old where entry.type != 0 {
      var place = Self.hash(entry.type, entry.qualifier) & (entries.count - 1)
      while entries[place].type != 0 { place = (place + 1) & (entries.count - 1) }
      entries[place] = entry
    }
  }

  private static func hash(_ type: UInt, _ qualifier: String?) -> Int {
    var hash = type
    if let qualifier {
      for byte in qualifier.utf8 { hash = (hash ^ UInt(byte)) &* 0x100_0000_01B3 }
    }
    // Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4): addresses of types differ in their middle bits.
    return Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 20)
  }

  private static func address(of key: AnyKey) -> UInt {
    UInt(bitPattern: ObjectIdentifier(key.type))
  }
}
