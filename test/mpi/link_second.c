/* Reverse mode over derivatives of code that communicates is refused at the link, and so are third
 * derivatives. */
#include "check.h"

/* ERROR: No reverse pass found for forward_MPI_Allreduce, by which processes communicate */
/* ERROR: No reverse pass found for augmented_MPI_Allreduce, by which processes communicate */
/* ERROR: No forward mode derivative found for again_forward_MPI_Allreduce, by which processes */

static void f(const double *x, double *y)
{
    double own = x[0] * x[0];
    MPI_Allreduce(&own, y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void tangent(const double *x, const double *v, double *y, double *t)
{
    __enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_dup, y, t);
}

static void adjoint(const double *x, double *u, double *y, double *w)
{
    __enzyme_autodiff((void *)f, enzyme_dup, x, u, enzyme_dup, y, w);
}

static void second(const double *x, const double *v, double *t, double *tt)
{
    double y[1] = {0}, dy[1] = {0};
    __enzyme_fwddiff((void *)tangent, enzyme_dup, x, v, enzyme_const, v, enzyme_dup, y, dy,
                     enzyme_dup, t, tt);
}

int main(int argc, char **argv)
{
    double x[1] = {2}, v[1] = {1}, u[1] = {0}, y[1] = {0}, dy[1] = {0}, t[1] = {0}, dt[1] = {1};
    begin(&argc, &argv);
    __enzyme_autodiff((void *)tangent, enzyme_dup, x, u, enzyme_const, v, enzyme_dup, y, dy,
                      enzyme_dup, t, dt);
    __enzyme_autodiff((void *)adjoint, enzyme_dup, x, u, enzyme_dup, t, dt, enzyme_dup, y, dy,
                      enzyme_const, v);
    __enzyme_fwddiff((void *)second, enzyme_dup, x, u, enzyme_const, v, enzyme_dup, t, dt,
                     enzyme_dup, y, dy);
    return end();
}
