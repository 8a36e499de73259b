// Which types of the program conform to which protocols, as the compiler describes them.
//
// The layouts are those of `ProtocolConformanceDescriptor`, `ExistentialTypeMetadata` and `ValueMetadata` in the Swift
// repository's include/swift/ABI/Metadata.h, a part of Swift's stable binary interface. The language's own runtime reads the
// same section, from its beginning for each pair of a type and a protocol that it meets for the first time.

#include "wiring_records.h"

#if defined(__linux__)

#include <elf.h>
#include <sys/auxv.h>

// Weak, as in wiring_records.c.
extern const int32_t __start_swift5_protocol_conformances[] __attribute__((weak, visibility("hidden")));
extern const int32_t __stop_swift5_protocol_conformances[] __attribute__((weak, visibility("hidden")));
extern const char __ehdr_start[] __attribute__((weak, visibility("hidden")));

// In a library, whoever uses it can add conformances to its types; to those of the program itself nobody can.
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

// Elsewhere the language's runtime is asked for each pair.
ptrdiff_t wiring_conformance_count(void) { return 0; }

static const int32_t *conformance(ptrdiff_t index) { return NULL; }

#endif

// The words of a conformance: protocol, type, witness table, flags; then what the flags say.
enum { flags_word = 3, type_kind_shift = 3, type_kind_mask = 7 };

const void *wiring_conformance_protocol(ptrdiff_t index) {
  const int32_t *place = conformance(index);
  // The low bit says that it is a pointer that is referred to.
  const void *target = (const char *)place + (*place & ~1);
  return *place & 1 ? *(const void *const *)target : target;
}

const void *wiring_conformance_type(ptrdiff_t index) {
  const int32_t *place = conformance(index);
  const uint32_t kind = ((uint32_t)place[flags_word] >> type_kind_shift) & type_kind_mask;
  if (kind > 1) return NULL;
  const void *target = (const char *)(place + 1) + place[1];
  return kind == 1 ? *(const void *const *)target : target;
}

// The kinds of metadata that are looked into, and what an existential's flags say.
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
