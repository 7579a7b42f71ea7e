#include <mpi.h>
#include <stdio.h>

void __enzyme_autodiff(void *, ...);
int enzyme_dup, enzyme_const;

/* Energy of a chain of springs. Each process has n of its points, and asks its left neighbour for
 * the one in front of them. */
static void energy(const double *x, int n, double *total)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL,
        right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;

    double before = 0, mine = 0;
    MPI_Sendrecv(&x[n - 1], 1, MPI_DOUBLE, right, 0, &before, 1, MPI_DOUBLE, left, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < n; i++) {
        double d = x[i] - (i ? x[i - 1] : before);
        mine += d * d / 2;
    }
    MPI_Reduce(&mine, total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double x[2] = {1 + 3 * rank, 3 + 5 * rank}, dx[2] = {0}, e = 0, de = rank == 0;
    __enzyme_autodiff((void *)energy, enzyme_dup, x, dx, enzyme_const, 2, enzyme_dup, &e, &de);

    double all[4];
    MPI_Gather(dx, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g: %g %g %g %g\n", e, all[0], all[1], all[2], all[3]);
    MPI_Finalize();
}
