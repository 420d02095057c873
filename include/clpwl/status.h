/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Status codes, and the text of the last failure. */
#ifndef CLPWL_STATUS_H
#define CLPWL_STATUS_H

#if defined(__GNUC__)
#define CLPWL_API __attribute__((visibility("default")))
#define CLPWL_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define CLPWL_API
#define CLPWL_PRINTF(fmt, args)
#endif

/* What the initialisers of options are: all 0, and the size; in any C++ from C++11 on, too,
 * which has no such names in braces before C++20. */
#ifdef __cplusplus
#define CLPWL_SIZED(type) [] { type a = type(); a.size = sizeof a; return a; }()
#else
#define CLPWL_SIZED(type) { .size = sizeof(type) }
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, text). The order is the value: codes are only ever appended. */
#define CLPWL_STATUS_LIST(X)                                                   \
    X(OK, "success")                                                           \
    X(ERR_ARGUMENT, "an argument is out of range")                             \
    X(ERR_MEMORY, "out of host memory")                                        \
    X(ERR_UNKNOWN_NAME, "no such name")                                        \
    X(ERR_NOT_FINITE, "the function is not finite")                            \
    X(ERR_SAMPLES, "the samples are unusable")                                 \
    X(ERR_TARGET, "the target error cannot be met")                            \
    X(ERR_NUMERIC, "a numerical method failed")                                \
    X(ERR_IO, "reading or writing failed")                                     \
    X(ERR_FORMAT, "the file is damaged or of another kind")                    \
    X(ERR_NO_DEVICE, "no such OpenCL device")                                  \
    X(ERR_UNSUPPORTED, "the device or the table does not allow it")            \
    X(ERR_OPENCL, "an OpenCL call failed")                                     \
    X(ERR_BUILD, "an OpenCL program did not compile")                          \
    X(ERR_CANCELLED, "cancelled by the progress callback")

typedef enum clpwl_status {
#define CLPWL_STATUS_ENUM(name, text) CLPWL_##name,
    CLPWL_STATUS_LIST(CLPWL_STATUS_ENUM)
#undef CLPWL_STATUS_ENUM
    CLPWL_STATUS_COUNT
} clpwl_status;

/* The code's name, "CLPWL_ERR_IO" say; "CLPWL_UNKNOWN" for a value that is none. */
CLPWL_API const char *clpwl_status_name(clpwl_status status);

/* The code's general text, in English, without a full stop. Never NULL. */
CLPWL_API const char *clpwl_status_text(clpwl_status status);

/*
 * What went wrong in the last call of this thread that failed: one line without
 * a newline that names the value and what would be right. Empty when nothing has
 * failed yet. Borrowed; valid until this thread's next failing call.
 * It is the one piece of state that the library keeps outside its objects, and
 * it is per thread.
 */
CLPWL_API const char *clpwl_last_message(void);

/* Long work reports here. fraction is in [0,1]; a result other than 0 cancels
 * the work, which then fails with CLPWL_ERR_CANCELLED. Called on the caller's
 * thread. */
typedef int (*clpwl_progress)(double fraction, void *user);

#ifdef __cplusplus
}
#endif
#endif
