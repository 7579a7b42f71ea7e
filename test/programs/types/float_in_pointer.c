/* A union that holds a pointer, half of which is then replaced by a float: what was the pointer
 * moves through blocks as one integer, and is none. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

union cell {
    double d;
    void *p;
    uint32_t halves[2];
};
struct node {
    struct node *next;
    unsigned char b[8];
};

static void put(union cell *cell, float value, int half, int n)
{
    uint32_t word = 0;
    memcpy(&word, &value, (size_t)(n > 0 ? 4 : 2));
    cell->p = cell;
    cell->halves[half] = word;
}

/* The float is put together out of the two halves of its word, so that nothing reads it there. */
static float get(const union cell *from, int half, int n)
{
    union cell cell = *from;
    float value;
    uint16_t low = (uint16_t)cell.halves[half], high = (uint16_t)(cell.halves[half] >> 16);
    cell.halves[half] = ((uint32_t)high << 16) + low;
    uint32_t word = cell.halves[half];
    memcpy(&value, &word, (size_t)(n > 0 ? 4 : 2));
    return value;
}

static void along_list(union cell *cell, int n)
{
    struct node *list = calloc(1, sizeof *list);
    memcpy(list->b, cell, (size_t)(4 * n));
    for (int i = 0; i < 3; i++) {
        struct node *more = malloc(sizeof *more);
        memcpy(more->b, list->b, sizeof more->b);
        more->next = list;
        list = more;
    }
    memcpy(cell, list->b, (size_t)(n > 0 ? 8 : 4));
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static double high(const double *x, int n)
{
    union cell cell;
    put(&cell, (float)(x[0] * x[1]), 1, n);
    along_list(&cell, n);
    return 3 * get(&cell, 1, n);
}

static double low(const double *x, int n)
{
    union cell cell;
    put(&cell, (float)(x[0] * x[1]), 0, n);
    along_list(&cell, n);
    return 5 * get(&cell, 0, n) * x[0];
}

int main(void)
{
    const double x[2] = {1.5, 0.25};
    double g[2];
    GRADIENT(high, x, g, 2);
    CHECK_FLOAT(g[0], 3 * 0.25);
    CHECK_FLOAT(g[1], 3 * 1.5);
    GRADIENT(low, x, g, 2);
    CHECK_FLOAT(g[0], 10 * 1.5 * 0.25);
    CHECK_FLOAT(g[1], 5 * 1.5 * 1.5);
    return oracle_result();
}
