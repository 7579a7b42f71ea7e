/* For the sources of the bundle, which is linked into programs as bitcode (passes/rules/bundle.h).
 *
 * A body for library function f is BUNDLE_BODY enz_body_f, with the prototype of f. A rule is a
 * variable
 * __enzyme_register_gradient_f or __enzyme_register_derivative_f, as in programs; it must not be
 * static. Everything else is static, so that no name meets one of the program. Bodies are inlined
 * where they are called, so that what is constant there (element sizes, comparison functions) is
 * known when they are differentiated. */
#ifndef ENZCC_BUNDLE_H
#define ENZCC_BUNDLE_H

#define BUNDLE_BODY   __attribute__((always_inline))
#define BUNDLE_INLINE static inline __attribute__((always_inline))

/* "file:line:column" of the call that the body stands for (passes/prepare/calls/places.c), or that
 * the rule is run for (../place.c). */
const char *enz_rt_do_place(void);

#endif
