/* A typed tape is bytes like any other: it may be copied, and the copy used. */
#include "oracle.h"
#include <math.h>
#include <string.h>

extern int enzyme_tape, enzyme_allocated;
void __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

struct record {
    int id;
    char tape[48];
};

static void f(double *x)
{
    x[0] = sin(x[0]) * x[1];
    x[1] = x[0] * x[0];
}

int main(void)
{
    double x[2] = {0.4, 2}, dx[2] = {1, 1}, y[2] = {0.4, 2}, dy[2] = {1, 1};
    struct record a = {1, {0}}, b;
    __enzyme_augmentfwd((void *)f, enzyme_allocated, sizeof a.tape, enzyme_tape, a.tape, enzyme_dup,
                        x, dx);
    b = a;
    memset(&a, 0xff, sizeof a);
    __enzyme_reverse((void *)f, enzyme_allocated, sizeof b.tape, enzyme_tape, b.tape, enzyme_dup, x,
                     dx);
    __enzyme_autodiff_v((void *)f, enzyme_dup, y, dy);
    CHECK(dx[0], dy[0]);
    CHECK(dx[1], dy[1]);
    return oracle_result();
}
