/// What can go wrong in a history beside networks and crashes.
package enum Fault: Sendable, Hashable, CaseIterable {
  /// The vault forgets tombstones.
  case purge
  /// The vault forgets devices.
  case forgetDevices
  /// The vault is set back to a backup.
  case serverRestore
  /// A device is set back to a backup.
  case deviceRestore
  /// A device's files are copied to another device.
  case clone
}
