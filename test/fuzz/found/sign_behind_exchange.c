/* Disguised program of seed 60015476. Its carriers:
 *   bits           a value copied to a word by memcpy
 *   pun            a value read as a word through a union
 *   sign           a sign changed in the bits
 *   heap           an element of a heap block
 *   globals        a chain of integer globals
 *   exchange       an atomic exchange
 *   away           a block copied away and back
 *   words          a block copied as words in a loop
 *   list           a block along a list of heap nodes
 *   grown          a block that is reallocated
 *   two_floats     two floats in one word
 * Flags: */
#include "disguise_parts.h"

struct s4_ {
    int k;
    struct s4_ *next;
    unsigned char b[32];
};
static uint64_t g16_0;
static uint64_t g18_;
static void f7_(double *v0, double *v1, double *v2, double *a3, int n)
{
    /* two_floats */ {
        unsigned char m9_[36];
        size_t o10_ = 0;
        memcpy(m9_ + o10_, &a3[1], sizeof a3[1]), o10_ += sizeof a3[1];
        memcpy(m9_ + o10_, &(*v1), sizeof(*v1)), o10_ += sizeof(*v1);
        memcpy(m9_ + o10_, &(*v2), sizeof(*v2)), o10_ += sizeof(*v2);
        memcpy(m9_ + o10_, &n, 4), o10_ += 4;
        memcpy(m9_ + o10_, &a3[0], sizeof a3[0]), o10_ += sizeof a3[0];
        /* away */ {
            uint64_t r11_[5];
            memcpy(r11_, m9_, 36);
            memset(m9_, 0, 36);
            /* words */ {
                unsigned char in_r12_[38], *r12_ = in_r12_ + 2;
                for (int i14_ = 0; i14_ < (2 * n - -3); i14_++) {
                    uint32_t w13_;
                    memcpy(&w13_, (char *)r11_ + 4 * i14_, 4);
                    memcpy((char *)r12_ + 4 * i14_, &w13_, 4);
                }
                memcpy(r11_, r12_, 36);
            }
            memcpy(m9_, r11_, 36);
        }
        o10_ = 0;
        memcpy(&a3[1], m9_ + o10_, sizeof a3[1]), o10_ += sizeof a3[1];
        memcpy(&(*v1), m9_ + o10_, sizeof(*v1)), o10_ += sizeof(*v1);
        memcpy(&(*v2), m9_ + o10_, sizeof(*v2)), o10_ += sizeof(*v2);
        o10_ += (2 * n - 2);
        memcpy(&a3[0], m9_ + o10_, sizeof a3[0]), o10_ += sizeof a3[0];
    }
    /* bits */ {
        uint64_t w15_ = 0;
        memcpy(&w15_, &(*v0), 8);
        /* globals */ {
            g16_0 = w15_;
            /* exchange */ {
                __atomic_store_n(&g18_, g16_0, __ATOMIC_RELAXED);
                uint64_t t17_ = __atomic_exchange_n(&g18_, 0, __ATOMIC_RELAXED);
                g16_0 = t17_;
            }
            w15_ = g16_0;
        }
        memcpy(&(*v0), &w15_, 8);
    }
}

struct s25_ {
    int k;
    struct s25_ *next;
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
    double a3[4];
    a3[0] = x[3];
    a3[1] = x[4];
    a3[2] = x[5];
    a3[3] = x[6];
    v0 = 0.125 * v0 + sin(a3[3]) * cos(v0);
    v2 = 0.5 * v2 + 0.25 * v2 * v2;
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
    out[3] = a3[0];
    out[4] = a3[1];
    out[5] = a3[2];
    out[6] = a3[3];
}

static void objective(const double *x, double *out, int n)
{
    double v0;
    v0 = (double)x[0];
    double v1;
    v1 = (double)x[1];
    double v2;
    v2 = (double)x[2];
    double a3[4];
    a3[0] = (double)x[3];
    a3[1] = (double)x[4];
    a3[2] = (double)x[5];
    a3[3] = (double)x[6];
    v0 = (double)(0.125 * v0 + sin(a3[3]) * cos(v0));
    /* sign */ {
        uint64_t w1_, sign_w1_;
        memcpy(&w1_, &a3[(n + -1)], sizeof w1_);
        sign_w1_ = w1_ & (1ull << 63);
        w1_ ^= sign_w1_;
        double t2_;
        memcpy(&t2_, &w1_, sizeof t2_);
        /* heap */ {
            double *p3_ = (double *)calloc(4, sizeof *p3_);
            p3_[1] = t2_;
            /* list */ {
                struct s4_ *p5_ = (struct s4_ *)calloc(1, sizeof *p5_);
                memcpy(p5_->b, p3_, 32);
                for (int i6_ = 0; i6_ < (n > 0 ? 5 : 2); i6_++) {
                    struct s4_ *q = (struct s4_ *)malloc(sizeof *q);
                    memcpy(q->b, p5_->b, sizeof q->b);
                    q->next = p5_;
                    p5_ = q;
                }
                memcpy(p3_, p5_->b, (n + 29));
                while (p5_) {
                    struct s4_ *q = p5_->next;
                    free(p5_);
                    p5_ = q;
                }
            }
            t2_ = p3_[1];
            free(p3_);
        }
        a3[(n + -1)] = sign_w1_ ? -t2_ : t2_;
    }
    f7_(&v0, &v1, &v2, a3, n);
    /* pun */ {
        union {
            double v;
            void *p;
            uint64_t u;
            unsigned char b[8];
        } c19_;
        c19_.v = v1;
        /* grown */ {
            char *p20_ = (char *)malloc(8);
            memcpy(p20_, &c19_, (2 * n - -2));
            p20_ = (char *)realloc(p20_, (n + 13));
            memcpy(p20_ + 8, p20_, (n > 0 ? 8 : 4));
            /* grown */ {
                char *p21_ = (char *)malloc(8);
                memcpy(p21_, (p20_ + 8), (n + 5));
                p21_ = (char *)realloc(p21_, (n > 0 ? 16 : 8));
                memcpy(p21_ + 8, p21_, 8);
                memcpy((p20_ + 8), p21_ + 8, 8);
                free(p21_);
            }
            memcpy(&c19_, p20_ + 8, 8);
            free(p20_);
        }
        v1 = c19_.v;
    }
    /* sign */ {
        uint64_t w22_, sign_w22_;
        memcpy(&w22_, &v0, sizeof w22_);
        sign_w22_ = (1ull << 63);
        w22_ ^= sign_w22_;
        double t23_;
        memcpy(&t23_, &w22_, sizeof t23_);
        /* pun */ {
            union {
                double v;
                uint64_t u;
                unsigned char b[8];
            } c24_;
            c24_.v = t23_;
            /* list */ {
                struct s25_ *p26_ = (struct s25_ *)calloc(1, sizeof *p26_);
                memcpy(p26_->b, &c24_, (n > 0 ? 8 : 4));
                for (int i27_ = 0; i27_ < 5; i27_++) {
                    struct s25_ *q = (struct s25_ *)malloc(sizeof *q);
                    memcpy(q->b, p26_->b, sizeof q->b);
                    q->next = p26_;
                    p26_ = q;
                }
                memcpy(&c24_, p26_->b, (2 * n - -2));
                while (p26_) {
                    struct s25_ *q = p26_->next;
                    free(p26_);
                    p26_ = q;
                }
            }
            t23_ = c24_.v;
        }
        v0 = sign_w22_ ? -t23_ : t23_;
    }
    v2 = (double)(0.5 * v2 + 0.25 * v2 * v2);
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
    out[3] = a3[0];
    out[4] = a3[1];
    out[5] = a3[2];
    out[6] = a3[3];
}

static void primal(const double *x, double *out)
{
    objective(x, out, fuzz_opaque(3));
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup;
extern void __enzyme_fwddiff(void *, ...);
extern void __enzyme_autodiff(void *, ...);
static void forward(const double *x, const double *dx, double *out, double *dout)
{
    __enzyme_fwddiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                     fuzz_opaque(3));
}

static void reverse(const double *x, double *dx, double *out, double *dout)
{
    __enzyme_autodiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                      fuzz_opaque(3));
}

#endif
int main(int argc, char **argv)
{
    static const double point[] = {0.18, -0.68, -0.69, -0.75, -1.17, 0.81, -0.69};
    struct disguise_case c = {7,       0,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
