import Foundation

/// The network and the battery of the computer, as Linux tells of them in files
/// (<https://docs.kernel.org/filesystems/proc.html>, <https://docs.kernel.org/power/power_supply_class.html>).
/// Other systems have no such files, and tell nothing here.
struct SystemFiles: Sendable {
  private let root: String

  /// - Parameter root: The directory with `proc` and `sys`.
  init(root: String = "") {
    self.root = root
  }

  /// Whether there is a way to other computers; `nil` if the system does not tell.
  var hasRoute: Bool? {
    let (old, new) = (lines(of: "/proc/net/route"), lines(of: "/proc/net/ipv6_route"))
    guard old != nil || new != nil else { return nil }
    // The columns are the name of the interface, the destination, the gateway, and the flags, of which the first is "up".
    let isOld = old?.dropFirst().contains { $0.count > 3 && Self.leads($0[3], by: $0[0]) } ?? false
    // The columns are the destination and its length first, and the flags and the name of the interface last. Each interface has
    // routes to its neighbours and to groups (fe80 and ff00), with a network or without one.
    let isNew = new?.contains { $0.count > 9 && !Self.isNear($0[0]) && Self.leads($0[8], by: $0[9]) } ?? false
    return isOld || isNew
  }

  private static func leads(_ flags: Substring, by interface: Substring) -> Bool {
    let (up, rejected) = (0x1, 0x200)
    return interface != "lo" && Int(flags, radix: 16).map { $0 & up != 0 && $0 & rejected == 0 } ?? false
  }

  private static func isNear(_ destination: Substring) -> Bool {
    destination.hasPrefix("fe8") || destination.hasPrefix("ff")
  }

  /// Returns whether the computer runs on batteries that are all nearly empty.
  ///
  /// - Parameter limit: The charge in percent up to which it is.
  func isBatteryLow(at limit: Int) -> Bool {
    let supplies = (try? FileManager.default.contentsOfDirectory(atPath: root + "/sys/class/power_supply")) ?? []
    // A mouse has a battery, too, which powers nothing but itself.
    let batteries = supplies.map { "/sys/class/power_supply/\($0)" }.filter {
      word(of: $0 + "/type") == "Battery" && word(of: $0 + "/scope") != "Device"
    }
    return batteries.contains { word(of: $0 + "/status") == "Discharging" }
      && batteries.allSatisfy { word(of: $0 + "/capacity").flatMap { Int($0) }.map { $0 <= limit } ?? false }
  }

  private func word(of path: String) -> Substring? { lines(of: path)?.first?.first }

  /// Returns the words of each line of a file; `nil` if it cannot be read.
  private func lines(of path: String) -> [[Substring]]? {
    guard let bytes = FileManager.default.contents(atPath: root + path) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      line.split { $0 == " " || $0 == "\t" }
    }
  }
}
