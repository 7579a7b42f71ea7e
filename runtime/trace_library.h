/* Traces of the program's own library (enzyme_interface). */
#ifndef ENZCC_RUNTIME_TRACE_LIBRARY_H
#define ENZCC_RUNTIME_TRACE_LIBRARY_H
#include <enzcc/trace.h>
#include <stdbool.h>
#include <stdint.h>

/* What a run does with them; a null pointer: nothing. */
struct library_traces {
    void *trace, *observations, *gradients;
};

/* Ends the program if the library lacks a function that these need. where: the place of the call.
 */
void library_check(const struct enz_trace_interface *library, const struct library_traces *traces,
                   const char *where);
/* A choice of `size` bytes, a number or an integer. */
bool library_has(const struct enz_trace_interface *library, void *trace, const char *name);
double library_number(const struct enz_trace_interface *library, void *trace, const char *name,
                      size_t size);
int64_t library_integer(const struct enz_trace_interface *library, void *trace, const char *name,
                        size_t size);
void library_put_number(const struct enz_trace_interface *library, void *trace, const char *name,
                        double score, double value, size_t size);
void library_put_integer(const struct enz_trace_interface *library, void *trace, const char *name,
                         double score, int64_t value, size_t size);
void library_put_gradient(const struct enz_trace_interface *library, void *trace, const char *name,
                          double gradient, size_t size);
#endif
