#pragma once

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

// The functions of libpq, which is loaded when the program first connects to a database: linked, it would load OpenSSL,
// Kerberos and LDAP whenever the program starts, and the program could not start without it. See
// docs/decisions/0056-libpq-on-demand.md.

#define NOTES_LIBPQ_FUNCTIONS(X) \
  X(PQconninfoParse) X(PQconninfoFree) X(PQconnectdbParams) X(PQfinish) X(PQstatus) X(PQtransactionStatus) \
  X(PQerrorMessage) X(PQparameterStatus) X(PQsocket) X(PQhost) X(PQport) X(PQdb) X(PQsslInUse) X(PQfreemem) \
  X(PQsendQueryParams) X(PQgetResult) X(PQclear) X(PQexec) \
  X(PQenterPipelineMode) X(PQexitPipelineMode) X(PQpipelineSync) X(PQconsumeInput) X(PQnotifies) \
  X(PQsetnonblocking) X(PQflush) X(PQisBusy) \
  X(PQresultStatus) X(PQresultErrorField) X(PQresultErrorMessage) X(PQntuples) X(PQnfields) X(PQgetisnull) X(PQgetvalue) \
  X(PQgetlength) X(PQcmdTuples) X(PQcmdStatus) X(PQsetNoticeReceiver) X(PQresultMemorySize)

/// The functions of libpq that the program calls.
struct notes_libpq {
#define X(function) __typeof__(&function) _Null_unspecified function;
  NOTES_LIBPQ_FUNCTIONS(X)
#undef X
};

/// Loads libpq, once for the process.
///
/// @param reason What the dynamic linker says when it cannot be loaded. Must not be freed.
/// @return The functions, which stay valid; NULL when the library is missing, or older than version 14.
const struct notes_libpq *_Nullable notes_load_libpq(const char *_Nullable *_Nonnull reason);

/// The types of values in the protocol, by their numbers in the catalogue of every server.
enum {
  NOTES_BYTEA = 17,
  NOTES_INT8 = 20,
  NOTES_INT4 = 23,
  NOTES_TEXT = 25,
  NOTES_BYTEA_ARRAY = 1001,
  NOTES_INT8_ARRAY = 1016,
  NOTES_TEXT_ARRAY = 1009,
  NOTES_UUID = 2950,
  NOTES_UUID_ARRAY = 2951,
};

/// The fields of an error, whose codes are characters, which Swift does not import.
enum {
  NOTES_SQLSTATE = PG_DIAG_SQLSTATE,
  NOTES_SEVERITY = PG_DIAG_SEVERITY_NONLOCALIZED,
  NOTES_MESSAGE = PG_DIAG_MESSAGE_PRIMARY,
};
