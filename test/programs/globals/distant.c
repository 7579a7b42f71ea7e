/* Active values in memory that the program has allocated before and keeps behind globals: rows of
 * pointers, structs with arrays, lists. Their shadows are at a distance. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 6 };

struct layer {
    int in, out;
    double *weights, *result;
};
struct node {
    double value;
    struct node *next;
};
static double **rows;
static struct net {
    int count;
    struct layer *layers;
} net;
static struct node *list;
static double buffer[N], *aside[2], *part, *other_part;
static struct workspace {
    double *tmp, *more;
    int size;
} *space;

static double in_rows(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            rows[i][j] = x[i] * x[j] * x[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += rows[i][j] * rows[j][i];
    return sum;
}

/* Rows change places, and one is copied over another. */
static double exchanged(const double *x, int n)
{
    for (int j = 0; j < n; j++)
        rows[0][j] = x[j] * x[j], rows[1][j] = sin(x[j]), rows[2][j] = 1;
    double *first = rows[0];
    rows[0] = rows[1];
    rows[1] = first;
    memcpy(rows[2], rows[0], (size_t)n * sizeof **rows);
    memset(rows[3], 0, (size_t)n * sizeof **rows);
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += rows[0][j] * rows[1][n - 1 - j] + rows[2][j] * x[0] + rows[3][j];
    return sum;
}

static double forward_pass(const double *x, int n)
{
    const double *from = x;
    for (int k = 0; k < net.count; k++) {
        const struct layer *l = &net.layers[k];
        for (int i = 0; i < l->out; i++) {
            double sum = 0;
            for (int j = 0; j < l->in; j++)
                sum += l->weights[i * l->in + j] * from[j];
            l->result[i] = tanh(sum);
        }
        from = l->result;
    }
    return from[0] * from[n - 1];
}

static double in_list(const double *x, int n)
{
    int i = 0;
    double sum = 0;
    for (struct node *at = list; at; at = at->next, i++)
        at->value = x[i % n] * (i + 1) * x[(i + 1) % n];
    for (struct node *at = list; at && at->next; at = at->next)
        sum += at->value * at->next->value;
    return sum;
}

__attribute__((noinline)) static void scale(double *to, const double *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i] * from[(i + 1) % n];
}

static double through_calls(const double *x, int n)
{
    scale(space->tmp, x, n);
    scale(space->more, space->tmp, n);
    double sum = 0;
    for (int i = 0; i < space->size; i++)
        sum += space->more[i] * (i + 1) + space->tmp[i];
    return sum;
}

/* A global array by its name, and through a pointer. */
static double by_two_names(const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        aside[0][i] = x[i] * x[i];
        aside[1][i] = buffer[i] * x[i];
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += buffer[i] * aside[1][i] + aside[0][i] * x[n - 1 - i];
    return sum;
}

/* Parts of one block, which overlap. */
static double in_parts(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        part[i] = x[i] * x[i];
    double sum = 0;
    for (int i = 0; i + 2 < n; i++)
        sum += other_part[i] * x[i];
    return sum;
}

/* A block that is allocated inside and stays where others were. */
static double allocated(const double *x, int n)
{
    double *old = space->tmp, *fresh = malloc((size_t)n * sizeof *fresh);
    for (int i = 0; i < n; i++)
        old[i] = x[i] * x[i], fresh[i] = cos(x[i]);
    space->tmp = fresh;
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += space->tmp[i] * old[n - 1 - i];
    space->tmp = old;
    free(fresh);
    return sum;
}

static void start(void)
{
    rows = malloc(N * sizeof *rows);
    for (int i = 0; i < N; i++)
        rows[i] = malloc(N * sizeof **rows);
    net.count = 3;
    net.layers = malloc(3 * sizeof *net.layers);
    for (int k = 0; k < 3; k++) {
        struct layer *l = &net.layers[k];
        *l =
            (struct layer){N, N, malloc(N * N * sizeof *l->weights), malloc(N * sizeof *l->result)};
        oracle_random(l->weights, N * N, (unsigned)k + 1);
    }
    for (int i = 0; i < 9; i++) {
        struct node *more = malloc(sizeof *more);
        *more = (struct node){0, list};
        list = more;
    }
    space = malloc(sizeof *space);
    *space = (struct workspace){(double *)malloc((N + 1) * sizeof(double)) + 1,
                                malloc(N * sizeof(double)), N};
    part = malloc(2 * N * sizeof *part);
    other_part = part + 2;
    aside[0] = buffer;
    aside[1] = malloc(N * sizeof(double));
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 9);
    start();
    for (int again = 0; again < 2; again++) {
        ORACLE_GRADIENT(in_rows, x, N);
        ORACLE_GRADIENT(exchanged, x, N);
        ORACLE_GRADIENT(forward_pass, x, N);
        ORACLE_GRADIENT(in_list, x, N);
        ORACLE_GRADIENT(through_calls, x, N);
        ORACLE_GRADIENT(by_two_names, x, N);
        ORACLE_GRADIENT(in_parts, x, N);
        ORACLE_GRADIENT(allocated, x, N);
    }
    return oracle_result();
}
