/* A network behind pointers in a struct: four samples forward, then four backward; the activations
 * are overwritten by every sample. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
extern int enzyme_nofree, enzyme_tape, enzyme_allocated, enzyme_runtime_activity,
    enzyme_const_return;
struct aug {
    void *tape;
    double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
void *__enzyme_augmentfwd_t(void *, ...);
void __enzyme_reverse(void *, ...);
double __enzyme_reverse_d(void *, ...);
struct net {
    int n;
    double *w, *b;
    double *act[3];
};
static double forward(struct net *net, const double *x)
{
    memcpy(net->act[0], x, net->n * sizeof *x);
    for (int l = 0; l < 2; l++)
        for (int i = 0; i < net->n; i++) {
            double s = net->b[l * net->n + i];
            for (int k = 0; k < net->n; k++)
                s += net->w[(l * net->n + i) * net->n + k] * net->act[l][k];
            net->act[l + 1][i] = tanh(s);
        }
    double r = 0;
    for (int i = 0; i < net->n; i++)
        r += net->act[2][i] * net->act[2][i];
    return r;
}
static struct net *make(int n, double v)
{
    struct net *p = malloc(sizeof *p);
    p->n = n;
    p->w = malloc(2 * n * n * 8);
    p->b = malloc(2 * n * 8);
    for (int i = 0; i < 2 * n * n; i++)
        p->w[i] = v * sin(i);
    for (int i = 0; i < 2 * n; i++)
        p->b[i] = v * 0.1 * i;
    for (int l = 0; l < 3; l++)
        p->act[l] = calloc(n, 8);
    return p;
}
int main(void)
{
    enum { N = 3, B = 4 };
    struct net *p = make(N, 1), *d = make(N, 0), *q = make(N, 1), *dq = make(N, 0);
    double x[B][N], dx[B][N] = {{0}}, dy[B][N] = {{0}};
    struct aug a[B];
    for (int b = 0; b < B; b++) {
        for (int i = 0; i < N; i++)
            x[b][i] = 0.1 * b - 0.2 * i;
        a[b] = __enzyme_augmentfwd((void *)forward, enzyme_dup, p, d, enzyme_dup, x[b], dx[b]);
    }
    /* minibatch: activations overwritten by the later samples */
    for (int b = 0; b < B; b++)
        __enzyme_reverse((void *)forward, enzyme_dup, p, d, enzyme_dup, x[b], dx[b], 1.0 + b,
                         a[b].tape);
    for (int b = 0; b < B; b++) {
        double *save = calloc(2 * N * N + 2 * N, 8);
        struct net *z = make(N, 0);
        double zx[N] = {0};
        (void)__enzyme_autodiff((void *)forward, enzyme_dup, q, z, enzyme_dup, x[b], zx);
        for (int i = 0; i < 2 * N * N; i++)
            dq->w[i] += (1 + b) * z->w[i];
        for (int i = 0; i < 2 * N; i++)
            dq->b[i] += (1 + b) * z->b[i];
        for (int i = 0; i < N; i++)
            dy[b][i] += (1 + b) * zx[i];
        free(save);
    }
    for (int i = 0; i < 2 * N * N; i++)
        CHECK(d->w[i], dq->w[i]);
    for (int i = 0; i < 2 * N; i++)
        CHECK(d->b[i], dq->b[i]);
    for (int b = 0; b < B; b++)
        for (int i = 0; i < N; i++)
            CHECK(dx[b][i], dy[b][i]);
    return oracle_result();
}
