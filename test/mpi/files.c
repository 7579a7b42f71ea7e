/* Files, and packed data: what has no derivative goes there as it is, what is read is constant. */
#include "check.h"
#include <stdlib.h>
#include <unistd.h>

static char name[] = "/tmp/enzcc-files-XXXXXX";

/* Process 0 makes a name for all. */
static void make_name(void)
{
    int file = rank ? -1 : mkstemp(name);
    if (file >= 0)
        close(file);
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
}

/* Integers, and numbers that do not depend on x, out and back. */
static void constants(const double *x, double *y)
{
    int out[2] = {rank, 3 * rank + 1}, in[2] = {0, 0};
    double weight[2] = {1.5 + rank, 2.5};
    MPI_File file;
    MPI_Status status;
    MPI_Offset at = (MPI_Offset)(64 * rank);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, at, out, 2, MPI_INT, &status);
    MPI_File_write_at_all(file, at + 16, weight, 2, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, at, in, 2, MPI_INT, &status);
    weight[0] = weight[1] = 0;
    MPI_File_read_at_all(file, at + 16, weight, 2, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    for (int i = 0; i < N_OUT; i++)
        y[i] = x[i] * x[0] * weight[i % 2] * (in[0] + in[1]);
}

/* What is read takes the place of active numbers, as far as the file has some. */
static void read_over(const double *x, double *y)
{
    double both[4] = {x[0] * x[1], x[2], x[3], x[4]}, none = 7;
    int count = 0;
    MPI_File file;
    MPI_Status status;
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
    MPI_File_set_size(file, 2 * sizeof none);
    MPI_File_read(file, both, 4, MPI_DOUBLE, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    MPI_File_close(&file);
    for (int i = 0; i < N_OUT; i++)
        y[i] = both[i % 4] * x[i] + count * x[0];
}

/* Begun and ended, or waited for. */
static void later(const double *x, double *y)
{
    int out[2] = {rank, 5}, in[2] = {0, 0};
    MPI_File file;
    MPI_Request requests[2];
    MPI_Offset at = (MPI_Offset)(16 * rank);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_iwrite_at(file, at, out, 2, MPI_INT, &requests[0]);
    MPI_Isend(x, 2, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, &requests[1]);
    double got[2];
    MPI_Recv(got, 2, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_File_read_at_all_begin(file, at, in, 2, MPI_INT);
    MPI_File_read_at_all_end(file, in, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    for (int i = 0; i < N_OUT; i++)
        y[i] = got[i % 2] * x[i] * (in[0] + in[1]);
}

/* A function that is declared inactive may write what it likes. */
static __attribute__((noinline)) void save(const double *at, int n)
{
    MPI_File file;
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write(file, at, n, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}
void *__enzyme_inactivefn_save[] = {(void *)save};

static void saved(const double *x, double *y)
{
    double kept[2] = {x[0] * x[1], x[2]};
    save(kept, 2);
    for (int i = 0; i < N_OUT; i++)
        y[i] = kept[i % 2] * x[i];
}

static void packed(const double *x, double *y)
{
    int out[2] = {rank + 1, 2}, in[2] = {0, 0}, at = 0, size_of_all = 0;
    double constant = 1.5, weight = 0;
    char bytes[64];
    MPI_Pack_size(2, MPI_INT, MPI_COMM_WORLD, &size_of_all);
    MPI_Pack(out, 2, MPI_INT, bytes, sizeof bytes, &at, MPI_COMM_WORLD);
    MPI_Pack(&constant, 1, MPI_DOUBLE, bytes, sizeof bytes, &at, MPI_COMM_WORLD);
    at = 0;
    MPI_Unpack(bytes, sizeof bytes, &at, in, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Unpack(bytes, sizeof bytes, &at, &weight, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = x[i] * x[0] * in[0] * in[1] * weight;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_name();
    CHECK(constants);
    CHECK(read_over);
    CHECK(later);
    CHECK(saved);
    CHECK(packed);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        unlink(name);
    return end();
}
