import NotesDomain
import NotesHTTPAPI
import Testing

@Suite struct APIRouteTests {
  private static let digest = BlobDigest(bytes: Array(repeating: 0xAB, count: 32))
  private static let digits = String(repeating: "ab", count: 32)

  private static func routes() throws -> [(APIRoute, String)] {
    let digest = try #require(digest)
    let vault = try #require(VaultID("anna-1"))
    return [
      (.signIn, "POST /v1/sign-in"), (.devices, "GET /v1/devices"),
      (.revoke(SignedInDeviceID(bits: 0x1F)), "DELETE /v1/devices/000000000000001f"),
      (.password, "PUT /v1/password"),
      (.push(vault), "POST /v1/vaults/anna-1/push"), (.changes(vault), "GET /v1/vaults/anna-1/changes"),
      (.watch(vault), "GET /v1/vaults/anna-1/watch"),
      (.blobProgress(digest, vault), "HEAD /v1/vaults/anna-1/blobs/\(digits)"),
      (.sendBlob(digest, vault), "PUT /v1/vaults/anna-1/blobs/\(digits)"),
      (.blob(digest, vault), "GET /v1/vaults/anna-1/blobs/\(digits)"),
    ]
  }

  @Test func `each route has one method and one path, and is parsed from them`() throws {
    let routes = try Self.routes()
    for (route, line) in routes {
      #expect("\(route.endpoint.method.rawValue) \(route.path)" == line)
      #expect(try APIRoute(method: route.endpoint.method.rawValue, path: route.path) == route)
    }
    #expect(Set(routes.map(\.0.endpoint)) == Set(APIEndpoint.allCases))
  }

  @Test func `a path has as many components as its pattern`() throws {
    for (route, _) in try Self.routes() {
      let pattern = route.endpoint.pattern.split(separator: "/", omittingEmptySubsequences: false)
      let path = route.path.split(separator: "/", omittingEmptySubsequences: false)
      #expect(pattern.count == path.count)
      for (name, part) in zip(pattern, path) { #expect(name == part || name.first == "{") }
    }
  }

  @Test(arguments: [
    "", "/", "v1/devices", "/v1", "/v1/", "/v1/devices/", "//v1/devices", "/v1//devices", "/V1/devices", "/v2/devices",
    "/v1/devices?x=1", "/v1/devices/1f", "/v1/devices/000000000000001F", "/v1/devices/00000000%300001f",
    "/v1/vaults//changes", "/v1/vaults/Anna/changes", "/v1/vaults/an%6ea/changes", "/v1/vaults/../changes",
    "/v1/vaults/a/b/changes", "/v1/vaults/a/changes/", "/v1/vaults/a/%63hanges", "/v1/vaults/{vault}/changes",
    "/v1/vaults/a/blobs/", "/v1/vaults/a/blobs/ab", "/v1/vaults/a\u{0}/changes", "/v1/vaults/ä/changes",
    "/v1/vaults/" + String(repeating: "a", count: 65) + "/changes", "/v1/devices" + String(repeating: "/", count: 9999),
  ])
  func `an unknown path is rejected`(path: String) {
    for method in APIMethod.allCases {
      #expect(throws: RouteMatchError.unknownPath) { try APIRoute(method: method.rawValue, path: path) }
    }
  }

  @Test func `an unsupported method differs from an unknown path`() throws {
    #expect(throws: RouteMatchError.wrongMethod(allowed: [.post])) {
      try APIRoute(method: "GET", path: "/v1/sign-in")
    }
    #expect(throws: RouteMatchError.wrongMethod(allowed: [.head, .put, .get])) {
      try APIRoute(method: "DELETE", path: "/v1/vaults/a/blobs/\(Self.digits)")
    }
    #expect(throws: RouteMatchError.wrongMethod(allowed: [.get])) { try APIRoute(method: "get", path: "/v1/devices") }
  }

  @Test func `only the sign-in needs no token`() {
    #expect(APIEndpoint.allCases.filter { !$0.needsToken } == [.signIn])
  }
}
