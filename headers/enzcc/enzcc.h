/* Markers for the arguments of derivative calls.
 *
 * A derivative call is an ordinary call of a function the program declares and
 * never defines, and that enzcc replaces when the program is linked:
 *
 *     double __enzyme_autodiff(void *, ...);
 *
 *     double square(double x) { return x * x; }
 *     double dsquare(double x) { return __enzyme_autodiff((void *)square, x); }
 *
 * A marker in front of an argument says how it takes part; only its name
 * counts, never its value, and no definition is needed. This header is a
 * convenience: a program may declare the markers it uses itself.
 */
#ifndef ENZCC_ENZCC_H
#define ENZCC_ENZCC_H

/* ---- Activity of the next argument ---- */

/* No derivative with respect to this argument. */
extern int enzyme_const;

/* Followed by the value and its shadow. A pointer's shadow is memory of the
 * same shape: reverse mode adds adjoints to it, forward mode reads and writes
 * tangents. In forward mode a scalar's shadow is its tangent. */
extern int enzyme_dup;

/* As enzyme_dup, and the primal result in that memory is not wanted. */
extern int enzyme_dupnoneed;

/* Followed by a floating-point value; reverse mode returns its derivative. */
extern int enzyme_out;

/* Shadows do not follow their arguments one by one: all arguments come before
 * this marker, all shadows after it, in the same order. */
extern int enzyme_interleave;

/* Followed by a marked argument: its memory does not change between the two
 * halves of split reverse mode. */
extern int enzyme_not_overwritten;

/* Followed by a size in bytes and a pointer: the argument is the value there. */
extern int enzyme_byref;

/* A shadow that equals its primal pointer means "inactive", at run time. */
extern int enzyme_runtime_activity;

/* ---- Several directions at once ---- */

/* Followed by an integer constant W: W tangents or adjoints per call. Each
 * duplicated argument is then followed by W shadows. */
extern int enzyme_width;

/* As enzyme_dup and enzyme_dupnoneed with W shadows in one array: followed by
 * the bytes from one shadow to the next, the value, and the array. */
extern int enzyme_dupv;
extern int enzyme_dupnoneedv;

/* ---- Batches: __enzyme_batch(f, enzyme_width, W, arguments) ----
 * Runs f for W lanes, one after the other, and returns a struct or an array of
 * the W results in order. Each argument is given in one of these ways. */

/* Followed by W values, one for each lane. What an argument without a marker
 * is. */
extern int enzyme_vector;

/* Followed by one value for all lanes. */
extern int enzyme_scalar;

/* Followed by an integer, a number of bytes, and an address. Lane v has what
 * is v times so many bytes behind it: the address there if the parameter is a
 * pointer, else the value. The memory stays the caller's. */
extern int enzyme_buffer;

/* ---- Probabilistic programs: __enzyme_trace, __enzyme_condition, __enzyme_likelihood ----
 * Traces are those of <enzcc/trace.h>. */

/* Followed by a trace in which the choices of the run are recorded. */
extern int enzyme_trace;

/* Followed by a trace: choices that it has are taken from there. */
extern int enzyme_observations;

/* Followed by a double *, to which the sum of the log densities is added. */
extern int enzyme_likelihood;

/* The same and the derivative of that sum: followed by the double * and a
 * second one, to the seed, which stays as it is. */
extern int enzyme_duplikelihood;

/* Followed by a trace, to whose gradients those of the choices are added. */
extern int enzyme_duptrace;

/* Followed by a name: choices of this name, and of others named so, have
 * gradients, and no others. */
extern int enzyme_active_rand_var;

/* ---- The primal's return value ---- */

/* The derivative call also returns what the primal returns. */
extern int enzyme_primal_return;

/* The result is not wanted. */
extern int enzyme_noret;

/* The activity of the result, where the default for its type is wrong. */
extern int enzyme_const_return;
extern int enzyme_active_return;
extern int enzyme_dup_return;

/* ---- Split reverse mode ---- */

/* Followed by the size in bytes of the caller's tape buffer. */
extern int enzyme_allocated;

/* Followed by the tape. */
extern int enzyme_tape;

/* The reverse call must not free the tape. */
extern int enzyme_nofree;

#endif
