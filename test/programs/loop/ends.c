/* Loops that do something else at their ends: neighbours on a ring, by remainders, by choices and
 * by branches, with counters of all kinds; walls; weights of the first and the last term. Of any
 * length, so that all iterations may be such ends. What differs elsewhere, or wraps around, must
 * not be taken for an end. */
#include "oracle.h"

enum { SIZE = 90 };

#define RING(name, type, left, right)                                                              \
    static void name(const double *restrict x, int m, double *restrict y, int k)                   \
    {                                                                                              \
        (void)k;                                                                                   \
        type n = (type)m;                                                                          \
        for (type i = 0; i < n; i++)                                                               \
            y[i] = x[left] * x[right] + 0.5 * x[i] * x[i];                                         \
    }
RING(remainders, int, (i - 1 + n) % n, (i + 1) % n)
RING(remainders_far, int, (i - 2 + 2 * n) % n, (i + 3) % n)
RING(long_remainders, long, (i + n - 1) % n, (i + 1 + n) % n)
RING(size_remainders, size_t, (i + n - 1) % n, (i + 1) % n)
RING(short_remainders, short, (i + n - 1) % n, (i + 1) % n)
RING(twice, int, 2 * i % n, (2 * i + 1) % n)
RING(choices, int, i > 0 ? i - 1 : n - 1, i + 1 < n ? i + 1 : 0)
RING(equal, int, i == 0 ? n - 1 : i - 1, i == n - 1 ? 0 : i + 1)
RING(unsigned_choices, unsigned, i > 0 ? i - 1 : n - 1, i < n - 1 ? i + 1 : 0)
RING(size_choices, size_t, i ? i - 1 : n - 1, i + 1 != n ? i + 1 : 0)
RING(walls, int, i < 2 ? 0 : i - 2, i + 3 >= n ? n - 1 : i + 3)
RING(mirror, long, i > 0 ? i - 1 : n > 1 ? 1 : 0, i < n - 1 ? i + 1 : n > 1 ? n - 2 : 0)
RING(second, int, i == 1 ? 0 : i, i == n - 2 ? n - 1 : i)
RING(middle, int, i < n / 2 ? i : n - 1 - i, i == 5 ? 0 : i)
RING(fourth_last, int, i < n - 4 ? i + 4 : i, i >= 4 ? i - 4 : i)

static void downwards(const double *restrict x, int n, double *restrict y, int m)
{
    (void)m;
    for (int i = n - 1; i >= 0; i--)
        y[i] = x[(i + 1) % n] * x[i ? i - 1 : n - 1];
}
static void every_third(const double *restrict x, int n, double *restrict y, int m)
{
    (void)m;
    for (int i = 0; i < n; i += 3)
        y[i] = x[i + 3 < n ? i + 3 : 0] * x[(i + n - 1) % n];
}
static void from_the_second(const double *restrict x, int n, double *restrict y, int m)
{
    (void)m;
    for (int i = 1; i <= n - 1; i++)
        y[i] = x[i == n - 1 ? 0 : i + 1] * x[i - 1];
}
static void branches(const double *restrict x, int n, double *restrict y, int m)
{
    (void)m;
    for (int i = 0; i < n; i++) {
        y[i] = x[i];
        if (i > 0)
            y[i] += x[i] * x[i - 1];
        if (i < n - 1)
            y[i] *= x[i + 1];
        else
            y[i] += 1;
    }
}
static void in_place(const double *x, int n, double *y, int m)
{
    (void)m;
    for (int i = 0; i < n; i++)
        y[i] = x[i] + y[(i + n - 1) % n] * y[i + 1 < n ? i + 1 : 0];
}
/* What the loop carries, and what is used behind it. */
static void carried(const double *restrict x, int n, double *restrict y, int m)
{
    double last = 1, sum = 0;
    (void)m;
    for (int i = 0; i < n; i++) {
        double next = x[i + 1 == n ? 0 : i + 1];
        sum += i == 0 || i == n - 1 ? 0.5 * next * last : next * last;
        y[i] = sum;
        last = x[i] * next;
    }
    if (n)
        y[0] += last * sum;
}
static void torus(const double *restrict x, int m, double *restrict y, int k)
{
    int n = 1;
    (void)k;
    while ((n + 1) * (n + 1) <= m)
        n++;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int l = (j - 1 + n) % n, r = (j + 1) % n, a = (i - 1 + n) % n,
                b = i + 1 < n ? i + 1 : 0;
            y[i * n + j] = x[i * n + l] * x[i * n + r] + x[a * n + j] * x[b * n + j];
        }
}

static void check(int n)
{
    double x[SIZE], y[SIZE];
    oracle_random(x, n, 3);
    oracle_random(y, n, 4);
#define TEST(f) ORACLE_MAP(f, x, n, y, n)
    TEST(remainders);
    TEST(remainders_far);
    TEST(long_remainders);
    TEST(size_remainders);
    TEST(short_remainders);
    TEST(twice);
    TEST(choices);
    TEST(equal);
    TEST(unsigned_choices);
    TEST(size_choices);
    TEST(walls);
    TEST(mirror);
    TEST(second);
    TEST(middle);
    TEST(fourth_last);
    TEST(downwards);
    TEST(every_third);
    TEST(from_the_second);
    TEST(branches);
    TEST(in_place);
    TEST(carried);
    TEST(torus);
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 4, 5, 6, 7, 9, 16, 17, 70};
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++)
        check(lengths[i]);
    return oracle_result();
}
