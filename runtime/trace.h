/* Traces from the side of generated code. A run is one call of a function that is traced: it counts
 * the choices of each name and adds up scores. Generated code has it on the stack, adds to
 * `likelihood` itself, and differentiates that; the shadow of a run is only that member's. */
#ifndef ENZCC_RUNTIME_TRACE_H
#define ENZCC_RUNTIME_TRACE_H
#include "trace_library.h"
#include <enzcc/trace.h>
#include <stdbool.h>
#include <stdint.h>

/* What a run has chosen so far: choices by number, in order. Names are copies: the program may
 * build them in a buffer. */
struct run_log {
    struct run_name {
        char *name;
        uint64_t hash;
        size_t count; /* choices of that name */
    } *names;
    size_t name_count, name_cap;
    size_t *slots; /* a hash table: number of a name + 1, or 0 */
    size_t slot_count;
    struct run_place {
        size_t name, index, size; /* of the choice's value, in bytes */
        const char *given;        /* the name as the program has it, while it draws */
    } *places;
    size_t count, cap;
};

/* ABI: passes/request/traces.c makes room for it. */
struct enz_rt_run {
    double likelihood;
    struct enz_trace *trace;                   /* where choices are recorded, or NULL */
    const struct enz_trace *observations;      /* where they are taken from, or NULL */
    struct enz_trace *gradients;               /* where their gradients are added, or NULL */
    const struct enz_trace_interface *library; /* whose the three are, or NULL: ours */
    struct run_log *log;                       /* that of a trace, or own */
    struct run_log own, active; /* active: choices of these names alone have gradients */
};

/* Begins a run; the caller has set its bytes to zero. */
void enz_rt_run_begin(struct enz_rt_run *run, struct enz_trace *trace,
                      const struct enz_trace *observations, struct enz_trace *gradients);
/* The same with traces of the program's own library. */
void enz_rt_run_library(struct enz_rt_run *run, void *trace, void *observations, void *gradients,
                        const struct enz_trace_interface *library, const char *where);
/* Gradients are wanted of choices of this name, and of others that are named so. */
void enz_rt_run_active(struct enz_rt_run *run, const char *name);
void enz_rt_run_end(struct enz_rt_run *run);

/* The number of the next choice, which has that name and so many bytes. */
int64_t enz_rt_run_next(struct enz_rt_run *run, const char *name, int32_t size);
/* 1 if the observations have it, and its value as a number or an integer. */
int32_t enz_rt_run_seen(struct enz_rt_run *run, int64_t choice);
double enz_rt_run_number(struct enz_rt_run *run, int64_t choice);
int64_t enz_rt_run_integer(struct enz_rt_run *run, int64_t choice);
void enz_rt_run_record_number(struct enz_rt_run *run, int64_t choice, double value, double score);
void enz_rt_run_record_integer(struct enz_rt_run *run, int64_t choice, int64_t value, double score);

/* A choice that is a number: its value. Reverse mode calls the second function, with shadows behind
 * pointers and integers, and the adjoint of the choice; forward mode the third. Whatever the value
 * was made of has no part in it. */
struct enz_rt_choice_result {
    double value, tangent;
};
double enz_rt_choice(struct enz_rt_run *run, int64_t choice, double value);
double enz_rt_choice_reverse(struct enz_rt_run *run, struct enz_rt_run *d_run, int64_t choice,
                             int64_t d_choice, double value, double adjoint);
struct enz_rt_choice_result enz_rt_choice_forward(struct enz_rt_run *run, struct enz_rt_run *d_run,
                                                  int64_t choice, int64_t d_choice, double value,
                                                  double d_value);
#endif
