/* The size as a variable: typed tapes from malloc, in an array of structs, and on the stack. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>

extern int enzyme_tape, enzyme_allocated;
size_t __enzyme_augmentsize(void *, ...);
double __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

static double f(double x, int n)
{
    double s = x;
    for (int i = 0; i < n; i++)
        s = sin(s) * x + cos(s);
    return s;
}

int main(void)
{
    size_t before = oracle_heap_in_use();
    size_t size = __enzyme_augmentsize((void *)f, enzyme_out, enzyme_const);
    enum { T = 5 };
    void *tapes[T];
    for (int t = 0; t < T; t++) {
        tapes[t] = malloc(size);
        CHECK(__enzyme_augmentfwd((void *)f, enzyme_allocated, size, enzyme_tape, tapes[t],
                                  enzyme_out, 0.3 + t, enzyme_const, t),
              f(0.3 + t, t));
    }
    for (int t = 0; t < T; t++) {
        double g = __enzyme_reverse((void *)f, enzyme_allocated, size, enzyme_tape, tapes[t],
                                    enzyme_out, 0.3 + t, enzyme_const, t, 1.0);
        CHECK(g, __enzyme_autodiff((void *)f, 0.3 + t, t));
        free(tapes[t]);
    }
    char local[size];
    __enzyme_augmentfwd((void *)f, enzyme_allocated, size, enzyme_tape, local, enzyme_out, 0.9,
                        enzyme_const, 7);
    CHECK(__enzyme_reverse((void *)f, enzyme_allocated, size, enzyme_tape, local, enzyme_out, 0.9,
                           enzyme_const, 7, 1.0),
          __enzyme_autodiff((void *)f, 0.9, 7));
    CHECK_THAT(oracle_heap_in_use() <
               before + 8192); /* the C library may keep a few freed blocks */
    return oracle_result();
}
