import CoreMetrics
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NotesDomain

/// Counts requests.
struct FigureLayer: RequestLayer {
  let figures: ServerFigures
  let clock: any MonotonicClock

  func respond(
    to request: Request, _ context: HTTPContext, next: any HTTPResponder<HTTPContext>
  ) async throws -> Response {
    let start = clock.milliseconds()
    figures.inFlight.increment()
    defer { figures.inFlight.decrement() }
    let response = try await next.respond(to: request, context: context)
    figures.count(
      context.record.route, status: response.status.code, milliseconds: clock.milliseconds() - start)
    return response
  }
}
