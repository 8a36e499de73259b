// The conformances of the program's types, read from the descriptors that the compiler emits.
//
// The layouts are those of `ProtocolConformanceDescriptor`, `ExistentialTypeMetadata` and `ValueMetadata` in the Swift
// repository's include/swift/ABI/Metadata.h, a part of Swift's stable binary interface. The Swift runtime scans the same
// section once for each new pair of a type and a protocol.

#include "wiring_records.h"

#if defined(__linux__)

#include <elf.h>
#include <sys/auxv.h>

// Weak, as in wiring_records.c.
extern const int32_t __start_swift5_protocol_conformances[] __attribute__((weak, visibility("hidden")));
extern const int32_t __stop_swift5_protocol_conformances[] __attribute__((weak, visibility("hidden")));
extern const char __ehdr_start[] __attribute__((weak, visibility("hidden")));

// Other images can add conformances to the types of a library, but not to those of the executable.
static bool is_in_executable(void) {
  if (sizeof(void *) != 8 || !__ehdr_start) return false;
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)__ehdr_start;
  return (uintptr_t)__ehdr_start + header->e_phoff == getauxval(AT_PHDR);
}

ptrdiff_t wiring_conformance_count(void) {
  if (!__start_swift5_protocol_conformances || !is_in_executable()) return 0;
  return __stop_swift5_protocol_conformances - __start_swift5_protocol_conformances;
}

static const int32_t *conformance(ptrdiff_t index) {
  const int32_t *record = __start_swift5_protocol_conformances + index;
  return (const int32_t *)((const char *)record + *record);
}

#else

// On other platforms the Swift runtime is queried for each pair.
ptrdiff_t wiring_conformance_count(void) { return 0; }

static const int32_t *conformance(ptrdiff_t index) { return NULL; }

#endif

// The words of a conformance: protocol, type, witness table, flags; then the fields of the flags.
enum { flags_word = 3, type_kind_shift = 3, type_kind_mask = 7 };

const void *wiring_conformance_protocol(ptrdiff_t index) {
  const int32_t *words = conformance(index);
  // The low bit tells that the target is a pointer to the descriptor.
  const void *target = (const char *)words + (*words & ~1);
  return *words & 1 ? *(const void *const *)target : target;
}

const void *wiring_conformance_type(ptrdiff_t index) {
  const int32_t *words = conformance(index);
  const uint32_t kind = ((uint32_t)words[flags_word] >> type_kind_shift) & type_kind_mask;
  if (kind > 1) return NULL;
  const void *target = (const char *)(words + 1) + words[1];
  return kind == 1 ? *(const void *const *)target : target;
}

// The supported kinds of metadata, and a flag of an existential.
enum { kind_struct = 0x200, kind_enum = 0x201, kind_existential = 0x303, has_superclass = 0x40000000 };

const void *wiring_descriptor_of_type(const void *metadata) {
  const uintptr_t *words = metadata;
  if (words[0] != kind_struct && words[0] != kind_enum) return wiring_descriptor_of_class(metadata);
  return sizeof(void *) == 8 ? (const void *)words[1] : NULL;
}

ptrdiff_t wiring_protocol_count(const void *metadata) {
  const uintptr_t *words = metadata;
  const uint32_t *numbers = (const uint32_t *)(words + 1);
  if (words[0] != kind_existential || (numbers[0] & has_superclass)) return 0;
  return numbers[1];
}

const void *wiring_protocol(const void *metadata, ptrdiff_t index) {
  return ((const void *const *)metadata)[2 + index];
}

bool wiring_has_superclass(const void *descriptor) {
  enum { kind_mask = 0x1f, kind_class = 16, superclass_word = 5 };
  const int32_t *words = descriptor;
  return ((uint32_t)words[0] & kind_mask) == kind_class && words[superclass_word] != 0;
}
