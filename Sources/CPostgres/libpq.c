#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct notes_libpq functions;
static const struct notes_libpq *loaded = NULL;
static const char *failure = NULL;

static void load(void) {
#ifdef __APPLE__
  const char *const names[] = {"libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib"};
#else
  const char *const names[] = {"libpq.so.5"};
#endif
  void *library = NULL;
  for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    failure = dlerror();
    return;
  }
  int isComplete = 1;
#define X(function) if (!(functions.function = (__typeof__(&function))dlsym(library, #function))) isComplete = 0;
  NOTES_LIBPQ_FUNCTIONS(X)
#undef X
  if (isComplete) loaded = &functions;
  else failure = "libpq is older than version 14";
}

const struct notes_libpq *notes_load_libpq(const char **reason) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  *reason = failure;
  return loaded;
}
