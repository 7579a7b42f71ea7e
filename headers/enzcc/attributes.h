/* The attributes that say what differentiation should know about a function or
 * a variable. Sources get these macros on the command line, or, where clang would
 * warn about them there, from this file. -fno-enz-attributes leaves them out.
 *
 *     __attribute__((enzyme("augment", aug), enzyme("gradient", rev))) double f(double);
 *     __attribute__((enzyme_inactive)) void log_state(const double *);
 */
#ifndef ENZCC_ATTRIBUTES_H
#define ENZCC_ATTRIBUTES_H
#pragma GCC system_header

#define enzyme(...)              annotate("enzyme_" __VA_ARGS__)
#define enzyme_inactive          annotate("enzyme_inactive")
#define enzyme_shouldrecompute   annotate("enzyme_shouldrecompute")
#define enzyme_sparse_accumulate annotate("enzyme_sparse_accumulate")
#define enzyme_function_like(n)  annotate("enzyme_function_like=" n)
/* With parentheses: `extern int enzyme_nofree;` is a marker of derivative calls. */
#define enzyme_nofree() annotate("enzyme_nofree")

#endif
