import NotesDomain

/// How the server is set, for whoever wants to see it.
struct HTTPConfiguration: HostConfiguration {
  let options: HTTPServerOptions

  func settings() throws(HostError) -> [HostSetting] {
    let sources = try SettingSources(options)
    let settings = try HTTPServerSettings(sources)
    return HostSettingName.allCases.map { name in
      HostSetting(name: name, value: settings.text(of: name), origin: sources.find(name)?.origin ?? .standard)
    }
  }

  func localAddress() throws(HostError) -> String {
    let settings = try HTTPServerSettings(options)
    return (settings.certificate == nil ? "http://" : "https://") + settings.listen.reachable.description
  }
}
