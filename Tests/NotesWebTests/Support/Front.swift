import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Wiring

@testable import NotesWeb

/// The front with fakes, and a browser that has opened its session.
///
/// ```swift
/// let front = try await Front(Fakes(notes: [.sample(1, title: "Tea")]))
/// #expect(try await front.get("/").text.contains("Tea"))
/// ```
struct Front: Sendable {
  /// A response, as a browser receives it.
  struct Page: Sendable {
    /// The code of the status.
    let status: Int
    let headers: HTTPFields
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The path to which the response redirects; `nil` for other responses.
    var location: String? { headers[.location] }
  }

  /// The bytes between the parts of a form with files.
  private static let boundary = "boundary-of-the-test"

  let fakes: Fakes
  let session: WebSession
  private let application: Application<RouterResponder<BasicRequestContext>>
  private let graph: Graph<FrontComponents>
  private let cookie: String

  @MainActor
  init(_ fakes: Fakes = Fakes(), store: String = "/data/notes.sqlite") async throws {
    self.fakes = fakes
    graph = try Plan(
      FrontComponents.self,
      modules: [
        ViewModelsModule(), TransferModule(), EncryptionViewModelModule(), FakesModule(fakes), WebModule(),
        EncryptionWebModule(),
        FrontModule(store: store),
      ]
    ).buildOnMainActor()
    session = graph.root.session
    application = buildWebApplication(
      graph.root.screens, session: session, templates: graph.root.templates, address: .hostname("127.0.0.1", port: 0))
    // The client of the tests names this host.
    let address = session.begin(at: "localhost")
    let token = String(address.split(separator: "=").last ?? "")
    cookie = String((session.exchange(token) ?? "").split(separator: ";").first ?? "")
  }

  /// Requests a page.
  func get(_ path: String) async throws -> Page { try await send(.get, path) }

  /// Posts a form from a page of this front.
  func post(_ path: String, _ fields: KeyValuePairs<String, String> = [:]) async throws -> Page {
    let fields = [("token", session.formToken)] + fields.map { ($0.key, $0.value) }
    return try await send(
      .post, path, type: "application/x-www-form-urlencoded", body: Array(WebPath.query(fields.map { ($0, $1) }).utf8))
  }

  /// Posts a form with files from a page of this front.
  func post(
    _ path: String, files: [(name: String, bytes: [UInt8])], _ fields: KeyValuePairs<String, String> = [:]
  ) async throws -> Page {
    var body: [UInt8] = []
    func add(_ disposition: String, _ bytes: [UInt8]) {
      body += "--\(Self.boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n".utf8
      body += bytes
      body += "\r\n".utf8
    }
    add("name=\"token\"", Array(session.formToken.utf8))
    for (name, value) in fields { add("name=\"\(name)\"", Array(value.utf8)) }
    for file in files { add("name=\"files\"; filename=\"\(file.name)\"", file.bytes) }
    body += "--\(Self.boundary)--\r\n".utf8
    return try await send(.post, path, type: "multipart/form-data; boundary=\(Self.boundary)", body: body)
  }

  /// Sends a request, as a page of this front does unless fields are changed; `nil` leaves one out.
  func send(
    _ method: HTTPRequest.Method, _ path: String, type: String? = nil, body: [UInt8]? = nil,
    changing fields: [HTTPField.Name: String?] = [:]
  ) async throws -> Page {
    var headers: HTTPFields = [.cookie: cookie, .origin: "http://localhost"]
    headers[.contentType] = type
    for (name, value) in fields { headers[name] = value }
    let response = try await application.test(.router) { [headers] client in
      try await client.execute(uri: path, method: method, headers: headers, body: body.map { ByteBuffer(bytes: $0) })
    }
    return Page(
      status: response.status.code, headers: response.headers, bytes: Array(response.body.readableBytesView))
  }
}

/// The parts of the front of which the application is built.
struct FrontComponents: Sendable {
  let session: WebSession
  let screens: [WebScreenEntry]
  let templates: Templates
}

/// The bindings that the rest of the program has for the front.
private struct FrontModule: Module {
  let store: String

  func configure(_ binder: inout Binder) {
    binder.bind(TimeText.init)
    binder.bind(WebSettings.self, to: WebSettings(store: store))
    binder.bind(FrontComponents.init)
  }
}

/// Returns the path of the note with a number.
func path(_ number: UInt64) -> String { WebPath.note(SequentialNoteIDGenerator.id(number)) }
