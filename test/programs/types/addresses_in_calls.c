/* Integers that are addresses, marked or not, are handed to functions and come back from them,
 * which are recursive, so that they stay calls. */
#include "oracle.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 8, LEAF = 1 };
struct inner {
    uintptr_t children[2];
};

/* A leaf is a number, and marked; any other node has two children. */
static uintptr_t tree(const double *x, int from, int to)
{
    if (to - from == 1) {
        double *leaf = malloc(sizeof *leaf);
        *leaf = x[from] * x[from];
        return (uintptr_t)leaf | LEAF;
    }
    struct inner *node = malloc(sizeof *node);
    int middle = (from + to) / 2;
    node->children[0] = tree(x, from, middle);
    node->children[1] = tree(x, middle, to);
    return (uintptr_t)node;
}

static double value(uintptr_t node)
{
    if (node & LEAF) {
        double *leaf = (double *)(node & ~(uintptr_t)LEAF), v = *leaf;
        return sin(v);
    }
    const struct inner *inner = (const struct inner *)node;
    return 1.5 * value(inner->children[0]) + value(inner->children[1]) * value(inner->children[0]);
}

static void release(uintptr_t node)
{
    if (node & LEAF) {
        free((void *)(node & ~(uintptr_t)LEAF));
        return;
    }
    struct inner *inner = (struct inner *)node;
    release(inner->children[0]);
    release(inner->children[1]);
    free(inner);
}

static double of_tree(const double *x, int n)
{
    uintptr_t t = tree(x, 0, n);
    double v = value(t);
    release(t);
    return v;
}

/* The same without marks: how deep it is says what is a leaf. */
static uintptr_t plain_tree(const double *x, int depth)
{
    if (!depth) {
        double *leaf = malloc(sizeof *leaf);
        *leaf = x[0] * x[1];
        return (uintptr_t)leaf;
    }
    struct inner *node = malloc(sizeof *node);
    node->children[0] = plain_tree(x, depth - 1);
    node->children[1] = plain_tree(x + (1 << (depth - 1)), depth - 1);
    return (uintptr_t)node;
}

static double plain_value(uintptr_t node, int depth)
{
    double v;
    if (!depth) {
        v = exp(*(double *)node);
    } else {
        struct inner *inner = (struct inner *)node;
        v = plain_value(inner->children[0], depth - 1) * plain_value(inner->children[1], depth - 1);
        free((void *)inner->children[0]);
        free((void *)inner->children[1]);
    }
    return v;
}

static double of_plain_tree(const double *x, int n)
{
    int depth = 0;
    while ((2 << depth) < n)
        depth++;
    uintptr_t t = plain_tree(x, depth);
    double v = plain_value(t, depth);
    free((void *)t);
    return log(v);
}

/* A list whose links are differences of addresses in one array. */
static double along(uintptr_t at, const intptr_t *step, int left)
{
    double v = *(const double *)at;
    return left ? v * along(at + (uintptr_t)*step, step + 1, left - 1) + v : v;
}

static double of_list(const double *x, int n)
{
    intptr_t steps[N];
    for (int i = 0; i + 1 < n; i++)
        steps[i] = (intptr_t)sizeof *x * (i % 2 ? 3 : -1);
    return along((uintptr_t)(x + 1), steps, n / 2 - 1);
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 1);
    ORACLE_GRADIENT(of_tree, x, N);
    ORACLE_GRADIENT(of_plain_tree, x, N);
    ORACLE_GRADIENT(of_list, x, N);
    return oracle_result();
}
