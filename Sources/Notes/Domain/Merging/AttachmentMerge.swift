/// The merge of the files of two versions of a note that go back to one, name by name.
///
/// What one side attached, removed or replaced, is so. A file that one side replaced and the other removed stays. Of two
/// files that the sides gave one name, theirs keeps it, and ours gets a number: no file is ever dropped that a side did not
/// remove.
package enum AttachmentMerge {
  /// Merges the files of two versions. O(count · log count).
  ///
  /// - Parameters:
  ///   - base: The files of the version that both go back to.
  ///   - ours: The files of the one version.
  ///   - theirs: The files of the other version.
  /// - Returns: The files of both; `nil` when they are more than a note may have.
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
    // In order, so that the same two versions make the same one everywhere.
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
  /// The same file under the first of the names `plan (2).pdf`, `plan (3).pdf` and so on that no other file has.
  ///
  /// - Parameter others: Files by the bytes of their names.
  fileprivate func renamed(beside others: [[UInt8]: Attachment]) -> Attachment? {
    (2...others.count + 2).lazy.compactMap { number in
      Attachment(name: Self.name(name, numbered: number), digest: digest, size: size)
    }.first { copy in others[copy.nameBytes].map { $0 == copy } ?? true }
  }

  /// A name with a number before its ending, and with so much left out before that as is too long.
  private static func name(_ name: String, numbered number: Int) -> String {
    let dot = name.lastIndex(of: ".").flatMap { dot in
      dot > name.startIndex && name[dot...].utf8.count <= longestEnding ? dot : nil
    }
    let suffix = " (\(number))" + name[(dot ?? name.endIndex)...]
    var stem = name[..<(dot ?? name.endIndex)]
    while stem.utf8.count + suffix.utf8.count > maximumNameBytes { stem.removeLast() }
    return stem + suffix
  }

  /// The longest ending, in bytes, that is taken for one: what is longer is part of the name.
  private static var longestEnding: Int { 16 }
}
