import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// What goes with a request on its way in: where it came from, and what the layers have found out so far.
struct HTTPContext: InitializableFromSource, Sendable {
  /// The connection that it came over.
  let channel: any Channel
  /// Where the request's log goes. The layer that names the request adds its id.
  var logger: Logger
  /// What the log calls the request.
  var id = ""
  /// Where the request comes from: an address, without the port.
  var peer = ""
  /// What the layers inside find out, for those outside.
  let record = RequestRecord()

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
    logger = source.logger
  }
}
