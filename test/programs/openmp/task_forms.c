/* Tasks with iterators, sets and objects of dependences, priorities, and loops of tasks that add
 * up. */
#include "teams.h"
#include <math.h>

enum { N = 18 };

static double iterated(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < n; i++)
#pragma omp task depend(out : y[i]) shared(y) firstprivate(i)
            y[i] = x[i] * x[i];
#pragma omp task depend(iterator(k = 0 : n), in : y[k]) shared(y, s)
        for (int i = 0; i < n; i++)
            s += y[i] * (i + 1) * y[n - 1 - i];
#pragma omp task depend(iterator(k = 0 : n : 2), inout : y[k]) shared(y)
        for (int i = 0; i < n; i += 2)
            y[i] *= x[i];
#pragma omp task depend(iterator(k = 0 : n : 2), in : y[k]) shared(y, s) depend(out : s)
        s += y[0] * y[2];
#pragma omp taskwait depend(in : s)
        s *= x[0];
    }
    return s;
}

static double added(const double *x, int n)
{
    double s = 0, p = 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop reduction(+ : s) grainsize(3)
        for (int i = 0; i < n; i++)
            s += x[i] * sin(x[i]);
#pragma omp taskloop reduction(* : p) num_tasks(4) collapse(2)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 6; j++)
                p *= 1 + 0.1 * x[i * 6 + j] * x[j];
    }
    return s * p;
}

static double urgent(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel
#pragma omp masked
    {
        for (int i = 0; i < n; i++)
#pragma omp task priority(i) shared(y) firstprivate(i) untied
        {
            y[i] = x[i] * x[i];
#pragma omp taskyield
            y[i] *= x[(i + 1) % n];
        }
#pragma omp taskwait
        for (int i = 0; i < n; i++)
            s += y[i] * x[i];
    }
    return s;
}

static double sets(const double *x, int n)
{
    double a = 0, b = 0, c = 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(inoutset : c) shared(a)
        a = x[0] * x[1];
#pragma omp task depend(inoutset : c) shared(b)
        b = x[2] * x[3];
#pragma omp task depend(in : c) shared(a, b, c)
        c = a * b;
#pragma omp taskwait
        for (int i = 0; i < n; i++)
#pragma omp task depend(mutexinoutset : c) shared(c) firstprivate(i)
            c *= 1 + 0.1 * x[i];
    }
    return c;
}

static double objects(const double *x, int n)
{
    double a = 1;
    omp_depend_t d;
#pragma omp parallel
#pragma omp single
    {
#pragma omp depobj(d) depend(inout : a)
        for (int i = 0; i < n; i++)
#pragma omp task depend(depobj : d) shared(a) firstprivate(i)
            a = cos(a) * x[i] + a;
#pragma omp taskwait
#pragma omp depobj(d) destroy
    }
    return a;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    if (!SANITIZED)
        FOR_TEAMS(ORACLE_GRADIENT(iterated, x, N));
    if (!SANITIZED)
        FOR_TEAMS(ORACLE_GRADIENT(added, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(urgent, x, N));
    if (!SANITIZED)
        FOR_TEAMS(ORACLE_GRADIENT(sets, x, N));
    if (!SANITIZED)
        FOR_TEAMS(ORACLE_GRADIENT(objects, x, N));
    return oracle_result();
}
