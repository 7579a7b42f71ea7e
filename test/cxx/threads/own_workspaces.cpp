// Workspaces that each thread keeps from one derivative call to the next, in thread-local vectors,
// unique pointers and arrays, and that grow; threads call derivatives at the same time.
#include "threads.h"
#include <cmath>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

namespace
{
double in_vector(const double *x, int n)
{
    static thread_local std::vector<double> work;
    if (static_cast<int>(work.size()) < n)
        work.resize(n);
    for (int i = 0; i < n; i++)
        work[i] = x[i] * x[i];
    for (int k = 0; k < 3; k++)
        for (int i = 1; i < n; i++)
            work[i] = std::sin(work[i] + work[i - 1]);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += work[i] * (i + 1);
    return s;
}

double in_pointer(const double *x, int n)
{
    static thread_local std::unique_ptr<double[]> work;
    static thread_local int room = 0;
    if (room < n) {
        work.reset(new double[n]);
        room = n;
    }
    for (int i = 0; i < n; i++)
        work[i] = x[i] * x[(i + 1) % n];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += work[i] * work[n - 1 - i];
    return s;
}

thread_local double *table = nullptr;
thread_local int table_room = 0;

double in_table(const double *x, int n)
{
    if (table_room < n) {
        table = static_cast<double *>(std::realloc(table, n * sizeof *table));
        table_room = n;
    }
    table[0] = x[0];
    for (int i = 1; i < n; i++)
        table[i] = table[i - 1] * x[i] + std::cos(x[i]);
    return table[n - 1] * table[n / 2];
}

void release_table()
{
    std::free(table);
    table = nullptr;
    table_room = 0;
}

void work(int most)
{
    std::vector<double> x(most);
    for (int n = 3; n <= most; n += 4) {
        oracle_random(x.data(), n, n);
        ORACLE_GRADIENT(in_vector, x.data(), n);
        ORACLE_GRADIENT(in_pointer, x.data(), n);
        ORACLE_GRADIENT(in_table, x.data(), n);
    }
    release_table();
}
} // namespace

int main()
{
    work(7);
    work(11);
    std::thread first(work, 19), second(work, 27);
    first.join();
    work(15);
    second.join();
    return oracle_result();
}
