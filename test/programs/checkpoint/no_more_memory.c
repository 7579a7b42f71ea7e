/* Snapshots look at no memory that the loop does not: arrays end, or begin, beside pages that
 * nobody may access, also where loops inside do not run at all. */
#define _DEFAULT_SOURCE
#include "oracle.h"
#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MANY = 12 };

static void relax(double *a, double *b, int n, int steps)
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            a[i] = 0.5 * a[i] + 0.3 * a[i - 1] * b[i + 1];
}

static void backwards(double *a, double *b, int n, int steps)
{
    for (int t = 0; t < steps; t++)
        for (int i = n - 1; i > 0; i--)
            a[i] = sin(a[i]) * a[i - 1] + b[i];
}

static void swapped(double *a, double *b, int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i] + 0.2 * (a[i - 1] * a[i] - a[i + 1]);
        double *other = a;
        a = b;
        b = other;
    }
}

static void every_second(double *a, double *b, int n, int steps)
{
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i += 2)
            a[i] = sin(a[i]) + 0.1 * b[i];
}

/* The rest of the second buffer need not be there. */
static void parts(double *a, double *b, int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            a[i] = sin(a[i]) + 0.1 * a[0];
        for (int i = 0; i < n / 2; i++)
            b[i] = 0.9 * b[i] * a[i];
    }
}

static void unrolled(double *a, double *b, int n, int steps)
{
    for (int t = 0; t < steps; t++)
        for (int i = 0; i + 1 < n; i += 2) {
            a[i + 1] = sin(a[i]) * b[i + 1];
            a[i] = a[i + 1] + b[i] * a[i];
        }
}

typedef void loop(double *, double *, int, int);

/* n numbers at the end of the accessible page or, if not `last`, at its beginning. */
static double *place(char *page, long size, int n, int last)
{
    double *at = (double *)(void *)(last ? page + size - n * (long)sizeof(double) : page);
    oracle_random(at, n, 7);
    return at;
}

static char *page_between(long size)
{
    char *pages =
        mmap(NULL, 3 * (size_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK_THAT(pages != (char *)MAP_FAILED);
    CHECK_THAT(!mprotect(pages, (size_t)size, PROT_NONE) &&
               !mprotect(pages + 2 * size, (size_t)size, PROT_NONE));
    return pages + size;
}

static void compare(loop *f, void *marked, int n, int second, int steps)
{
    static char *a, *b;
    long size = sysconf(_SC_PAGESIZE);
    if (!a)
        a = page_between(size), b = page_between(size);
    for (int last = 0; last < 2; last++) {
        double da[MANY], db[MANY], want[MANY], *x = place(a, size, n, last),
                                               *y = place(b, size, second, last);
        f(x, y, n, steps);
        for (int i = 0; i < n; i++)
            want[i] = x[i];
        for (int i = 0; i < MANY; i++)
            da[i] = db[i] = 1;
        x = place(a, size, n, last), y = place(b, size, second, last);
        __enzyme_autodiff_v(marked, enzyme_dup, x, da, enzyme_dup, y, db, enzyme_const, n,
                            enzyme_const, steps);
        CHECK_ARRAY(x, want, n);
    }
}

int main(void)
{
    for (int steps = 0; steps < 9; steps++)
        for (int n = 0; n <= MANY; n++) {
            compare(relax, (void *)relax, n, n, steps);
            compare(backwards, (void *)backwards, n, n, steps);
            compare(swapped, (void *)swapped, n, n, steps);
            compare(every_second, (void *)every_second, n, n, steps);
            compare(unrolled, (void *)unrolled, n, n, steps);
            compare(parts, (void *)parts, n, n / 2, steps);
        }
    return oracle_result();
}
