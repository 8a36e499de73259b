/// The position of each key's binding.
///
/// A hash table with open addressing and linear probing, keyed by the address of the type: a dictionary would spend
/// most of a plan's time on hashing that resists chosen keys, and no input chooses the addresses of types.
struct KeyTable: Sendable {
  private struct Entry: Sendable {
    /// The address of the type; 0 for an empty slot.
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

  /// The position of a key's binding. O(1).
  subscript(key: AnyKey) -> Int? {
    let entry = entries[slot(of: key)]
    return entry.type == 0 ? nil : entry.position
  }

  /// Sets the position of a key's binding.
  ///
  /// - Returns: The previous position.
  @discardableResult
  mutating func update(_ key: AnyKey, to position: Int) -> Int? {
    if (count + 1) * 2 > entries.count { grow() }
    let slot = slot(of: key)
    defer { entries[slot].position = position }
    if entries[slot].type != 0 { return entries[slot].position }
    entries[slot].type = Self.address(of: key)
    entries[slot].qualifier = key.qualifier
    count += 1
    return nil
  }

  private func slot(of key: AnyKey) -> Int {
    let type = Self.address(of: key)
    var slot = Self.hash(type, key.qualifier) & (entries.count - 1)
    while entries[slot].type != 0 {
      if entries[slot].type == type, entries[slot].qualifier == key.qualifier { return slot }
      slot = (slot + 1) & (entries.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    let old = entries
    entries = Array(repeating: Entry(), count: old.count * 2)
    for entry in old where entry.type != 0 {
      var slot = Self.hash(entry.type, entry.qualifier) & (entries.count - 1)
      while entries[slot].type != 0 { slot = (slot + 1) & (entries.count - 1) }
      entries[slot] = entry
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
