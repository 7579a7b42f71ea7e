/* Structs with an array of numbers and a pointer go through arrays of numbers and back, as many
 * elements as only the run knows. */
#include <string.h>
#include "oracle.h"

struct view {
    double numbers[4];
    const double *rest;
};

__attribute__((noinline)) static double squares(const double *p, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i] * p[i];
    return sum;
}

/* All of the struct at once. */
static double at_once(const double *x, int n)
{
    struct view from, to;
    double room[8] = {0};
    for (int i = 0; i < 4; i++)
        from.numbers[i] = x[i];
    from.rest = x + 4;
    memcpy(room, &from, (size_t)n * sizeof *room);
    double sum = squares(room, 4);
    memcpy(&to, room, (size_t)n * sizeof *room);
    return sum * to.rest[0] + to.numbers[1];
}

/* The pointer by itself, behind the numbers, and through a second array. */
static double behind(const double *x, int n)
{
    const double *rest = x + 4, *again;
    double room[8] = {0}, other[8] = {0};
    memcpy(room, x, 4 * sizeof *x);
    memcpy(room + n - 1, &rest, sizeof rest);
    memcpy(other, room, (size_t)n * sizeof *room);
    double sum = squares(room, 4) + squares(other, 3);
    memcpy(&again, other + n - 1, sizeof again);
    return sum * again[0];
}

int main(void)
{
    static const double x[] = {1, 2, 3, 4, 5};
    ORACLE_GRADIENT(at_once, x, 5);
    ORACLE_GRADIENT(behind, x, 5);
    return oracle_result();
}
