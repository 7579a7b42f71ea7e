/* Search by backtracking over an array that is changed and restored. */
#include "oracle.h"

struct search {
    double chosen[6];
    int used[6];
    double best;
};

static void place(struct search *s, const double *x, int n, int depth, double cost)
{
    if (depth == n) {
        if (cost < s->best)
            s->best = cost;
        return;
    }
    for (int i = 0; i < n; i++) {
        if (s->used[i])
            continue;
        s->used[i] = 1;
        s->chosen[depth] = x[i] * (depth + 1);
        double d = depth ? s->chosen[depth] - s->chosen[depth - 1] : s->chosen[0];
        place(s, x, n, depth + 1, cost + d * d);
        s->used[i] = 0;
    }
}

static double f(const double *x, int n)
{
    struct search s = {.best = 1e30};
    place(&s, x, n, 0, 0);
    return s.best;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, 1.2};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
