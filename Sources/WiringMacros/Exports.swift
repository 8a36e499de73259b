// A file that carries attributes imports this module alone: what they generate names types of the library.
@_exported public import Wiring
