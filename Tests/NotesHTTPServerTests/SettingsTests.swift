import Foundation
import NotesDomain
import NotesFronts
import NotesHosting
import Testing

@testable import NotesHTTPServer

struct SettingsTests {
  @discardableResult
  private func withFile<Value>(_ text: String, _ body: (String) throws -> Value) throws -> Value {
    let path = FileManager.default.temporaryDirectory.path + "/server-\(UUID().uuidString).yaml"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  @Test func `a flag precedes a variable, and a variable precedes the file`() throws {
    let text = "listen: 127.0.0.1:3\nlog-level: debug\nmax-connections: 30\n"
    try withFile(text) { path in
      let options = HTTPServerOptions(
        flags: [.listen: "127.0.0.1:1"],
        environment: ["NOTESCTL_SERVER_LISTEN": "127.0.0.1:2", "NOTESCTL_SERVER_MAX_CONNECTIONS": "20"], file: path)
      let settings = try HTTPConfiguration(options: options).settings()
      func setting(_ name: HostSettingName) -> HostSetting? { settings.first { $0.name == name } }
      #expect(setting(.listen) == HostSetting(name: .listen, value: "127.0.0.1:1", origin: .flag))
      #expect(setting(.maximumConnections) == HostSetting(name: .maximumConnections, value: "20", origin: .variable))
      #expect(setting(.logLevel) == HostSetting(name: .logLevel, value: "debug", origin: .file(path: path)))
      #expect(setting(.logFormat) == HostSetting(name: .logFormat, value: "text", origin: .standard))
      #expect(settings.map(\.name) == HostSettingName.allCases)
    }
  }

  @Test func `a list in the file equals one with commas`() throws {
    let listed = try withFile("trusted-proxies: [10.0.0.0/8, 127.0.0.1]\n") { path in
      try HTTPServerSettings(HTTPServerOptions(file: path))
    }
    let flagged = try HTTPServerSettings(HTTPServerOptions(flags: [.trustedProxies: "10.0.0.0/8, 127.0.0.1"]))
    #expect(listed == flagged && listed.trustedProxies.count == 2)
  }

  @Test func `the address of the database is shown without its parameters`() throws {
    let options = HTTPServerOptions(flags: [.storeDirect: "postgres://ada@db:5432/notes?sslmode=require"])
    let shown = try HTTPConfiguration(options: options).settings().first { $0.name == .storeDirect }
    #expect(shown?.value == "postgres://ada@db:5432/notes")
    #expect(try HTTPServerSettings(options).storeDirect?.text.hasSuffix("sslmode=require") == true)
  }

  @Test(arguments: ["postgres://ada:secret@db/notes", "host=db password=secret", "POSTGRES://ada:secret@db", "secret"])
  func `no message quotes an address of a database that is refused`(text: String) throws {
    let error = #expect(throws: HostError.self) {
      try HTTPServerSettings(HTTPServerOptions(environment: ["NOTESCTL_SERVER_STORE_DIRECT": text]))
    }
    #expect(!String(describing: try #require(error)).contains("secret"))
  }

  @Test func `an unknown setting is an error`() throws {
    try withFile("listn: 127.0.0.1:3\n") { path in
      #expect(throws: HostError.unknownSetting(path: path, name: "listn")) {
        try HTTPServerSettings(HTTPServerOptions(file: path))
      }
    }
  }

  @Test func `a variable of an unknown setting is an error`() throws {
    let misspelled = HTTPServerOptions(environment: ["NOTESCTL_SERVER_MAX_CONECTIONS": "20", "PATH": "/bin"])
    #expect(throws: HostError.unknownVariable(name: "NOTESCTL_SERVER_MAX_CONECTIONS")) {
      try HTTPServerSettings(misspelled)
    }
    #expect(throws: HostError.unknownVariable(name: "NOTESCTL_SERVER_PORT")) {
      try HTTPServerSettings(HTTPServerOptions(environment: ["NOTESCTL_SERVER_PORT": "8377"]))
    }
    #expect(throws: Never.self) {
      try HTTPServerSettings(HTTPServerOptions(environment: ["NOTESCTL_SERVER_MAX_CONECTIONS": ""]))
    }
  }

  @Test func `the variables of a Kubernetes service are not settings`() throws {
    let variables = [
      "NOTESCTL_SERVER_SERVICE_HOST": "10.0.0.1", "NOTESCTL_SERVER_SERVICE_PORT": "8377",
      "NOTESCTL_SERVER_PORT": "tcp://10.0.0.1:8377", "NOTESCTL_SERVER_PORT_8377_TCP_ADDR": "10.0.0.1",
    ]
    #expect(try HTTPServerSettings(HTTPServerOptions(environment: variables)) == HTTPServerSettings())
  }

  @Test func `metrics are served to other machines only behind a proxy`() throws {
    let certified: [HostSettingName: String] = [
      .metricsListen: "0.0.0.0:9377", .tlsCertificate: "chain.pem", .tlsKey: "key.pem",
    ]
    #expect(throws: HostError.unencryptedMetrics(address: "0.0.0.0:9377")) {
      try HTTPServerSettings(HTTPServerOptions(flags: certified))
    }
    for flags: [HostSettingName: String] in [
      [.metricsListen: "[::1]:9377"], [.metricsListen: "0.0.0.0:9377", .behindProxy: "true"],
      [.metricsListen: "0.0.0.0:9377", .trustedProxies: "10.0.0.0/8"],
    ] {
      #expect(try HTTPServerSettings(HTTPServerOptions(flags: flags)).metricsListen?.port == 9377)
    }
  }

  @Test(arguments: [
    ([HostSettingName: String](), "http://127.0.0.1:8377"), ([.listen: "[::1]:80"], "http://[::1]:80"),
    ([.listen: "0.0.0.0:1", .behindProxy: "true"], "http://127.0.0.1:1"),
    ([.listen: "[::]:1", .behindProxy: "true"], "http://[::1]:1"),
    ([.listen: "[0:0::0]:443", .tlsCertificate: "chain.pem", .tlsKey: "key.pem"], "https://[::1]:443"),
    ([.listen: "192.0.2.7:1", .trustedProxies: "192.0.2.8"], "http://192.0.2.7:1"),
  ])
  func `a client on this machine connects to the listen address`(flags: [HostSettingName: String], address: String)
    throws
  {
    #expect(try HTTPConfiguration(options: HTTPServerOptions(flags: flags)).localAddress() == address)
  }

  @Test(arguments: ["- a\n- b\n", "listen: [\n", "just words\n", "listen: {host: x}\n", "? [a]\n: b\n"])
  func `a malformed file is an error`(text: String) throws {
    try withFile(text) { path in
      #expect(throws: HostError.self) { try HTTPServerSettings(HTTPServerOptions(file: path)) }
    }
  }

  @Test(arguments: [0o620, 0o602])
  func `a file that other users can change is refused, with the way to mend it`(mode: Int) throws {
    try withFile("log-level: debug\n") { path in
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      let error = #expect(throws: HostError.self) { try HTTPServerSettings(HTTPServerOptions(file: path)) }
      #expect(error == .configuration(path: path, detail: "other users can change it: chmod go-w \(path)"))
    }
  }

  @Test func `a missing file is an error only if it is required`() throws {
    #expect(throws: HostError.self) { try HTTPServerSettings(HTTPServerOptions(file: "/nowhere/server.yaml")) }
    let usual = HTTPServerOptions(file: "/nowhere/server.yaml", isFileRequired: false)
    #expect(try HTTPServerSettings(usual) == HTTPServerSettings())
  }

  @Test(arguments: [
    (HostSettingName.listen, "8377"), (.maximumConnections, "0"), (.maximumConnections, "many"), (.logLevel, "loud"),
    (.logFormat, "xml"), (.trustedProxies, "10.0.0.0/40"), (.behindProxy, "yes"), (.metricsListen, "x"),
    (.maximumWatchers, "-1"), (.maximumNotes, "1e3"), (.maximumBlobBytes, "4294967296"), (.tlsKey, ""),
  ])
  func `an invalid value is an error that names its source`(name: HostSettingName, text: String) {
    let error = #expect(throws: HostError.self) { try HTTPServerSettings(HTTPServerOptions(flags: [name: text])) }
    guard case .invalidSetting(name, .flag, text, let expected)? = error else { return #expect(Bool(false), "\(name)") }
    #expect(!expected.isEmpty)
  }

  @Test func `a server for other machines needs encryption or a proxy`() throws {
    let open = HTTPServerOptions(flags: [.listen: "0.0.0.0:8377"])
    #expect(throws: HostError.unencrypted(address: "0.0.0.0:8377")) { try HTTPServerSettings(open) }
    for (name, value) in [(HostSettingName.behindProxy, "true"), (.trustedProxies, "10.0.0.0/8")] {
      var options = open
      options.flags[name] = value
      #expect(try HTTPServerSettings(options).listen.host == "0.0.0.0")
    }
    #expect(throws: HostError.incompleteCertificate) {
      try HTTPServerSettings(HTTPServerOptions(flags: [.tlsKey: "key.pem"]))
    }
  }
}
