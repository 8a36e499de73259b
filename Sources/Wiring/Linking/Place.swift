/// Something to tell one node of a container from the others.
final class Place: Sendable {}
