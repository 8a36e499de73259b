import Wiring

/// Why a file is not read any further.
struct Refusal: Error {
  let problem: Problem
}
