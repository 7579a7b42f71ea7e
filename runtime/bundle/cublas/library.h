/* Rules of cuBLAS (the interface of cublas_v2.h) and hipBLAS, for matrices and vectors of the
 * device. LIBRARY(x) is the function x of the library, TRANSPOSED the value for a matrix that is to
 * be transposed, NOT_TRANSPOSED that for one that is not.
 *
 * Scalars and results that are numbers are on the host, as they are unless the program asks for
 * another pointer mode; the rules end a program that does. What routines read is put back before
 * their adjoints are computed (launch/launch.h). Matrices are stored by columns. */
#ifndef ENZ_BUNDLE_CUBLAS_LIBRARY_H
#define ENZ_BUNDLE_CUBLAS_LIBRARY_H
#include "../../launch/launch.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct handle *handle_t;
enum { SCALARS_ON_HOST = 0 };
enum { PHASE_BEFORE = 1, PHASE_CALL = 2 };

int LIBRARY(GetPointerMode)(handle_t handle, int *mode);
int LIBRARY(GetStream)(handle_t handle, void **stream);
void *enz_rt_tape_alloc(void *tape, size_t size);

struct kept_status {
    void *tape;
    int status;
};
struct forward_status {
    int status, tangent;
};

/* A parameter and its shadow. */
#define P(type, x) type x, type d##x

#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_(a, b)
#define REGISTER(name, ...)                                                                        \
    void *PASTE(__enzyme_register_gradient_, name)[] = {                                           \
        (void *)name,   (void *)PASTE(augmented_, name), (void *)PASTE(reverse_, name),            \
        (void *)"tape", (void *)"communicates",          __VA_ARGS__};                             \
    void *PASTE(__enzyme_register_derivative_,                                                     \
                name)[] = {(void *)name, (void *)PASTE(forward_, name), (void *)"phases"};

static void *stream_of(const char *name, handle_t handle)
{
    int mode = 0;
    void *stream = NULL;
    LIBRARY(GetPointerMode)(handle, &mode);
    LIBRARY(GetStream)(handle, &stream);
    if (mode != SCALARS_ON_HOST) {
        fprintf(stderr, "enzcc: error: %s: scalars on the device have no derivative\n", name);
        abort();
    }
    return stream;
}

static void must(int status)
{
    if (status) {
        fprintf(stderr, "enzcc: error: a derivative of a routine of " LIBRARY_NAME ": status %d\n",
                status);
        abort();
    }
}

/* The transposition that undoes it. Real matrices may be said to be conjugated as well. */
static int other(int transposed)
{
    return transposed == NO_TRANSPOSE ? TRANSPOSE : NO_TRANSPOSE;
}

#define T        double
#define NAME(x)  LIBRARY(PASTE(D, x))
#define LOCAL(x) PASTE(x, _d)
#include "rules.h"
#undef T
#undef NAME
#undef LOCAL
#define T        float
#define NAME(x)  LIBRARY(PASTE(S, x))
#define LOCAL(x) PASTE(x, _s)
#include "rules.h"
#endif
