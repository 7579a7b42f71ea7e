/* generate_launches SEED COUNT: a program of COUNT random functions of the host that launch
 * kernels, one for each seed from SEED on.
 *
 * A function has buffers on the device, of which one is managed and one holds indices, an array of
 * its own, and statements: launches, copies of all or of parts, fills, exchanges of buffers, what
 * the host computes, loops, conditions, buffers that are freed and allocated again. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUFFERS = 4, SIZE = 24, DEPTH_MOST = 2 };

struct generator {
    uint64_t state;
    unsigned depth, loops;
};

/* Steele, Lea, Flood: "Fast splittable pseudorandom number generators" (2014). */
static unsigned below(struct generator *g, unsigned n)
{
    uint64_t z = g->state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (unsigned)((z ^ z >> 31) % n);
}

static void begin(const struct generator *g)
{
    printf("%*s", 4 * (int)(g->depth + 1), "");
}

/* Two buffers, or three, none of them twice. */
static void choose(struct generator *g, unsigned *b)
{
    b[0] = below(g, BUFFERS);
    b[1] = (b[0] + 1 + below(g, BUFFERS - 1)) % BUFFERS;
    do
        b[2] = below(g, BUFFERS);
    while (b[2] == b[0] || b[2] == b[1]);
}

static void number(struct generator *g)
{
    switch (below(g, 4)) {
    case 0: printf("h[%u]", below(g, SIZE)); break;
    case 1: printf("s"); break;
    case 2: printf("small(h[%u] + s)", below(g, SIZE)); break;
    default: printf("0.%u", 1 + below(g, 9));
    }
}

static void launch(struct generator *g)
{
    unsigned b[3];
    choose(g, b);
    switch (below(g, 10)) {
    case 0:
        printf("accumulate<<<2, 16>>>(d%u, d%u, ", b[0], b[1]);
        number(g);
        printf(", n);\n");
        break;
    case 1: printf("product<<<2, 16>>>(d%u, d%u, d%u, n);\n", b[0], b[1], b[2]); break;
    case 2: printf("product<<<2, 16>>>(d%u, d%u, d%u, n);\n", b[0], b[0], b[2]); break;
    case 3: printf("shift<<<2, 16>>>(d%u, d%u, %u, n);\n", b[0], b[1], below(g, 9)); break;
    case 4:
        printf("bend<<<2, 16>>>(d%u, ", b[0]);
        number(g);
        printf(", n);\n");
        break;
    case 5: printf("gather<<<2, 16>>>(d%u, index, d%u, n);\n", b[0], b[1]); break;
    case 6: printf("turn<<<2, 16>>>(index, %u, n);\n", 1 + below(g, 5)); break;
    case 7: printf("total<<<2, 16>>>(d%u, d%u + %u, n);\n", b[0], b[1], below(g, SIZE)); break;
    case 8: printf("reverse_tile<<<2, 16>>>(d%u, d%u, n);\n", b[0], b[below(g, 2)]); break;
    default:
        printf("weighted<<<2, 16>>>(two{d%u, ", b[0]);
        number(g);
        printf(", n}, d%u);\n", b[1]);
    }
}

static void copy(struct generator *g)
{
    unsigned b[3], from = below(g, SIZE / 2), to = below(g, SIZE / 2),
                   length = 1 + below(g, SIZE / 2);
    choose(g, b);
    switch (below(g, 5)) {
    case 0:
        printf("cudaMemcpy(d%u + %u, h + %u, %u * sizeof *h, cudaMemcpyHostToDevice);\n", b[0], to,
               from, length);
        break;
    case 1:
        printf("cudaMemcpy(h + %u, d%u + %u, %u * sizeof *h, cudaMemcpyDeviceToHost);\n", to, b[0],
               from, length);
        break;
    case 2:
        printf("cudaMemcpy(d%u + %u, d%u + %u, %u * sizeof *h, cudaMemcpyDeviceToDevice);\n", b[0],
               to, b[1], from, length);
        break;
    case 3: printf("cudaMemcpy(d%u, x, n * sizeof *x, cudaMemcpyHostToDevice);\n", b[0]); break;
    default: printf("cudaMemset(d%u + %u, 0, %u * sizeof *h);\n", b[0], to, length);
    }
}

/* Buffer 3 is the host's, too, wherever it has been exchanged to. */
static void host(struct generator *g)
{
    unsigned k = below(g, SIZE);
    printf("cudaDeviceSynchronize();\n");
    begin(g);
    switch (below(g, 5)) {
    case 0: printf("s = small(s + h[%u] * h[%u]);\n", k, below(g, SIZE)); break;
    case 1:
        printf("for (int i = 0; i < n; i++)\n");
        begin(g);
        printf("    h[i] = small(h[i] * x[(i + %u) %% n] + s);\n", k);
        break;
    case 2: printf("h[%u] = small(managed[%u]) + 0.5 * h[%u];\n", k, below(g, SIZE), k); break;
    case 3: printf("managed[%u] = small(h[%u] + managed[%u]);\n", k, below(g, SIZE), k); break;
    default:
        printf("for (int i = 0; i < n; i += 3)\n");
        begin(g);
        printf("    managed[i] = 0.5 * managed[i] * h[i] + 0.1;\n");
    }
}

static void exchange(struct generator *g)
{
    unsigned b[3];
    choose(g, b);
    printf("std::swap(d%u, d%u);\n", b[0], b[1]);
}

/* Of a buffer of its own. */
static void renew(struct generator *g)
{
    printf("cudaFree(own);\n");
    begin(g);
    printf("cudaMalloc(&own, n * sizeof *own);\n");
    begin(g);
    printf("shift<<<2, 16>>>(d%u, own, %u, n);\n", below(g, BUFFERS), below(g, 7));
    begin(g);
    printf("accumulate<<<2, 16>>>(own, d%u, 0.3, n);\n", below(g, BUFFERS));
}

static void statements(struct generator *g, unsigned count);

static void nested(struct generator *g)
{
    if (below(g, 2))
        printf("for (int r%u = 0; r%u < %u; r%u++) {\n", g->loops, g->loops, 2 + below(g, 3),
               g->loops);
    else
        printf("if (h[%u] > 0.%u) {\n", below(g, SIZE), 1 + below(g, 9));
    g->loops++, g->depth++;
    statements(g, 1 + below(g, 4));
    g->depth--;
    begin(g);
    printf("}\n");
}

static void statements(struct generator *g, unsigned count)
{
    for (unsigned k = 0; k < count; k++) {
        unsigned kind = below(g, 16);
        begin(g);
        if (kind >= 13 && g->depth < DEPTH_MOST)
            nested(g);
        else if (kind == 12)
            renew(g);
        else if (kind == 11)
            exchange(g);
        else if (kind >= 9)
            host(g);
        else if (kind >= 6)
            copy(g);
        else
            launch(g);
    }
}

static void function(unsigned seed)
{
    struct generator g = {.state = seed};
    printf("static void f%u(const double *x, double *y, int n)\n{\n", seed);
    printf("    double *d0, *d1, *d2, *d3, *own, *managed, h[%d], s = x[1];\n", SIZE);
    printf("    int *index, start[%d];\n", SIZE);
    printf("    for (int i = 0; i < n; i++)\n"
           "        h[i] = x[(i + 5) %% n], start[i] = (i * 7 + 3) %% n;\n");
    for (unsigned b = 0; b + 1 < BUFFERS; b++)
        printf("    cudaMalloc(&d%u, n * sizeof *d%u);\n"
               "    cudaMemcpy(d%u, x, n * sizeof *x, cudaMemcpyHostToDevice);\n",
               b, b, b);
    printf("    cudaMallocManaged(&managed, n * sizeof *managed);\n"
           "    for (int i = 0; i < n; i++)\n        managed[i] = x[(i + 1) %% n];\n"
           "    d3 = managed;\n    cudaMalloc(&own, n * sizeof *own);\n"
           "    cudaMalloc(&index, n * sizeof *index);\n"
           "    cudaMemcpy(index, start, n * sizeof *index, cudaMemcpyHostToDevice);\n");
    statements(&g, 6 + below(&g, 8));
    for (unsigned b = 0; b < BUFFERS; b++)
        printf("    cudaMemcpy(y + %u * n, d%u, n * sizeof *y, cudaMemcpyDefault);\n", b, b);
    printf("    for (int i = 0; i < n; i++)\n        y[%d * n + i] = h[i] * s + managed[i];\n",
           BUFFERS);
    printf("    cudaFree(index);\n    cudaFree(own);\n");
    for (unsigned b = 0; b < BUFFERS; b++)
        printf("    cudaFree(d%u);\n", b);
    printf("}\nHOST_PROBLEM(f%u, %d, %d)\n\n", seed, SIZE, SIZE * (BUFFERS + 1));
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "generate_launches SEED COUNT\n");
        return 2;
    }
    unsigned first = (unsigned)strtoul(argv[1], NULL, 10),
             count = (unsigned)strtoul(argv[2], NULL, 10);
    printf("#include \"random_launches.h\"\n#include <utility>\n\n");
    for (unsigned k = 0; k < count; k++)
        function(first + k);
    printf("int main()\n{\n    int failed = 0;\n");
    for (unsigned k = 0; k < count; k++)
        printf("    if (test_f%u())\n        failed++, std::printf(\"seed %u\\n\");\n", first + k,
               first + k);
    printf("    std::printf(\"%%d failed\\n\", failed);\n    return failed != 0;\n}\n");
    return 0;
}
