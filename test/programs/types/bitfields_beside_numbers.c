/* Bit fields and small integers between numbers, in structs that are copied, compared and passed by
 * value. */
#include <string.h>
#include "oracle.h"

struct cell {
    unsigned alive : 1, kind : 3;
    signed char level;
    double mass;
    unsigned short tag : 10;
    float scale;
    double flux[2];
};

static struct cell grown(struct cell c, double by)
{
    c.mass += by;
    c.level++;
    c.kind = 5;
    c.flux[1] = c.mass * c.flux[0];
    return c;
}

static double f(const double *x, int n)
{
    struct cell grid[3], next[3];
    double sum = 0;
    memset(grid, 0, sizeof grid);
    for (int i = 0; i < 3; i++) {
        grid[i].alive = i != 1;
        grid[i].mass = x[i];
        grid[i].flux[0] = x[(i + 1) % n] * 2;
        grid[i].tag = 513;
        grid[i].scale = 0.5f;
    }
    memcpy(next, grid, sizeof grid);
    for (int i = 0; i < 3; i++)
        if (grid[i].alive)
            next[i] = grown(grid[(i + 1) % 3], x[i]);
    for (int i = 0; i < 3; i++)
        sum += next[i].mass * next[i].flux[1] * next[i].kind * next[i].scale +
               next[i].flux[0] * next[i].level * (next[i].tag == 513);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
