/* Arrays of numbers are copied into the first member of a struct that also has an integer, and out
 * of it: nothing says where the member ends, but the other array has nothing else than numbers. */
#include <string.h>
#include "oracle.h"

enum { N = 6 };
static struct {
    double point[N], gradient[N];
    int runs; /* which the function does not use */
} state;

static void evaluate(void)
{
    for (int i = 0; i < N; i++)
        state.gradient[i] = 0;
    for (int i = 0; i + 1 < N; i++) {
        double d = state.point[i + 1] - state.point[i] * state.point[i];
        state.gradient[i + 1] += 2 * d;
        state.gradient[i] -= 4 * d * state.point[i];
    }
}

static double f(const double *x, int n)
{
    double result[N], sum = 0;
    memcpy(state.point, x, (size_t)n * sizeof *x);
    for (int step = 0; step < 3; step++) {
        evaluate();
        for (int i = 0; i < n; i++)
            state.point[i] -= 0.05 * state.gradient[i];
    }
    memcpy(result, state.point, (size_t)n * sizeof *result);
    for (int i = 0; i < n; i++)
        sum += result[i] * result[i] * x[n - 1 - i];
    return sum;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 5);
    ORACLE_GRADIENT(f, x, N);
    state.runs++;
    CHECK_THAT(state.runs == 1);
    return oracle_result();
}
