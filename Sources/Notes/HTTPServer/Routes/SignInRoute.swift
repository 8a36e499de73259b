import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesWire

/// Signs a device in.
struct SignInRoute: Route {
  static let endpoint = WireEndpoint.signIn

  let call: Call
  let body: BodyReader
  let accounts: any AccountService

  func answer() async throws(RequestFailure) -> Response {
    let bytes = try await body.bytes(of: call.request, limit: WireLimit.signIn)
    let request: SignInRequest
    do { request = try WireFormat.decodeSignInRequest(bytes, limit: WireLimit.signIn) } catch {
      throw RequestFailure(from: error)
    }
    let reply: SignInReply
    do { reply = try await accounts.signIn(request, from: call.peer) } catch { throw RequestFailure(from: error) }
    return Response(message: WireFormat.encode(reply))
  }
}
