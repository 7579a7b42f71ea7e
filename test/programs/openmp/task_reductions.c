/* What tasks add up in copies of their own: groups in groups, tasks in tasks, loops that are made
 * of tasks, products, the greatest of numbers, arrays, operations that the program declares. */
#include "teams.h"
#include <math.h>

enum { N = 12 };

static double sum(const double *x, int n)
{
    double s = x[0];
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : s)
    {
        for (int i = 0; i < n; i++)
#pragma omp task in_reduction(+ : s) firstprivate(i)
            s += x[i] * x[i] * sin(x[i]);
    }
    return s * s;
}

static double products(const double *x, int n)
{
    double p = 2, greatest = -1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(* : p) task_reduction(max : greatest)
        {
            for (int i = 0; i < n; i++)
#pragma omp task in_reduction(* : p) in_reduction(max : greatest) firstprivate(i)
            {
                p *= 1 + 0.1 * x[i];
                double v = x[i] * x[(i + 1) % n];
                greatest = v > greatest ? v : greatest;
            }
        }
    }
    return p * greatest;
}

static void halves(const double *x, int n, double *s)
{
    double all = 0.5;
    if (n < 3) {
        for (int i = 0; i < n; i++)
            *s += x[i] * x[i];
        return;
    }
#pragma omp taskgroup task_reduction(+ : all)
    {
#pragma omp task in_reduction(+ : all)
        halves(x, n / 2, &all);
#pragma omp task in_reduction(+ : all)
        halves(x + n / 2, n - n / 2, &all);
    }
    *s += all * x[0];
}

static double groups_in_groups(const double *x, int n)
{
    double s = 1;
#pragma omp parallel
#pragma omp single
    halves(x, n, &s);
    return s;
}

/* A task adds to the copy of the task that has made it. */
static double tasks_in_tasks(const double *x, int n)
{
    double s = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : s)
    for (int i = 0; i + 2 < n; i += 3) {
#pragma omp task in_reduction(+ : s) firstprivate(i)
        {
            s += x[i];
            for (int k = 1; k < 3; k++)
#pragma omp task in_reduction(+ : s) firstprivate(i, k)
                s += x[i + k] * x[i];
#pragma omp taskwait
            s += x[i] * x[i];
        }
    }
    return s * x[1];
}

static double loop(const double *x, int n)
{
    double s = 0, p = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : s) reduction(* : p) num_tasks(5)
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
        p *= 1 + 0.1 * x[i];
    }
    return s * p;
}

/* Of all tasks that any thread of a region makes, or a loop that is shared out. */
static double of_regions(const double *x, int n)
{
    double s = 0.5, p = 1;
#pragma omp parallel reduction(task, + : s)
    {
        s += x[0] * 0.1 * (omp_get_thread_num() == 0);
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n; i++) {
#pragma omp task in_reduction(+ : s) firstprivate(i)
            s += x[i] * x[i];
        }
    }
#pragma omp parallel
#pragma omp for reduction(task, * : p) schedule(static)
    for (int i = 0; i < n; i++) {
        p *= 1 + 0.1 * x[i];
#pragma omp task in_reduction(* : p) firstprivate(i)
        p *= 1 + 0.05 * x[i] * x[i];
    }
    return s * p;
}

static double array(const double *x, int n)
{
    double bins[3] = {0};
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : bins)
    for (int i = 0; i < n; i++)
#pragma omp task in_reduction(+ : bins) firstprivate(i)
        bins[i % 3] += x[i] * x[i];
    return bins[0] * bins[1] + bins[2] * bins[2];
}

struct moments {
    double first, second;
};
static void add(struct moments *to, const struct moments *from)
{
    to->first += from->first;
    to->second += from->second;
}
#pragma omp declare reduction(moments : struct moments : add(&omp_out, &omp_in))                   \
    initializer(omp_priv = {0, 0})

static double declared(const double *x, int n)
{
    struct moments m = {0, 0};
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(moments : m)
    for (int i = 0; i < n; i++)
#pragma omp task in_reduction(moments : m) firstprivate(i)
    {
        m.first += x[i];
        m.second += x[i] * x[i];
    }
    return m.second - m.first * m.first / n;
}

static void check_all(const double *x)
{
    ORACLE_GRADIENT(sum, x, N);
    ORACLE_GRADIENT(products, x, N);
    ORACLE_GRADIENT(groups_in_groups, x, N);
    ORACLE_GRADIENT(tasks_in_tasks, x, N);
    ORACLE_GRADIENT(loop, x, N);
    ORACLE_GRADIENT(of_regions, x, N);
    ORACLE_GRADIENT(array, x, N);
    ORACLE_GRADIENT(declared, x, N);
}

/* Its derivative comes first in the program: what the runtime frees for that is none of the
 * functions by which a group may combine copies. */
static double one_task(const double *x, int n)
{
    double y = 0;
#pragma omp parallel
#pragma omp single
#pragma omp task shared(y)
    y = x[0] * x[1] * n;
    return y;
}

int main(void)
{
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = 0.3 + 0.1 * (i % 5) - 0.04 * i;
    ORACLE_GRADIENT(one_task, x, N);
    FOR_TEAMS(check_all(x));
    return oracle_result();
}
