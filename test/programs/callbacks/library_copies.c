/* The less usual copies and fills of the C library on active memory. */
#define _GNU_SOURCE
#include "oracle.h"
#include <string.h>
#include <strings.h>
#include <wchar.h>

/* Through pointers, so that the compiler sees no builtin. */
static void *(*volatile append)(void *, const void *, size_t) = mempcpy;
static void (*volatile copy)(const void *, void *, size_t) = bcopy;
static void (*volatile clear)(void *, size_t) = bzero;

static void f(const double *x, int n, double *y, int m)
{
    double joined[16], all[16], words[16];
    size_t bytes = (size_t)n * sizeof *x;
    void *end = mempcpy(joined, x, bytes);
    end = append(end, x, bytes);
    copy(joined, all, 2 * bytes);
    bcopy(all, all + 1, bytes);
    clear(all + n, sizeof *all);
    wmemcpy((wchar_t *)words, (const wchar_t *)all, 2 * bytes / sizeof(wchar_t));
    CHECK_THAT((char *)end - (char *)joined == (ptrdiff_t)(2 * bytes));
    for (int i = 0; i < m; i++)
        y[i] = words[i] * words[i] + joined[i] * (i + 1);
}

int main(void)
{
    double y[8] = {0};
    ORACLE_MAP(f, ((const double[]){0.3, -1.2, 2.5, 0.9}), 4, y, 8);
    return oracle_result();
}
