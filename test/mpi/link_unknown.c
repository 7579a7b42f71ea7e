/* Messages without rule are refused where the derivative is made, also where nothing that is active
 * goes in: what arrives is. So is one-sided communication
 * without fences. */
#include "check.h"

/* ERROR: c:16:5: error: Enzyme: No reverse pass found for MPI_Ineighbor_allgather */
/* ERROR: c:25:5: error: Enzyme: No reverse pass found for MPI_Win_lock, by which processes */
/* ERROR: c:27:5: error: Enzyme: No reverse pass found for MPI_Win_start, by which processes */
/* ERROR: note: send what it moves by MPI_Isend and MPI_Irecv, or by another function */

static MPI_Comm ring;
static double hidden(void)
{
    double mine = 1, arrived = 0;
    MPI_Request r;
    MPI_Ineighbor_allgather(&mine, 1, MPI_DOUBLE, &arrived, 1, MPI_DOUBLE, ring, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    return arrived;
}

static MPI_Win window;
static void f(const double *x, double *y)
{
    MPI_Group none = MPI_GROUP_EMPTY;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
    MPI_Win_start(none, 0, window);
    y[0] = x[0] * hidden();
}

int main(int argc, char **argv)
{
    double x[1] = {2}, u[1] = {0}, y[1], w[1] = {1};
    begin(&argc, &argv);
    __enzyme_autodiff((void *)f, enzyme_dup, x, u, enzyme_dup, y, w);
    return end();
}
