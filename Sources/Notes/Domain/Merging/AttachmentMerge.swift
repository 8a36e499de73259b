/// The three-way merge of the attachments of a note, by name.
///
/// Changes of one side are applied. A file that one side replaced and the other removed remains. When both sides added
/// different files under one name, theirs remains under the name and ours gets a number: only an explicit removal drops
/// a file.
package enum AttachmentMerge {
  /// Merges the attachments of two versions; `nil` when there are more than ``Attachment/maximumCount``. O(n log n).
  package static func merge(base: [Attachment], ours: [Attachment], theirs: [Attachment]) -> [Attachment]? {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    let (before, own, other) = (byName(base), byName(ours), byName(theirs))
    var merged: [[UInt8]: Attachment] = [:]
    var renamed: [Attachment] = []
    for name in Set(own.keys).union(other.keys) {
      let (first, second) = (own[name], other[name])
      if first == second || second == before[name] {
        merged[name] = first
      } else {
        merged[name] = second ?? first
        if let first, second != nil, first != before[name] { renamed.append(first) }
        if second == nil, first == before[name] { merged[name] = nil }
      }
    }
    // Sorted, so that the result is deterministic.
    for attachment in renamed.inOrderOfNames() {
      guard let copy = attachment.renamed(beside: merged) else { return nil }
      merged[copy.nameBytes] = copy
    }
    return merged.count <= Attachment.maximumCount ? Array(merged.values).inOrderOfNames() : nil
  }

  private static func byName(_ attachments: [Attachment]) -> [[UInt8]: Attachment] {
    Dictionary(attachments.map { ($0.nameBytes, $0) }) { _, last in last }
  }
}

extension Attachment {
  /// Returns the file under its own name, or the first of `plan (2).pdf`, `plan (3).pdf` and so on that no other file has.
  package func renamed(beside others: [Attachment]) -> Attachment {
    guard others.named(name) != nil else { return self }
    let others = Dictionary(others.map { ($0.nameBytes, $0) }) { _, last in last }
    return renamed(beside: others) ?? self
  }

  /// Returns the file under the first free name of `plan (2).pdf`, `plan (3).pdf` and so on.
  fileprivate func renamed(beside others: [[UInt8]: Attachment]) -> Attachment? {
    (2...others.count + 2).lazy.compactMap { number in
      Attachment(name: Self.name(name, numbered: number), digest: digest, size: size, path: path)
    }.first { copy in others[copy.nameBytes].map { $0 == copy } ?? true }
  }

  /// Inserts a number before the extension of a name, and shortens the rest to the maximum length.
  private static func name(_ name: String, numbered number: Int) -> String {
    let dot = name.lastIndex(of: ".").flatMap { dot in
      dot > name.startIndex && name[dot...].utf8.count <= longestEnding ? dot : nil
    }
    let suffix = " (\(number))" + name[(dot ?? name.endIndex)...]
    var stem = name[..<(dot ?? name.endIndex)]
    while stem.utf8.count + suffix.utf8.count > maximumNameBytes { stem.removeLast() }
    return stem + suffix
  }

  /// The maximum length of an extension in bytes. A longer one is part of the name.
  private static var longestEnding: Int { 16 }
}
