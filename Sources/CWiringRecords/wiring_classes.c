// The classes of the program, read from the type descriptors that the compiler emits.
//
// The section is part of Swift's stable binary interface: the descriptors' layout is that of `ContextDescriptor` and
// `ClassDescriptor` in the Swift repository's include/swift/ABI/Metadata.h, symbolic references are described in its
// docs/ABI/Mangling.rst, and the metadata of classes in its docs/ABI/TypeMetadata.rst. The section is written by every
// Swift compiler since 5.0, and read by the language's own runtime.

#include "wiring_records.h"

#if defined(__APPLE__)

#include <dlfcn.h>
#include <mach-o/getsect.h>
#include <mach-o/ldsyms.h>

// Untested on these platforms.
static const int32_t *type_records(ptrdiff_t *count) {
  unsigned long size = 0;
  Dl_info image;
  const void *first = NULL;
  if (dladdr((const void *)&wiring_type_count, &image)) {
    first = getsectiondata(image.dli_fbase, "__TEXT", "__swift5_types", &size);
  }
  *count = (ptrdiff_t)(size / sizeof(int32_t));
  return first;
}

// After three words of the Objective-C runtime.
enum { descriptor_offset = 64 };

#else

// Weak, as in wiring_records.c.
extern const int32_t __start_swift5_type_metadata[] __attribute__((weak, visibility("hidden")));
extern const int32_t __stop_swift5_type_metadata[] __attribute__((weak, visibility("hidden")));

static const int32_t *type_records(ptrdiff_t *count) {
  *count = __start_swift5_type_metadata ? __stop_swift5_type_metadata - __start_swift5_type_metadata : 0;
  return __start_swift5_type_metadata;
}

// Kind, superclass, flags, address point, size, alignment, class size, class address point; then the descriptor. The
// sizes of words are those of 64 bits.
enum { descriptor_offset = 40 };

#endif

// The fields of a descriptor's first word.
enum { kind_mask = 0x1f, kind_class = 16, is_generic = 0x80 };

// The words of a class descriptor: flags, parent, name, access function, fields, superclass.
enum { access_function_word = 3, superclass_word = 5 };

// Resolves a reference, which is relative to its own address; zero is NULL.
static const void *referenced(const int32_t *field) {
  return *field == 0 ? NULL : (const char *)field + *field;
}

static bool is_class(const void *descriptor) {
  const uint32_t flags = *(const uint32_t *)descriptor;
  return (flags & kind_mask) == kind_class && (flags & is_generic) == 0;
}

ptrdiff_t wiring_type_count(void) {
  ptrdiff_t count = 0;
  type_records(&count);
  return sizeof(void *) == 8 ? count : 0;
}

const void *wiring_type_descriptor(ptrdiff_t index) {
  ptrdiff_t count = 0;
  const int32_t *record = type_records(&count) + index;
  // The two low bits tell the kind of the target: a descriptor, or a pointer to one.
  const int32_t kind = *record & 3;
  if (kind > 1) return NULL;
  const void *target = (const char *)record + (*record & ~3);
  if (kind == 1) target = *(const void *const *)target;
  return target;
}

const void *wiring_class_descriptor(ptrdiff_t index) {
  const void *descriptor = wiring_type_descriptor(index);
  return descriptor != NULL && is_class(descriptor) ? descriptor : NULL;
}

const void *wiring_superclass_descriptor(const void *descriptor) {
  const unsigned char *name = referenced((const int32_t *)descriptor + superclass_word);
  if (name == NULL) return NULL;
  // The name consists of one symbolic reference, to a descriptor (1) or to a pointer to one (2). That of a generic class
  // has arguments too.
  if ((name[0] != 1 && name[0] != 2) || name[1 + sizeof(int32_t)] != 0) return NULL;
  int32_t offset;
  __builtin_memcpy(&offset, name + 1, sizeof offset);
  const void *target = name + 1 + offset;
  if (name[0] == 2) target = *(const void *const *)target;
  return target != NULL && is_class(target) ? target : NULL;
}

const void *wiring_descriptor_of_class(const void *metadata) {
  // The kind of a class is zero, or a pointer; all other kinds are small.
  const uintptr_t kind = *(const uintptr_t *)metadata;
  if (sizeof(void *) != 8 || (kind != 0 && kind <= 0x7ff)) return NULL;
  const void *descriptor = *(const void *const *)((const char *)metadata + descriptor_offset);
  return descriptor != NULL && is_class(descriptor) ? descriptor : NULL;
}

typedef struct {
  const void *metadata;
  uintptr_t state;
} metadata_response;

typedef __attribute__((swiftcall)) metadata_response (*access_function)(uintptr_t request);

const void *wiring_class_metadata(const void *descriptor) {
  const void *function = referenced((const int32_t *)descriptor + access_function_word);
  // The request 0 blocks until the metadata is complete.
  return function == NULL ? NULL : ((access_function)function)(0).metadata;
}
