#include "../gauge.h"
#include <stdlib.h>

double gauge_gain = 1;
static double slope = 1;
static double offsets[] = {1, 2, 4}; /* nobody writes them */
static const double weights[] = {0.25, 0.5, 0.25};
static int reads;
static double *room;
__attribute__((visibility("hidden"))) int calls;
void count_call(void) __attribute__((visibility("hidden")));

void gauge_set(double s)
{
    slope = s;
}
double gauge_read(double x)
{
    static double last; /* written before it is read */
    last = slope * x * x;
    reads++;
    return last + offsets[1] * x + offsets[2];
}
double gauge_count(double x)
{
    count_call();
    return x * x;
}
int gauge_counted(void)
{
    return calls;
}
void gauge_open(int n)
{
    room = malloc((size_t)n * sizeof *room);
}
double gauge_smooth(const double *x, int n)
{
    double sum = 0;
    room[0] = x[0];
    for (int i = 1; i < n - 1; i++)
        room[i] = weights[0] * room[i - 1] + weights[1] * x[i] + weights[2] * x[i + 1];
    for (int i = 0; i < n - 1; i++)
        sum += room[i] * room[i] * x[n - 1];
    return sum;
}
void gauge_close(void)
{
    free(room);
}
