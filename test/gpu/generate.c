/* generate SEED COUNT: a program of COUNT random kernels, one for each seed from SEED on.
 *
 * A kernel reads numbers of its own and of other threads, and computes with variables in statements
 * that may be conditions, loops, calls, local arrays, tiles of shared memory between barriers,
 * shuffles in a warp, and atomic additions. Barriers and shuffles stand where all threads of a
 * block come. Values stay small, functions are smooth. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { VARIABLES = 4, LOCALS = 4, SUMS = 4, DEPTH_MOST = 3 };

struct generator {
    uint64_t state;
    unsigned block, depth, loops;
    bool calls;
};

/* Steele, Lea, Flood: "Fast splittable pseudorandom number generators" (2014). */
static unsigned below(struct generator *g, unsigned n)
{
    uint64_t z = g->state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (unsigned)((z ^ z >> 31) % n);
}

static void indent(const struct generator *g)
{
    printf("%*s", 4 * (int)(g->depth + 1), "");
}

/* ---- expressions ----------------------------------------------------------------------------- */

static void leaf(struct generator *g)
{
    switch (below(g, 6)) {
    case 0: printf("x[(i * %u + %u) %% n]", 1 + below(g, 5), below(g, 40)); break;
    case 1: printf("x[%u]", below(g, 8)); break;
    case 2: printf("0.%u", 1 + below(g, 9)); break;
    default: printf("v%u", below(g, VARIABLES));
    }
}

static void expression(struct generator *g, unsigned depth)
{
    static const char *const functions[] = {"sin", "cos", "tanh", "atan"};
    if (depth == 0) {
        leaf(g);
        return;
    }
    switch (below(g, 7)) {
    case 0:
        printf("%s(", functions[below(g, 4)]);
        expression(g, depth - 1);
        printf(")");
        return;
    case 1: printf("0.5 * ("); break;
    case 2:
        printf("exp(-0.1 * tanh(");
        expression(g, depth - 1);
        printf("))");
        return;
    case 3:
        printf("(");
        expression(g, depth - 1);
        printf(") / (1.5 + (");
        leaf(g);
        printf(") * 0.1)");
        return;
    case 4:
        printf("(i %% %u ? ", 2 + below(g, 3));
        expression(g, depth - 1);
        printf(" : ");
        leaf(g);
        printf(")");
        return;
    default: printf("(");
    }
    expression(g, depth - 1);
    printf(below(g, 2) ? " + " : " * ");
    leaf(g);
    printf(")");
}

/* In front of a bounded expression. */
static void assign(struct generator *g)
{
    indent(g);
    printf("v%u = sin(", below(g, VARIABLES));
    expression(g, 1 + below(g, 3));
    printf(");\n");
}

/* ---- statements ------------------------------------------------------------------------------ */

static void statements(struct generator *g, unsigned count, bool together);

static void block_of(struct generator *g, bool together)
{
    printf(" {\n");
    g->depth++;
    statements(g, 1 + below(g, 3), together);
    g->depth--;
    indent(g);
    printf("}");
}

static void condition(struct generator *g)
{
    indent(g);
    printf("if (%s > %u)", below(g, 2) ? "k" : "i % 7", below(g, 6));
    block_of(g, false);
    if (below(g, 2)) {
        printf(" else");
        block_of(g, false);
    }
    printf("\n");
}

static void loop(struct generator *g, bool together)
{
    unsigned j = g->loops++;
    bool same = together && below(g, 2);
    indent(g);
    if (same)
        printf("for (int j%u = 0; j%u < %u + n %% 2 + (int)blockIdx.x; j%u++)", j, j,
               1 + below(g, 2), j);
    else
        printf("for (int j%u = 0; j%u < %u + i %% %u; j%u++)", j, j, 1 + below(g, 3),
               1 + below(g, 4), j);
    block_of(g, same);
    printf("\n");
}

static void local_array(struct generator *g)
{
    indent(g);
    printf("a[(i + %u) %% %u] = cos(", below(g, LOCALS), LOCALS);
    expression(g, 1);
    printf(");\n");
    indent(g);
    printf("v%u += 0.3 * a[(k / 2 + %u) %% %u];\n", below(g, VARIABLES), below(g, LOCALS), LOCALS);
}

static void call(struct generator *g)
{
    indent(g);
    if (below(g, 2))
        printf("v%u = mixed(v%u, ", below(g, VARIABLES), below(g, VARIABLES));
    else
        printf("turned(a, %u, ", 1 + below(g, LOCALS));
    leaf(g);
    printf(");\n");
}

static void sum(struct generator *g)
{
    indent(g);
    printf("atomicAdd(&y[n + %s], ", below(g, 2) ? "i % 4" : "1");
    expression(g, 1);
    printf(");\n");
}

static void tile(struct generator *g)
{
    indent(g);
    printf("t[k] = ");
    expression(g, 1 + below(g, 2));
    printf(";\n");
    indent(g);
    printf("__syncthreads();\n");
    indent(g);
    printf("v%u = tanh(t[(k + %u) %% %u] * t[%s]);\n", below(g, VARIABLES), below(g, g->block),
           g->block, below(g, 2) ? "0" : "k");
    indent(g);
    printf("__syncthreads();\n");
}

static void shared_sum(struct generator *g)
{
    indent(g);
    printf("if (k < 2)\n");
    indent(g);
    printf("    t[k] = v%u;\n", below(g, VARIABLES));
    indent(g);
    printf("__syncthreads();\n");
    indent(g);
    printf("atomicAdd(&t[k %% 2], 0.01 * v%u);\n", below(g, VARIABLES));
    indent(g);
    printf("__syncthreads();\n");
    indent(g);
    printf("v%u = cos(t[%u]);\n", below(g, VARIABLES), below(g, 2));
    indent(g);
    printf("__syncthreads();\n");
}

enum { SHUFFLES = 4 };
static const char *const shuffles[SHUFFLES] = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync",
                                               "__shfl_xor_sync"};

static void shuffle(struct generator *g)
{
    unsigned v = below(g, VARIABLES);
    indent(g);
    printf("v%u = 0.5 * v%u + 0.5 * %s(~0u, v%u, %u, %u);\n", v, v, shuffles[below(g, SHUFFLES)],
           below(g, VARIABLES), below(g, 16), 32u >> below(g, 3));
}

static void statement(struct generator *g, bool together)
{
    bool deep = g->depth >= DEPTH_MOST;
    unsigned kind = below(g, together ? 12 : 8);
    switch (kind) {
    case 0:
    case 1: deep ? assign(g) : condition(g); break;
    case 2: deep ? assign(g) : loop(g, together); break;
    case 3: local_array(g); break;
    case 4: call(g); break;
    case 5: sum(g); break;
    case 8: tile(g); break;
    case 9: shared_sum(g); break;
    case 10: shuffle(g); break;
    case 11: deep ? shuffle(g) : loop(g, true); break;
    default: assign(g);
    }
}

/* together: all threads of the block come here. */
static void statements(struct generator *g, unsigned count, bool together)
{
    for (unsigned s = 0; s < count; s++)
        statement(g, together);
}

/* ---- programs -------------------------------------------------------------------------------- */

static void kernel(unsigned seed)
{
    struct generator g = {.state = seed};
    g.block = below(&g, 2) ? 32 : 64;
    printf("__device__ void f%u(const double *x, double *y, int n)\n{\n", seed);
    printf("    __shared__ double t[%u];\n", g.block);
    printf("    int k = threadIdx.x, i = blockIdx.x * %u + k;\n    double a[%u] = {", g.block,
           LOCALS);
    for (unsigned j = 0; j < LOCALS; j++)
        printf("%sx[(i + %u) %% n]", j ? ", " : "", below(&g, 9));
    printf("};\n");
    for (unsigned v = 0; v < VARIABLES; v++)
        printf("    double v%u = x[(i + %u) %% n];\n", v, below(&g, 9));
    printf("    t[k] = v0;\n    __syncthreads();\n");
    statements(&g, 4 + below(&g, 6), true);
    printf("    y[i] = v0 * v1 + v2 + sin(v3) + a[i %% %u] + t[k];\n}\n", LOCALS);
    printf("DEVICE_PROBLEM(f%u, %u, %u, 2, %u)\n\n", seed, 2 * g.block, 2 * g.block + SUMS,
           g.block);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "generate SEED COUNT\n");
        return 2;
    }
    unsigned first = (unsigned)strtoul(argv[1], NULL, 10),
             count = (unsigned)strtoul(argv[2], NULL, 10);
    printf("#include \"device_test.h\"\n\n"
           "#ifdef GPUSIM_HIP /* has no adjoints of shuffles */\n");
    for (unsigned k = 0; k < SHUFFLES; k++)
        printf("#define %s(lanes, v, by, width) sin(v)\n", shuffles[k]);
    printf("#endif\n\n"
           "__device__ __noinline__ double mixed(double v, double w)\n{\n"
           "    return 0.6 * sin(v * w) + 0.3 * sin(v);\n}\n"
           "__device__ __noinline__ void turned(double *a, int n, double by)\n{\n"
           "    for (int j = 0; j < n; j++)\n        a[j] = sin(0.5 * a[j] * by) + "
           "0.1 * a[(j + 1) %% n];\n}\n\n");
    for (unsigned k = 0; k < count; k++)
        kernel(first + k);
    printf("int main()\n{\n    int failed = 0;\n");
    for (unsigned k = 0; k < count; k++)
        printf("    failed += test_f%u();\n", first + k);
    printf("    std::printf(\"%%d failed\\n\", failed);\n    return failed != 0;\n}\n");
    return 0;
}
