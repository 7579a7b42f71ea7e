/* Loops that gather in an inner loop and store at the end of each outer iteration, perhaps into
 * what they gather from: the reverse sweep puts each element back before it reverses the iteration
 * that wrote it. The arrays are parts of one buffer, apart or overlapping. */
#include <math.h>
#include <stdio.h>

enum { N = 40, WIDTH = 4, SIZE = 3 * N, STEPS = 3 };

extern double __enzyme_fwddiff(void *, ...);
extern void __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;

static int row[N + 1], at[N * WIDTH];

#define GATHER(x, i)                                                                               \
    double sum = 0;                                                                                \
    for (int k = row[i]; k < row[i + 1]; k++)                                                      \
        sum += 0.3 * x[at[k]] * x[at[at[k]]];

typedef double function(double *x, double *y, double *z, int n);
#define FUNCTION(name)                                                                             \
    __attribute__((noinline)) static double name(double *x, double *y, double *z, int n)

static double total(const double *x, const double *y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (i % 5) + y[i] * y[i];
    return sum;
}

FUNCTION(rows)
{
    for (int i = 0; i < n; i++) {
        GATHER(x, i)
        y[i] = sum + 0.1 * z[i];
    }
    return total(x, y, n);
}

/* From the last row to the first. */
FUNCTION(backwards)
{
    for (int i = n - 1; i >= 0; i--) {
        GATHER(x, i)
        y[i] = sum * y[i];
    }
    return total(x, y, n);
}

/* Behind the store the iteration reads what it has written, and what it may have written. */
FUNCTION(read_again)
{
    double all = 0;
    for (int i = 0; i < n; i++) {
        GATHER(x, i)
        y[i] = sum * z[i];
        all += y[i] * y[i] * x[at[i]];
    }
    return all + total(x, y, n);
}

/* Two stores, which write a range together, and one that is read in between. */
FUNCTION(pairs)
{
    for (int i = 0; i < n / 2; i++) {
        GATHER(x, i)
        y[2 * i] = sum * z[i];
        y[2 * i + 1] = sum * x[at[2 * i]];
    }
    return total(x, y, n);
}

/* Ranges of two arrays, one of which may be part of the other. */
FUNCTION(two_ranges)
{
    for (int i = 0; i < n; i++) {
        GATHER(x, i)
        y[i] = sum;
        z[i] = sum * sum + y[at[i]];
    }
    return total(y, z, n) + total(x, y, n);
}

/* Between the gather and the store another inner loop writes what is gathered. */
FUNCTION(written_inside)
{
    for (int i = 0; i < n; i++) {
        double more = 0;
        GATHER(x, i)
        for (int j = 0; j < WIDTH; j++)
            z[j] = z[j] * 0.9 + 0.1 * sum;
        for (int k = row[i]; k < row[i + 1]; k++)
            more += z[at[k] % WIDTH] * x[at[k]];
        y[i] = sum + more;
    }
    return total(x, y, n) + total(x, z, WIDTH);
}

/* What a row gathers is used behind another loop that overwrites it. */
FUNCTION(used_later)
{
    for (int i = 0; i < n; i++) {
        double first = x[at[i]];
        GATHER(x, i)
        for (int j = 0; j < WIDTH; j++)
            x[j] = x[j] * 0.5 + 0.01 * sum;
        y[i] = first * first * sum;
    }
    return total(x, y, n);
}

/* In time steps; a condition in each row; a value of the last row is used behind the loop. */
FUNCTION(steps)
{
    double last = 0;
    for (int t = 0; t < STEPS; t++) {
        for (int i = 0; i < n; i++) {
            double sum = 0.2;
            for (int k = row[i]; k < row[i + 1]; k++)
                if (x[at[k]] > 0.5)
                    sum += 0.2 * x[at[k]] * x[at[at[k]]];
            last = sum * x[at[i]];
            y[i] = last;
        }
        for (int i = 0; i < n; i++)
            x[i] = 0.5 * y[i] + 0.3 * last;
    }
    return total(x, y, n) * last;
}

/* Three loops, the outermost of which stores; the innermost one gathers. */
FUNCTION(three_loops)
{
    for (int i = 0; i < n; i++) {
        double all = 0;
        for (int j = 0; j < 3; j++) {
            GATHER(x, (i + j) % n)
            all += sum * z[j];
        }
        y[i] = 0.3 * all;
    }
    return total(x, y, n);
}

/* Stores of the loop in the middle and of the outer one. */
FUNCTION(two_levels)
{
    for (int i = 0; i < n / 4; i++) {
        double all = 0;
        for (int j = 0; j < 4; j++) {
            GATHER(x, 4 * i + j)
            y[4 * i + j] = sum;
            all += sum * y[at[j]];
        }
        z[i] = 0.3 * all;
    }
    return total(x, y, n) + total(x, z, n / 4);
}

static void start(double *a)
{
    for (int i = 0; i < SIZE; i++)
        a[i] = 0.4 + 0.01 * (i * 29 % 61);
    for (int i = 0; i <= N; i++)
        row[i] = i ? row[i - 1] + (i * 7 % (WIDTH + 1)) : 0;
    for (int k = 0; k < N * WIDTH; k++)
        at[k] = (k * 37 + 11) % N;
}

static int wrong;

static void check(const char *name, double reverse, double forward)
{
    if (!(fabs(reverse - forward) <= 1e-11 * (1 + fabs(forward)))) {
        printf("%s: %.15g by reverse mode, %.15g by forward mode\n", name, reverse, forward);
        wrong = 1;
    }
}

#define TRY(f, xo, yo, zo)                                                                         \
    do {                                                                                           \
        double a[SIZE], da[SIZE] = {0}, e[SIZE], b[SIZE], reverse = 0;                             \
        start(a);                                                                                  \
        __enzyme_autodiff((void *)f, enzyme_dup, a + (xo), da + (xo), enzyme_dup, a + (yo),        \
                          da + (yo), enzyme_dup, a + (zo), da + (zo), enzyme_const, N);            \
        start(b);                                                                                  \
        for (int i = 0; i < SIZE; i++) {                                                           \
            e[i] = 1 + 0.01 * i;                                                                   \
            reverse += e[i] * da[i];                                                               \
        }                                                                                          \
        double forward =                                                                           \
            __enzyme_fwddiff((void *)f, enzyme_dup, b + (xo), e + (xo), enzyme_dup, b + (yo),      \
                             e + (yo), enzyme_dup, b + (zo), e + (zo), enzyme_const, N);           \
        check(#f " " #xo " " #yo " " #zo, reverse, forward);                                       \
        for (int i = 0; i < SIZE; i++)                                                             \
            check(#f ", memory behind it", a[i], b[i]);                                            \
    } while (0)

/* Apart, in place, one element on, the other way round, and the last one in the middle. */
#define ALL(f)                                                                                     \
    TRY(f, 0, N, 2 * N);                                                                           \
    TRY(f, 0, 0, 2 * N);                                                                           \
    TRY(f, 0, 1, 2 * N);                                                                           \
    TRY(f, 1, 0, 2 * N);                                                                           \
    TRY(f, 0, N, 5);                                                                               \
    TRY(f, 3, N / 2, N / 3)

int main(void)
{
    ALL(rows);
    ALL(backwards);
    ALL(read_again);
    ALL(pairs);
    ALL(two_ranges);
    ALL(written_inside);
    ALL(used_later);
    ALL(steps);
    ALL(three_loops);
    ALL(two_levels);
    return wrong;
}
