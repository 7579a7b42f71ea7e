/* Disguised program of seed 720151. Its carriers:
 *   address        a value behind a pointer that travels
 *   exchange       an atomic exchange
 *   number         an address as an integer
 *   heap_cell      an address in a heap block
 *   words          a block copied as words in a loop
 *   list           a block along a list of heap nodes
 *   record         a struct of values with padding between
 * Flags: */
#include "disguise_parts.h"

struct s4_ {
    int k;
    struct s4_ *next;
    unsigned char b[16];
};
static uint64_t g11_;
struct s12_ {
    double m0;
    long k15_;
    float m1;
    double m2;
};
static struct s12_ f13_(struct s12_ a, int n)
{
    struct s12_ b[2];
    b[(n + -3)] = a;
    /* words */ {
        unsigned char r16_[32];
        for (int i18_ = 0; i18_ < 4; i18_++) {
            uint64_t w17_;
            memcpy(&w17_, (char *)&b[1] + 8 * i18_, 8);
            memcpy((char *)r16_ + 8 * i18_, &w17_, 8);
        }
        memcpy(&b[1], r16_, 32);
    }
    return b[(n > 0 ? 1 : 0)];
}

static void twin(const double *x, double *out)
{
    double v0;
    v0 = x[0];
    double v1;
    v1 = x[1];
    double v2;
    v2 = x[2];
    v1 = 0.125 * v1 + sin(v2) * cos(v2);
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
    v1 = (double)(0.125 * v1 + sin(v2) * cos(v2));
    /* address */ {
        double t1_ = v1;
        void *p2_ = &t1_;
        /* heap_cell */ {
            void **p3_ = (void **)calloc(2, sizeof *p3_);
            p3_[0] = p2_;
            /* list */ {
                struct s4_ *p5_ = (struct s4_ *)calloc(1, sizeof *p5_);
                memcpy(p5_->b, p3_, 16);
                for (int i6_ = 0; i6_ < 2; i6_++) {
                    struct s4_ *q = (struct s4_ *)malloc(sizeof *q);
                    *q = *p5_;
                    q->next = p5_;
                    p5_ = q;
                }
                memcpy(p3_, p5_->b, 16);
                while (p5_) {
                    struct s4_ *q = p5_->next;
                    free(p5_);
                    p5_ = q;
                }
            }
            p2_ = p3_[(n + -4)];
            free(p3_);
        }
        v1 = *(double *)p2_;
    }
    /* address */ {
        double t7_ = v1;
        v1 = 0;
        void *p8_ = &v1;
        /* number */ {
            uint64_t w9_;
            memcpy(&w9_, &p8_, sizeof w9_);
            /* exchange */ {
                __atomic_store_n(&g11_, w9_, __ATOMIC_RELAXED);
                uint64_t t10_ = __atomic_exchange_n(&g11_, 0, __ATOMIC_RELAXED);
                w9_ = t10_;
            }
            p8_ = (void *)(uintptr_t)w9_;
        }
        *(double *)p8_ = t7_;
    }
    /* record */ {
        struct s12_ t14_;
        memset(&t14_, 0, sizeof t14_);
        t14_.m0 = v1;
        t14_.m1 = v0;
        t14_.m2 = v2;
        t14_ = f13_(t14_, n);
        v1 = t14_.m0;
        v0 = t14_.m1;
        v2 = t14_.m2;
    }
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
}

static void primal(const double *x, double *out)
{
    objective(x, out, fuzz_opaque(4));
}

#ifndef FUZZ_PRIMAL_ONLY
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

#endif
int main(int argc, char **argv)
{
    static const double point[] = {0.30, -0.16, 0.55};
    struct disguise_case c = {3,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
