/// The stored form of a batch's results: for each change the kind of its result in one byte, then eight bytes, most
/// significant first, with a revision or the length of a refusal's code, then the code.
package enum ReceiptResults {
  private enum Kind: UInt8 {
    case applied = 1
    case conflict = 2
    case conflictWithTombstone = 3
    case refused = 4
  }

  package static func encode(_ results: [PushResult]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(results.count * 9)
    func append(_ kind: Kind, _ word: Int64) {
      bytes.append(kind.rawValue)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> Int64(shift)))
      }
    }
    for result in results {
      switch result {
      case .applied(let revision): append(.applied, revision.number)
      case .conflict(let revision, let isDeleted):
        append(isDeleted ? .conflictWithTombstone : .conflict, revision.number)
      case .refused(let refusal):
        append(.refused, Int64(refusal.code.utf8.count))
        bytes += refusal.code.utf8
      }
    }
    return bytes
  }

  /// Decodes what ``encode(_:)`` produces; `nil` for other bytes.
  package static func decode(_ bytes: [UInt8]) -> [PushResult]? {
    var results: [PushResult] = []
    var rest = bytes[...]
    while let first = rest.popFirst() {
      guard let kind = Kind(rawValue: first), rest.count >= 8 else { return nil }
      let word = rest.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
      rest = rest.dropFirst(8)
      switch kind {
      case .applied: results.append(.applied(Revision(word)))
      case .conflict: results.append(.conflict(revision: Revision(word), isDeleted: false))
      case .conflictWithTombstone: results.append(.conflict(revision: Revision(word), isDeleted: true))
      case .refused:
        guard 0...Int64(rest.count) ~= word,
          let code = String(validating: rest.prefix(Int(word)), as: UTF8.self)
        else { return nil }
        results.append(.refused(PushRefusal(code: code)))
        rest = rest.dropFirst(Int(word))
      }
    }
    return results
  }
}
