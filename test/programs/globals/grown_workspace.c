/* Workspaces in globals that grow by way of a local variable, which is tested first, beside a
 * global that points to functions. */
#include "oracle.h"
#include <stdlib.h>

static double *work;
static int capacity;
static struct {
    double (*kernel)(double);
    double gain;
} settings;

static double square(double x)
{
    return x * x;
}

static double configured(double x)
{
    settings.kernel = square;
    settings.gain = x;
    return settings.kernel(x) * settings.gain;
}

static void grow(int n)
{
    if (n > capacity) {
        double *larger = realloc(work, (size_t)n * sizeof *work);
        if (!larger)
            exit(1);
        work = larger;
        capacity = n;
    }
}

static double exits(const double *x, int n)
{
    grow(n);
    double sum = 0;
    for (int i = 0; i < n; i++)
        work[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        sum += work[i] * work[n - 1 - i];
    return sum;
}

static struct {
    double *values;
    size_t size;
} buffer;

static int reserve(size_t size)
{
    double *larger;
    if (size <= buffer.size)
        return 0;
    if ((larger = realloc(buffer.values, size * sizeof *larger)) == NULL)
        return -1;
    buffer.values = larger;
    buffer.size = size;
    return 0;
}

static double returns(const double *x, int n)
{
    if (reserve((size_t)n) != 0)
        return 0;
    buffer.values[0] = x[0];
    for (int i = 1; i < n; i++)
        buffer.values[i] = buffer.values[i - 1] * x[i];
    return buffer.values[n - 1] + buffer.values[n / 2];
}

static double *plain;

static void allocate(double **at, size_t n)
{
    free(*at);
    *at = malloc(n * sizeof **at);
}

static double by_address(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        plain[i] = i ? plain[i - 1] * x[i] : x[i];
    return plain[n - 1] * plain[n / 2];
}

int main(void)
{
    const double x[] = {1.25, -0.5, 0.75, 2, 3, -1};
    ORACLE_SCALAR(configured, 1.5);
    for (int n = 2; n <= 6; n += 2) {
        ORACLE_GRADIENT(exits, x, n);
        ORACLE_GRADIENT(returns, x, n);
        allocate(&plain, (size_t)n);
        ORACLE_GRADIENT(by_address, x, n);
    }
    ORACLE_SCALAR(configured, 1.5);
    free(work);
    free(buffer.values);
    free(plain);
    work = buffer.values = NULL;
    capacity = 0;
    buffer.size = 0;
    ORACLE_GRADIENT(exits, x, 6);
    return oracle_result();
}
