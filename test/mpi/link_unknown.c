/* Messages without rule are refused where the derivative is made, also where nothing that is active
 * goes in: what arrives is. */
#include "check.h"

/* ERROR: c:13:5: error: Enzyme: No reverse pass found for MPI_Ibcast [enz-no-definition] */
/* ERROR: c:21:5: error: Enzyme: No reverse pass found for MPI_Probe [enz-no-definition] */

static double hidden(void)
{
    double arrived = 0;
    MPI_Request r;
    /* from the root */
    MPI_Ibcast(&arrived, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    return arrived;
}

static void f(const double *x, double *y)
{
    MPI_Status status;
    MPI_Probe(0, 0, MPI_COMM_WORLD, &status);
    y[0] = x[0] * hidden();
}

int main(int argc, char **argv)
{
    double x[1] = {2}, u[1] = {0}, y[1], w[1] = {1};
    begin(&argc, &argv);
    __enzyme_autodiff((void *)f, enzyme_dup, x, u, enzyme_dup, y, w);
    return end();
}
