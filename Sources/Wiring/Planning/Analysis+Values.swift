extension Analysis {
  /// The object of a binding to a ready value, which is there before anything is built.
  func value(at position: Int) -> Any? {
    for case .value(let value) in declarations[position].modifiers { return value }
    return nil
  }
}
