/* Three planes in one array, of which a stencil reads neighbours and stores new ones, in buffers
 * that change places: copies of the planes are kept in place of values, and the adjoint runs over
 * strips of a row. Planes may overlap, rows be shorter or longer than strips, and a plane be part
 * of a larger one. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

/* Rows and columns in use; pitch: from row to row; distance: from plane to plane. */
static int rows, columns, pitch, distance, steps;

static void step(const double *s, double *out, int n, int m, int row, int plane)
{
    const double *h = s, *p = s + plane, *q = s + 2 * plane;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++) {
            int x = i * row + j, w = x - 1, e = x + 1, a = x - row, b = x + row;
            out[x] = 0.25 * (h[w] + h[e] + h[a] + h[b]) - 0.1 * (p[e] - p[w] + q[b] - q[a]);
            out[plane + x] = 0.25 * (p[w] + p[e] + p[a] + p[b]) -
                             0.1 * (p[e] * p[e] / h[e] - p[w] * p[w] / h[w] + h[e] * h[e] -
                                    h[w] * h[w] + p[b] * q[b] / h[b] - p[a] * q[a] / h[a]);
            out[2 * plane + x] = 0.25 * (q[w] + q[e] + q[a] + q[b]) -
                                 0.1 * (q[b] * q[b] / h[b] - q[a] * q[a] / h[a] + h[b] * h[b] -
                                        h[a] * h[a] + p[e] * q[e] / h[e] - p[w] * q[w] / h[w]);
        }
}

static double run(const double *x, int count, int n, int m, int row, int plane, int times)
{
    double *now = malloc(sizeof(double) * (size_t)count),
           *next = malloc(sizeof(double) * (size_t)count), sum = 0;
    for (int i = 0; i < count; i++)
        now[i] = next[i] = 2.0 + 0.25 * x[i];
    for (int t = 0; t < times; t++) {
        step(now, next, n, m, row, plane);
        double *old = now;
        now = next;
        next = old;
    }
    for (int i = 0; i < count; i++)
        sum += (0.5 + i % 3) * now[i] * now[i];
    free(now), free(next);
    return sum;
}

static double f(const double *x, int count)
{
    return run(x, count, rows, columns, pitch, distance, steps);
}

static void check(int n, int m, int row, int plane, int times)
{
    int count = 2 * plane + row * n;
    double *x = malloc(sizeof(double) * (size_t)count);
    rows = n, columns = m, pitch = row, distance = plane, steps = times;
    oracle_random(x, count, 7);
    ORACLE_GRADIENT(f, x, count);
    free(x);
}

/* The same with square planes without gaps, between buffers of the caller's, which may be one, or
 * overlap. */
static void square_step(int n, const double *s, double *out)
{
    const double *h = s, *p = s + n * n, *q = s + 2 * n * n;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            int x = i * n + j, w = x - 1, e = x + 1, a = x - n, b = x + n;
            out[x] = 0.25 * (h[w] + h[e] + h[a] + h[b]) - 0.1 * (p[e] - p[w] + q[b] - q[a]);
            out[n * n + x] = 0.25 * (p[w] + p[e] + p[a] + p[b]) -
                             0.1 * (p[e] * p[e] / h[e] - p[w] * p[w] / h[w] + h[e] * h[e] -
                                    h[w] * h[w] + p[b] * q[b] / h[b] - p[a] * q[a] / h[a]);
            out[2 * n * n + x] = 0.25 * (q[w] + q[e] + q[a] + q[b]) -
                                 0.1 * (q[b] * q[b] / h[b] - q[a] * q[a] / h[a] + h[b] * h[b] -
                                        h[a] * h[a] + p[e] * q[e] / h[e] - p[w] * q[w] / h[w]);
        }
}

static void square(int n, int times, double *u, double *v)
{
    double *now = u, *next = v;
    for (int t = 0; t < times; t++) {
        square_step(n, now, next);
        double *old = now;
        now = next;
        next = old;
    }
}

/* Where the second buffer starts. */
static int shift;

static double g(const double *x, int count)
{
    double memory[2 * 3 * 70 * 70], sum = 0;
    int size = 3 * rows * rows;
    for (int i = 0; i < size + shift; i++)
        memory[i] = 2.0 + 0.25 * x[i % count] + 0.01 * i / size;
    square(rows, steps, memory, memory + shift);
    for (int i = 0; i < size + shift; i++)
        sum += (0.5 + i % 3) * memory[i] * memory[i];
    return sum;
}

static void check_square(int n, int second, int times)
{
    double x[24];
    rows = n, shift = second, steps = times;
    oracle_random(x, 24, 5);
    ORACLE_GRADIENT(g, x, 24);
}

/* What the loops read is written through pointers that they load. */
static void nudged_step(int n, double *s, double *out, double *const *where)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            int x = i * n + j;
            out[x] = 0.3 * s[x] * s[x - 1] + 0.2 * s[x + 1] * s[x - n] + 0.1 * s[x + n];
            *where[j % 2] += 0.125 * s[x] * s[x];
        }
}

static double h(const double *x, int count)
{
    double memory[2 * 7 * 7], sum = 0, aside = 1;
    int n = rows, size = n * n;
    double *now = memory, *next = memory + size;
    for (int i = 0; i < 2 * size; i++)
        memory[i] = 1.0 + 0.25 * x[i % count] + 0.01 * i / size;
    for (int t = 0; t < 3; t++) {
        double *where[2] = {&now[shift], t % 2 ? &now[size - 1 - shift] : &aside};
        nudged_step(n, now, next, where);
        double *old = now;
        now = next;
        next = old;
    }
    for (int i = 0; i < 2 * size; i++)
        sum += (0.5 + i % 3) * memory[i] * memory[i];
    return sum * aside;
}

static void check_nudged(int at)
{
    double x[24];
    rows = 7, shift = at;
    oracle_random(x, 24, 3);
    ORACLE_GRADIENT(h, x, 24);
}

int main(void)
{
    check_nudged(24);
    check_nudged(9);
    check_square(5, 75, 3);
    check_square(3, 27, 4);
    check_square(2, 12, 2);
    check_square(5, 0, 2);  /* one buffer */
    check_square(5, 1, 2);  /* they overlap */
    check_square(5, 50, 2); /* with one plane */
    check_square(12, 432, 3);
    check_square(26, 2028, 2);
    check_square(70, 14700, 1); /* two strips */
    check(5, 5, 5, 25, 3);
    check(3, 3, 3, 9, 4);
    check(2, 5, 5, 10, 2);   /* no inner point */
    check(6, 6, 6, 36, 0);   /* no step */
    check(4, 5, 9, 36, 3);   /* part of a larger plane */
    check(4, 4, 40, 160, 2); /* hardly any of it */
    check(5, 5, 5, 8, 3);    /* planes overlap */
    check(5, 5, 5, 1, 2);    /* all but one element of them */
    check(9, 9, 9, 81, 2);
    check(3, 67, 67, 201, 1); /* two strips */
    check(4, 131, 131, 524, 1);
    return oracle_result();
}
