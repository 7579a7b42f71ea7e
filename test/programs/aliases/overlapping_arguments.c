/* Arguments that overlap, or do not, in every way: what the function does depends on it, and so do
 * its derivatives. */
#include <math.h>
#include <string.h>
#include "oracle.h"

enum { MEMORY = 200 };
typedef void kernel(double *a, double *b, double *c, int n, int stride);

static void product(double *a, double *b, double *c, int n, int stride)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += 0.3 * a[i * n + k] * b[k * n + j];
}

static void triangle(double *a, double *b, double *c, int n, int stride)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            b[i] += sin(a[i * (i + 1) / 2 % 7 + j]) * c[j];
        for (int j = n - 1; j > i; j--)
            c[j] -= a[i * n + j] * b[j - i] * 0.2;
    }
}

/* The stride may be negative: then b lies in front of its pointer. */
static void strided(double *a, double *b, double *c, int n, int stride)
{
    for (int i = n - 1; i >= 0; i--)
        b[i * stride] = a[i] * b[i * stride] + cos(c[2 * i]);
}

static void guarded(double *a, double *b, double *c, int n, int stride)
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n - 1; j++) {
            if (j > stride)
                a[j] = b[j - 1] * a[j + 1];
            c[i] += a[j] * b[i];
        }
}

/* Bounds in both loops from the arguments, unsigned and with a minimum. */
static void blocked(double *a, double *b, double *c, int n, int stride)
{
    unsigned end = (unsigned)(n > 0 ? n : 0);
    for (unsigned block = 0; block < end; block += 2) {
        unsigned last = block + 2 < end ? block + 2 : end;
        for (unsigned i = block; i < last; i++)
            for (unsigned j = 0; j < end; j++)
                c[j] = 0.5 * c[j] + a[i] * b[i * end + j];
    }
}

/* What is added to neighbours in the reverse sweep may be added in any order, unless it is taken
 * elsewhere in the loop: this one, and in front of it and behind. */
static void stencil(double *a, double *b, double *c, int n, int stride)
{
    for (int i = 2; i < n - 1; i++)
        b[i] = (a[i + 1] - a[i - 2]) * a[i - 1] - a[i] + c[i];
}

static void in_place(double *a, double *b, double *c, int n, int stride)
{
    for (int i = 1; i < n - 1; i++)
        a[i] = 0.5 * a[i] * a[i + 1] + b[i] * b[i + 1];
    for (int i = 1; i < n - 1; i++)
        c[i] = c[i - 1] * a[i + 1] + a[i - 1] * b[i];
}

/* Stores to one address again and again, to two in one iteration, and where it has loaded. */
static void stores(double *a, double *b, double *c, int n, int stride)
{
    for (int i = 0; i < n; i++)
        b[3] = a[i] * a[i + 1] + c[i];
    for (int i = 0; i < n; i++) {
        c[i] = a[i] * a[i + 2];
        c[i + 1] = b[i] - a[i + 1];
    }
    for (int i = 0; i < n; i++)
        b[i] = b[i] * a[i + 1] * a[i] + (a[i] > 0 ? a[i] : c[i + 1]);
}

static void planes(double *a, double *b, double *c, int n, int stride)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            b[i * n + j] = a[i * n + j] * c[i] + a[(i - 1) * n + j] * a[i * n + j + 1] +
                           0.2 * (a[i * n + j - 1] + a[(i + 1) * n + j]);
}

struct setting {
    kernel *function;
    int at[3], n, stride;
    double memory[MEMORY], direction[MEMORY], weights[MEMORY];
};

static void start(const struct setting *s, double t, double *memory)
{
    for (int i = 0; i < MEMORY; i++)
        memory[i] = s->memory[i] + t * s->direction[i];
}

static double eval(void *context, double t)
{
    const struct setting *s = context;
    double memory[MEMORY];
    start(s, t, memory);
    s->function(memory + s->at[0], memory + s->at[1], memory + s->at[2], s->n, s->stride);
    return oracle_dot(s->weights, memory, MEMORY);
}

#define DERIVATIVES(name)                                                                          \
    static void name##_reverse(const struct setting *s, double *memory, double *adjoint)           \
    {                                                                                              \
        __enzyme_autodiff((void *)name, memory + s->at[0], adjoint + s->at[0], memory + s->at[1],  \
                          adjoint + s->at[1], memory + s->at[2], adjoint + s->at[2], s->n,         \
                          s->stride);                                                              \
    }                                                                                              \
    static void name##_forward(const struct setting *s, double *memory, double *tangent)           \
    {                                                                                              \
        __enzyme_fwddiff((void *)name, memory + s->at[0], tangent + s->at[0], memory + s->at[1],   \
                         tangent + s->at[1], memory + s->at[2], tangent + s->at[2], s->n,          \
                         s->stride);                                                               \
    }
DERIVATIVES(product)
DERIVATIVES(triangle)
DERIVATIVES(strided)
DERIVATIVES(guarded)
DERIVATIVES(blocked)
DERIVATIVES(stencil)
DERIVATIVES(in_place)
DERIVATIVES(stores)
DERIVATIVES(planes)

typedef void derivative(const struct setting *s, double *memory, double *shadow);
static const struct {
    kernel *function;
    derivative *reverse, *forward;
} kernels[] = {
    {product, product_reverse, product_forward},    {triangle, triangle_reverse, triangle_forward},
    {strided, strided_reverse, strided_forward},    {guarded, guarded_reverse, guarded_forward},
    {blocked, blocked_reverse, blocked_forward},    {stencil, stencil_reverse, stencil_forward},
    {in_place, in_place_reverse, in_place_forward}, {stores, stores_reverse, stores_forward},
    {planes, planes_reverse, planes_forward}};

static void check(struct setting *s, derivative *reverse, derivative *forward)
{
    double memory[MEMORY], adjoint[MEMORY], tangent[MEMORY], primal[MEMORY];
    start(s, 0, primal);
    s->function(primal + s->at[0], primal + s->at[1], primal + s->at[2], s->n, s->stride);
    start(s, 0, memory);
    memcpy(adjoint, s->weights, sizeof adjoint);
    reverse(s, memory, adjoint);
    CHECK_ARRAY(memory, primal, MEMORY);
    start(s, 0, memory);
    memcpy(tangent, s->direction, sizeof tangent);
    forward(s, memory, tangent);
    CHECK_ARRAY(memory, primal, MEMORY);
    double derivative = oracle_dot(adjoint, s->direction, MEMORY);
    CHECK(oracle_dot(tangent, s->weights, MEMORY), derivative);
    oracle_check_difference(ORACLE_SITE("overlapping arguments"), eval, s, derivative, 1);
}

int main(void)
{
    static const int places[][3] = {{0, 20, 40},  {40, 20, 0},  {20, 20, 20}, {20, 20, 40},
                                    {20, 40, 20}, {20, 23, 26}, {26, 23, 20}, {20, 36, 37},
                                    {20, 36, 52}, {21, 37, 20}, {40, 24, 39}, {0, 100, 52}};
    static const int sizes[] = {9, 4, 3, 1, 0, -2};
    struct setting s;
    oracle_random(s.memory, MEMORY, 1);
    oracle_random(s.direction, MEMORY, 2);
    oracle_random(s.weights, MEMORY, 3);
    for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k++)
        for (unsigned p = 0; p < sizeof places / sizeof *places; p++)
            for (unsigned n = 0; n < sizeof sizes / sizeof *sizes; n++)
                for (s.stride = -2; s.stride <= 2; s.stride++) {
                    s.function = kernels[k].function;
                    memcpy(s.at, places[p], sizeof s.at);
                    s.n = sizes[n];
                    check(&s, kernels[k].reverse, kernels[k].forward);
                }
    return oracle_result();
}
