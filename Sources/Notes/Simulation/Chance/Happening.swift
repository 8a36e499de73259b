/// What a trace tells of.
enum Happening: UInt8, Sendable {
  case step, edit, commit, accepted, request, reply, cut, ended, look
}
