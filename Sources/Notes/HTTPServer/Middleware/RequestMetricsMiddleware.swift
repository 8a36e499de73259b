import CoreMetrics
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NotesDomain

/// Counts requests and measures their duration.
struct RequestMetricsMiddleware: RouterMiddleware {
  let metrics: ServerMetrics
  let uptime: Stopwatch

  func handle(_ request: Request, context: HTTPRequestContext, next: HTTPRequestContext.Next) async throws -> Response {
    let start = uptime.elapsed
    metrics.inFlight.increment()
    defer { metrics.inFlight.decrement() }
    let response = try await next(request, context)
    metrics.count(context.annotations.route, status: response.status.code, duration: uptime.elapsed - start)
    return response
  }
}
