/* A static struct of buffers, allocated when first needed, grown later, used by every call. */
#include <stdlib.h>
#include "oracle.h"

static struct {
    double *a, *b;
    int room;
} ws;

static void reserve(int n)
{
    if (n <= ws.room)
        return;
    free(ws.a);
    free(ws.b);
    ws.a = malloc((size_t)n * sizeof *ws.a);
    ws.b = malloc((size_t)n * sizeof *ws.b);
    ws.room = n;
}

static double f(const double *x, int n)
{
    double s = 0;
    reserve(n);
    for (int i = 0; i < n; i++)
        ws.a[i] = x[i] * x[(i + 1) % n];
    for (int i = 0; i < n; i++)
        ws.b[i] = ws.a[i] * ws.a[n - 1 - i];
    for (int i = 0; i < n; i++)
        s += ws.b[i] * x[i];
    return s;
}

int main(void)
{
    const double x[5] = {0.9, -0.8, 0.6, 1.4, 0.3};

    ORACLE_GRADIENT(f, x, 3);
    ORACLE_GRADIENT(f, x, 5);
    ORACLE_GRADIENT(f, x, 4);
    free(ws.a);
    ws.a = NULL;
    free(ws.b);
    ws.b = NULL;
    return oracle_result();
}
