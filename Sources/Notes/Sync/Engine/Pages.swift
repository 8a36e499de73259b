import NotesDomain

/// Reads what a store holds of the vault's items a page at a time: all of them at once may not fit in memory.
enum Pages {
  /// The most items of a page; those that are large come in smaller ones.
  static let size = 500

  /// Reads all items.
  ///
  /// - Parameters:
  ///   - page: The next items after an id.
  ///   - body: What to do with each. It may forget the item.
  static func forEach(
    _ page: (_ after: NoteID?, _ limit: Int) throws(StoreError) -> [VaultItem],
    _ body: (VaultItem) throws(StoreError) -> Void
  ) throws(StoreError) {
    var last: NoteID?
    while true {
      let items = try page(last, size)
      for item in items { try body(item) }
      guard let next = items.last?.id else { return }
      last = next
    }
  }
}
