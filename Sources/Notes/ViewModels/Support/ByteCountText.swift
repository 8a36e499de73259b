/// Numbers of bytes as text.
package enum ByteCountText {
  /// Returns a number of bytes with its unit, as in `512 bytes` or `3.4 MB`.
  package static func of(_ bytes: Int) -> String {
    let units = ["bytes", "kB", "MB", "GB"]
    var (value, unit) = (Double(bytes), 0)
    func rounded() -> Double { (value * 10).rounded() / 10 }
    while rounded() >= 1000, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    guard unit > 0 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    return "\(rounded()) \(units[unit])"
  }
}
