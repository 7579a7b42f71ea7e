/* The same energy with an array of structs on the heap, moved one step along the force. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

enum { N = 4 };
struct particle {
    int id;
    double x, y;
    float weight;
    double charge;
};

static double f(const double *x, int n)
{
    struct particle *p = malloc(N * sizeof *p);
    double e = 0;
    for (int i = 0; i < N; i++)
        p[i] = (struct particle){i, x[3 * i] + i, x[3 * i + 1], 0.5f, x[3 * i + 2]};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            if (p[i].id == p[j].id)
                continue;
            double dx = p[i].x - p[j].x, dy = p[i].y - p[j].y, r = sqrt(dx * dx + dy * dy);
            e += p[i].charge * p[j].charge / r;
            p[i].x += 0.01 * dx * p[j].weight / r;
        }
    free(p);
    return e;
}

int main(void)
{
    double x[3 * N];
    oracle_random(x, 3 * N, 11);
    ORACLE_GRADIENT(f, x, 3 * N);
    return oracle_result();
}
