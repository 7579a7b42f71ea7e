/* Traces of probabilistic programs: the random choices that a run of a program makes, by name.
 *
 * A program draws with __enzyme_sample and observes with __enzyme_observe:
 *
 *     double __enzyme_sample(void *, void *, const char *, ...);
 *     double __enzyme_observe(double, void *, const char *, ...);
 *     void __enzyme_condition(void *, ...);
 *
 *     void model(const double *data, int n)
 *     {
 *         double mu = __enzyme_sample((void *)normal, (void *)normal_logpdf, "mu", 0.0, 1.0);
 *         for (int i = 0; i < n; i++)
 *             __enzyme_observe(data[i], (void *)normal_logpdf, "y", mu, 2.0);
 *     }
 *
 * Called directly, a sample is what its first operand returns for the parameters behind the name,
 * and an observation is its first operand. In __enzyme_trace, __enzyme_condition and
 * __enzyme_likelihood (users-guide, "Probabilistic programs"), the logarithms of the densities, of
 * the parameters and then the value, are added up, and choices are recorded in traces and taken
 * from them.
 *
 * A choice is a double, a float or an integer of at most 64 bits. It is known by its name and an
 * index: 0 for the first choice of that name in a run, 1 for the second, and so on. Traces copy
 * names. None of these functions is thread-safe for one trace; two threads may read one, and take
 * choices from it, if neither changes it. When memory is exhausted they end the program with a
 * message. A null trace has no choices; it must not be changed. */
#ifndef ENZCC_TRACE_H
#define ENZCC_TRACE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct enz_trace;

/* A trace without choices, the caller's until enz_trace_free. */
struct enz_trace *enz_trace_new(void);
/* Frees a trace; null is allowed. */
void enz_trace_free(struct enz_trace *trace);
/* Forgets all choices. */
void enz_trace_clear(struct enz_trace *trace);

/* The number of choices of that name. */
size_t enz_trace_count(const struct enz_trace *trace, const char *name);
/* The value of a choice, an integer as the nearest double; NaN if there is none. */
double enz_trace_value(const struct enz_trace *trace, const char *name, size_t index);
/* Gives a choice a value; it is added if it is not there, with score and gradient 0. Where an
 * integer is wanted the value is rounded to the nearest one. */
void enz_trace_set(struct enz_trace *trace, const char *name, size_t index, double value);
/* The logarithm of the density or probability of a choice or an observation in the run that was
 * recorded; NaN if there is none. */
double enz_trace_score(const struct enz_trace *trace, const char *name, size_t index);
/* What was added to a choice's gradient by derivatives: that of the sum of all scores, times the
 * seed; 0 if there is nothing. */
double enz_trace_gradient(const struct enz_trace *trace, const char *name, size_t index);
/* Sets all gradients to 0. */
void enz_trace_clear_gradients(struct enz_trace *trace);

/* The number of choices of all names. */
size_t enz_trace_size(const struct enz_trace *trace);
/* Choice i of all in the order in which they were added first, i < enz_trace_size: its name, the
 * trace's until it is cleared or freed, and its index, unless `index` is null. */
const char *enz_trace_choice(const struct enz_trace *trace, size_t i, size_t *index);

/* A library of traces of the program's own: behind enzyme_interface stands the address of such a
 * struct, or of an array of these pointers, and traces are what the library takes for one. Runs
 * call get_choice and has_choice for observations, insert_choice for traces and
 * insert_choice_gradient for gradients, the latter once for each choice of a run; the others may be
 * null. A choice, or its gradient, has `size` bytes in the type that the program gives it, a double
 * or float or an integer. The library sees names without indices: where a run chooses twice under
 * one name, it is called twice with that name. The names that gradients have are gone when the run
 * ends. */
struct enz_trace_interface {
    void *(*get_trace)(void *trace, const char *name);
    size_t (*get_choice)(void *trace, const char *name, void *data, size_t size);
    void (*insert_call)(void *trace, const char *name, void *call);
    void (*insert_choice)(void *trace, const char *name, double score, const void *data,
                          size_t size);
    void (*insert_argument)(void *trace, const char *name, const void *data, size_t size);
    void (*insert_return)(void *trace, const void *data, size_t size);
    void (*insert_function)(void *trace, void *function);
    void (*insert_choice_gradient)(void *trace, const char *name, const void *data, size_t size);
    void (*insert_argument_gradient)(void *trace, const char *name, const void *data, size_t size);
    void *(*new_trace)(void);
    void (*free_trace)(void *trace);
    bool (*has_call)(void *trace, const char *name);
    bool (*has_choice)(void *trace, const char *name);
};

#ifdef __cplusplus
}
#endif

#endif
