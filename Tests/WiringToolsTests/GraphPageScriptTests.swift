import Crypto
import Foundation
import Testing

@testable import WiringTools

/// Left out where only the library is built, which needs no other package.
@Suite struct GraphPageScriptTests {
  @Test func `a page allows its own script only`() {
    let digest = Data(SHA256.hash(data: Data(GraphPage.script.utf8))).base64EncodedString()
    #expect(GraphPage.scriptDigest == digest)
    let page = WiringCommand.output(
      of: ["--sources", "/nowhere", "graph", "--format", "html"], program: "shop", plan: { try .shop() }
    ).text
    #expect(page.contains("script-src 'sha256-\(digest)'"))
    #expect(page.contains("<script type=\"module\">\(GraphPage.script)</script>"))
  }
}
