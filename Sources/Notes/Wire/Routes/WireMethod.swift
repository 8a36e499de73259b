/// What a request asks to be done with what its path names.
public enum WireMethod: String, Sendable, Hashable, CaseIterable {
  case head = "HEAD"
  case get = "GET"
  case put = "PUT"
  case post = "POST"
  case delete = "DELETE"
}
