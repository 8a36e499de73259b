import NotesDomain

extension JSONValue {
  /// A setting, as `serve --print-config` prints it.
  static func setting(_ setting: HostSetting) -> JSONValue {
    .members(
      ("name", .string(setting.name.rawValue)), ("value", setting.value.map(JSONValue.string) ?? .null),
      ("origin", .string(setting.origin.words(for: setting.name))))
  }

  /// A setting that shows which fields there are.
  static var settingExample: JSONValue {
    setting(HostSetting(name: .listen, value: nil, origin: .standard))
  }
}
