/// The record that `@Component` writes into a section of the program for each marked type, and `@LazyProxy` for each
/// protocol.
///
/// A tuple of constants, since the linker gathers only data that needs no code to run. A change of the layout changes
/// the value of `kind`, so that records of an older library are skipped.
public typealias ComponentRecord = (
  kind: UInt32, flags: UInt32, accessor: @convention(c) (_ out: UnsafeMutableRawPointer) -> Bool, reserved1: UInt,
  reserved2: UInt
)
