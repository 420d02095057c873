/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Status codes, the text of the last failure, the version, and memory that the library
 * hands out.
 *
 * Core: clpwl_last_message, clpwl_free; the rest is advanced (doc/abi.md).
 */
#ifndef CLPWL_STATUS_H
#define CLPWL_STATUS_H

#include <stddef.h>

/* The version of these headers. clpwl_version() is the version of the library that runs. */
#define CLPWL_VERSION_MAJOR 0
#define CLPWL_VERSION_MINOR 2
#define CLPWL_VERSION_PATCH 0

#if defined(__GNUC__)
#define CLPWL_API __attribute__((visibility("default")))
#define CLPWL_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define CLPWL_CHECKED CLPWL_API __attribute__((warn_unused_result))
#else
#define CLPWL_API
#define CLPWL_PRINTF(fmt, args)
#define CLPWL_CHECKED
#endif

/*
 * Initialises an options struct: the member `size` is the struct's size, all others are 0,
 * which is the default. It works in C99 and in C++11. A program that was compiled against
 * an older header passes a smaller size; the library takes the missing members as 0.
 */
#ifdef __cplusplus
#define CLPWL_SIZED(type)                                                      \
    [] { type clpwl_sized = type(); clpwl_sized.size = sizeof(type); return clpwl_sized; }()
#else
#define CLPWL_SIZED(type) { .size = sizeof(type) }
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, text). A code's value is its place in the list. New codes are appended. */
#define CLPWL_STATUS_LIST(X)                                                   \
    X(OK, "success")                                                           \
    X(ERR_ARGUMENT, "an argument is out of range")                             \
    X(ERR_MEMORY, "out of host memory")                                        \
    X(ERR_UNKNOWN_NAME, "unknown name")                                        \
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

/*
 * The result of every function that can fail. CLPWL_OK is 0. Such a function refuses a NULL that its
 * comment does not allow, by CLPWL_ERR_ARGUMENT. Other functions need their object, and skip a result
 * whose pointer is NULL.
 */
typedef enum clpwl_status {
#define CLPWL_STATUS_ENUM(name, text) CLPWL_##name,
    CLPWL_STATUS_LIST(CLPWL_STATUS_ENUM)
#undef CLPWL_STATUS_ENUM
    CLPWL_STATUS_COUNT
} clpwl_status;

/* The name of a code, for example "CLPWL_ERR_IO"; "CLPWL_UNKNOWN" for any other value. */
CLPWL_API const char *clpwl_status_name(clpwl_status status);

/* The general text of a code, in English, without a full stop. Never NULL. */
CLPWL_API const char *clpwl_status_text(clpwl_status status);

/*
 * The message of this thread's last failed call: one line that names the wrong value and
 * what would be right. The message is empty before the first failure. It is borrowed, and
 * valid until this thread's next failed call.
 */
CLPWL_API const char *clpwl_last_message(void);

/* The version of the library that runs, for example "0.2.0". */
CLPWL_API const char *clpwl_version(void);

/* Frees a text or an array that a function of the library returned and whose contract
 * names clpwl_free. NULL is allowed. */
CLPWL_API void clpwl_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
