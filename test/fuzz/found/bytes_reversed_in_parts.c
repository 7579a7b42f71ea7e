/* A value whose bytes are stored in the other order and read back one by one: its derivative has to
 * be reversed as well. */
#include "disguise_parts.h"

static uint64_t kept;
static uint64_t same(uint64_t w, int n)
{
    return w;
}

struct node {
    int k;
    struct node *next;
    unsigned char b[8];
};
static void twin(const double *x, double *out)
{
    double v0;
    v0 = x[0];
    double v1;
    v1 = x[1];
    double v2;
    v2 = x[2];
    v1 = 0.5 * v1 + 0.25 * v1 * v1;
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
}

static void objective(const double *x, double *out, int n)
{
    float v0;
    v0 = (float)x[0];
    double v1;
    v1 = (double)x[1];
    double v2;
    v2 = (double)x[2];
    v1 = (double)(0.5 * v1 + 0.25 * v1 * v1);
    /* bits */ {
        uint64_t word = 0;
        memcpy(&word, &v2, (2 * n - 0));
        /* exchange */ {
            __atomic_store_n(&kept, word, __ATOMIC_RELAXED);
            uint64_t found = __atomic_exchange_n(&kept, 0, __ATOMIC_RELAXED);
            /* call */ {
                found = same(found, n);
            }
            word = found;
        }
        memcpy(&v2, &word, (2 * n - 0));
    }
    /* bits */ {
        uint64_t word = 0;
        memcpy(&word, &v2, 8);
        /* byte_pointer */ {
            unsigned char turned[8], *from = (unsigned char *)&word;
            for (int i = 0; i < 8; i++)
                turned[7 - i] = from[i];
            /* list */ {
                struct node *list = (struct node *)calloc(1, sizeof *list);
                memcpy(list->b, turned, (n > 0 ? 8 : 4));
                for (int k = 0; k < (2 * n - 3); k++) {
                    struct node *q = (struct node *)malloc(sizeof *q);
                    memcpy(q->b, list->b, sizeof q->b);
                    q->next = list;
                    list = q;
                }
                memcpy(turned, list->b, (n > 0 ? 8 : 4));
                while (list) {
                    struct node *q = list->next;
                    free(list);
                    list = q;
                }
            }
            for (int i = 7; i >= 0; i--)
                from[i] = turned[7 - i];
        }
        memcpy(&v2, &word, 8);
    }
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
}

static void primal(const double *x, double *out)
{
    objective(x, out, fuzz_opaque(4));
}

extern int enzyme_const, enzyme_dup;
extern void __enzyme_fwddiff(void *, ...);
extern void __enzyme_autodiff(void *, ...);
static void forward(const double *x, const double *dx, double *out, double *dout)
{
    __enzyme_fwddiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                     fuzz_opaque(4));
}

static void reverse(const double *x, double *dx, double *out, double *dout)
{
    __enzyme_autodiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                      fuzz_opaque(4));
}

int main(int argc, char **argv)
{
    static const double point[] = {-0.46, 0.30, -0.43};
    struct disguise_case c = {3, 1, point, primal, twin, forward, reverse};
    return disguise_check(&c, argc, argv);
}
