/* Two doubles go along a list of nodes that hold a pointer beside them, and through a global in two
 * copies of 12 and of 4 bytes: halves of an adjoint come back on ways of their own. */
#include <stdint.h>
#include <string.h>
#include "layouts.h"

struct node {
    int kind;
    struct node *next;
    unsigned char bytes[16];
};
static unsigned char buffer[16] __attribute__((aligned(16)));

static void copy_words(void *to, const void *from, size_t n)
{
    char *d = to;
    const char *s = from;
    for (; n >= sizeof(uint64_t); n -= sizeof(uint64_t)) {
        uint64_t w;
        memcpy(&w, s, sizeof w);
        memcpy(d, &w, sizeof w);
        d += sizeof w;
        s += sizeof w;
    }
    while (n-- > 0)
        *d++ = *s++;
}

static void f(const double *x, double *out, int n)
{
    double a[2] = {x[0], x[1]};
    a[n - 4] = 0.25 * a[n - 4] + x[1] / (1.5 + 0.5 * x[0]);
    struct node *p = calloc(1, sizeof *p);
    memcpy(p->bytes, a, sizeof a);
    for (int i = 0; i < 2; i++) {
        struct node *q = malloc(sizeof *q);
        memcpy(q->bytes, p->bytes, sizeof q->bytes);
        q->next = p;
        p = q;
    }
    memcpy(buffer, p->bytes, 12);
    memcpy((char *)buffer + 12, (char *)p->bytes + 12, 4);
    copy_words(p->bytes, buffer, (size_t)n + 12);
    memcpy(a, p->bytes, sizeof a);
    while (p) {
        struct node *q = p->next;
        free(p);
        p = q;
    }
    out[0] = a[0];
    out[1] = a[1];
}

static int test(void)
{
    volatile int n = 4;
    double x[2] = {3, 2}, y[2], dx[2] = {0}, dy[2] = {0.3, -0.7};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
    CHECK(dx[0], 0.3 * (0.25 - 1. / 9));
    CHECK(dx[1], 0.3 / 3 - 0.7);
    dx[0] = 0, dx[1] = 1;
    __enzyme_fwddiff((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
    CHECK(dy[0], 1. / 3);
    CHECK(dy[1], 1);
    return oracle_result();
}

int main(int argc, char **argv)
{
    return in_all_layouts(argc, argv, test);
}
