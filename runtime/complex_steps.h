/* Runs of a function that is computed with complex numbers (passes/complex): the table of imaginary
 * parts in memory, and what calls hand over. */
#ifndef ENZCC_COMPLEX_STEPS_H
#define ENZCC_COMPLEX_STEPS_H
#include "enz_rt.h"
#include <stdbool.h>
#include <stddef.h>

/* So small that its square is nothing beside 1, and a power of two. */
#define COMPLEX_STEP 0x1p-300

struct complex_steps;
/* Of the calling thread, until complex_steps_close. NULL: no memory. */
struct complex_steps *complex_steps_open(void);
void complex_steps_close(struct complex_steps *s);
/* The imaginary part of the number at p: 0 float, 1 double, 2 long double. */
double complex_steps_get(struct complex_steps *s, const void *p, uint64_t number);
/* False if it has one already. */
bool complex_steps_put(struct complex_steps *s, const void *p, uint64_t number, double part);
/* Imaginary parts were lost, so that the result says nothing. */
bool complex_steps_lost(const struct complex_steps *s);
/* The first recorded call at which the derivative of the function that is called differs: its place
 * and name, and both values, along the direction in which its arguments move. False if there is
 * none. */
struct complex_difference {
    const char *where, *name;
    double reverse, complex, size; /* size: of the terms of the sum `reverse` */
};
bool complex_steps_trace(struct complex_steps *s, double tolerance, struct complex_difference *d);
#endif
