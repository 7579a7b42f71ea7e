/* Batches inside of differentiated functions, and derivatives inside of batches. */
#include <math.h>
#include "oracle.h"

extern int enzyme_width, enzyme_vector, enzyme_scalar, enzyme_buffer;

typedef struct {
    double at[4];
} four;
four __enzyme_batch4(void *, ...);
void __enzyme_batch_void(void *, ...);

static double term(double x, double y)
{
    double s = x * exp(-y * x);
    for (int i = 0; i < 3; i++)
        s += sin(s * y) / (1 + x * x);
    return s;
}

static double vectors(const double *x, int n)
{
    four r = __enzyme_batch4((void *)term, enzyme_width, 4, enzyme_vector, x[0], x[1], x[2], x[3],
                             enzyme_scalar, x[4]);
    return r.at[0] * r.at[1] + r.at[2] * r.at[3] * x[4] + n;
}

static double buffers(const double *x, int n)
{
    four r = __enzyme_batch4((void *)term, enzyme_width, 4, enzyme_buffer, sizeof *x, x,
                             enzyme_buffer, sizeof *x, x + 1);
    return r.at[0] * r.at[1] + r.at[2] * r.at[3];
}

/* Lanes with a loop over memory, the same for all. */
static double dot(const double *a, const double *b, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i] * (1 + s);
    return s;
}
static double rows(const double *x, int n)
{
    four r = __enzyme_batch4((void *)dot, enzyme_width, 4, enzyme_buffer, 2 * sizeof *x, x,
                             enzyme_scalar, x + 2, enzyme_scalar, 3);
    return r.at[0] + r.at[1] * r.at[2] + r.at[3];
}

/* Lanes that depend on what the one before has left. */
static void step(double *state, double x)
{
    *state = *state > 0.5 ? sin(*state) * x : *state + x * x;
}
static double chain(const double *x, int n)
{
    double state = x[0];
    __enzyme_batch_void((void *)step, enzyme_width, 4, enzyme_scalar, &state, enzyme_buffer,
                        sizeof *x, x + 1);
    return state * x[5];
}

static double slope(double x, double y)
{
    return __enzyme_autodiff((void *)term, x, enzyme_const, y);
}
static double slopes(const double *x, int n)
{
    four r = __enzyme_batch4((void *)slope, enzyme_width, 4, enzyme_buffer, sizeof *x, x,
                             enzyme_scalar, x[4]);
    return r.at[0] * r.at[1] + r.at[2] * r.at[3];
}

int main(void)
{
    double x[12];
    oracle_random(x, 12, 7);
    ORACLE_GRADIENT(vectors, x, 5);
    ORACLE_GRADIENT(buffers, x, 5);
    ORACLE_GRADIENT(rows, x, 9);
    ORACLE_GRADIENT(chain, x, 6);
    ORACLE_GRADIENT(slopes, x, 5);
    four r = __enzyme_batch4((void *)slope, enzyme_width, 4, enzyme_buffer, sizeof *x, x,
                             enzyme_scalar, x[4]);
    for (int i = 0; i < 4; i++)
        CHECK(r.at[i], slope(x[i], x[4]));
    return oracle_result();
}
