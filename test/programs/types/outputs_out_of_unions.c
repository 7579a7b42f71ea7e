/* Values that come out of unions with pointers, or were put together out of parts, and go to
 * outputs without arithmetic: the seeds there are those of values, because the program stores
 * values. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

union cell {
    double d;
    struct {
        float a, b;
    } f;
    void *p;
};

static void turn(union cell *cells, int n)
{
    for (int i = 0; i < n / 2; i++) {
        union cell kept = cells[i];
        cells[i] = cells[n - 1 - i];
        cells[n - 1 - i] = kept;
    }
}

static void through_cells(const double *x, int n, double *y, int m)
{
    union cell cells[4];
    for (int i = 0; i < n; i++)
        cells[i].p = &cells[i ? i - 1 : 0];
    double first = x[0], second = x[1], third = x[2];
    cells[0].d = first;
    cells[1].f.a = (float)n;
    cells[2].d = second;
    turn(cells, m);
    turn(cells, m);
    first = cells[0].d;
    second = cells[2].d;
    y[0] = first;
    y[1] = second * cells[1].f.a;
    y[2] = third;
}

/* The halves go different ways, one of them byte by byte. */
static void by_halves(const double *x, int n, double *y, int m)
{
    double v = x[0];
    uint64_t word;
    unsigned char kept[4];
    memcpy(&word, &v, 8);
    uint32_t low = (uint32_t)word, high = (uint32_t)(word >> 32);
    for (int i = 0; i < n + 1; i++)
        kept[3 - i] = ((unsigned char *)&high)[i];
    for (int i = m; i >= 0; i--)
        ((unsigned char *)&high)[i] = kept[3 - i];
    word = (uint64_t)high << 32 | low;
    memcpy(&v, &word, 8);
    y[0] = x[1];
    y[1] = v;
    y[2] = x[2] * x[1];
}

int main(void)
{
    const double x[3] = {0.5, -0.75, 1.5};
    ORACLE_MAP(through_cells, x, 3, x, 3);
    ORACLE_MAP(by_halves, x, 3, x, 3);
    return oracle_result();
}
