/* Disguised program of seed 44001476. Its carriers:
 *   turned         the items of a block in the other order
 *   swap           a block exchanged with another
 *   blob           a block assigned as a struct of bytes
 *   list           a block along a list of heap nodes
 *   pieces         a block copied in two pieces
 *   cells          unions that hold pointers, then values, and move
 *   variants       tagged unions that are sorted as bytes
 *   pool           blocks of a free list used as pairs of values
 *   reset_arena    an arena with pointers, then with values
 *   references     addresses of values of several types, permuted
 * Flags: -fno-pie -no-pie */
#include "disguise_parts.h"

union u2_ {
    double d;
    struct {
        float a, b;
    } f;
    void *p;
    struct {
        float a;
        int k;
    } m;
    float four[4];
};
struct s8_ {
    struct s8_ *next;
    int k;
};
static char memory_a7_[256] __attribute__((aligned(16)));
struct __attribute__((may_alias)) s10_ {
    unsigned char b[24];
};
union u14_ {
    double d;
    struct {
        float a, b;
    } f;
    void *p;
    unsigned char b[8];
    struct {
        char c;
        float x;
    } s;
    float four[4];
};
struct s15_ {
    int key;
    union u14_ u;
    int tag;
};
struct s21_ {
    struct s21_ *next;
    int k;
};
static unsigned char r23_[24] __attribute__((aligned(16)));
struct s25_ {
    int key;
    void *to;
};
struct s27_ {
    int k;
    struct s27_ *next;
    unsigned char b[48];
};
union s30_ {
    union s30_ *next;
    struct {
        float a, b;
    } f;
    double d;
    uint64_t u;
};
static void twin(const double *x, double *out)
{
    double v0;
    v0 = x[0];
    double v1;
    v1 = x[1];
    double v2;
    v2 = x[2];
    v1 = 0.125 * v1 + sin(v2) * cos(v2);
    for (int i1_ = 0; i1_ < 2; i1_++) {
    }
    for (int i19_ = 0; i19_ < 2; i19_++) {
    }
    v0 = 0.125 * v0 + sin(v2) * cos(v0);
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
    float v2;
    v2 = (float)x[2];
    v1 = (double)(0.125 * v1 + sin(v2) * cos(v2));
    for (int i1_ = 0; i1_ < (n + -2); i1_++) {
        /* cells */ {
            union u2_ *c3_ = (union u2_ *)malloc(5 * sizeof *c3_);
            for (int i4_ = 0; i4_ < 4; i4_++) {
                c3_[i4_].p = i4_ ? (void *)&c3_[i4_ - 1] : (void *)&c3_[0];
            }
            c3_[(n > 0 ? 0 : 0)].f.a = v0;
            c3_[1].d = v1;
            c3_[2].f.a = v2;
            /* turned */ {
                reverse_items(c3_, (n > 0 ? 3 : 1), 8);
                /* turned */ {
                    reverse_items(c3_, 3, 8);
                    reverse_items(c3_, 3, 8);
                }
                reverse_items(c3_, 3, 8);
            }
            v0 = c3_[0].f.a;
            v1 = c3_[1].d;
            v2 = c3_[2].f.a;
            free(c3_);
        }
        /* reset_arena */ {
            struct arena a7_ = {memory_a7_, 0, 256};
            struct s8_ *list_a7_ = 0;
            for (int i9_ = 0; i9_ < n; i9_++) {
                struct s8_ *e = (struct s8_ *)arena_take(&a7_, sizeof *e);
                e->next = list_a7_, e->k = i9_, list_a7_ = e;
            }
            int sum_a7_ = 0;
            for (; list_a7_; list_a7_ = list_a7_->next)
                sum_a7_ += list_a7_->k;
            a7_.used = 0;
            double *a7__0 = (double *)arena_take(&a7_, 1 * sizeof *a7__0);
            a7__0[0] = v1;
            float *a7__1 = (float *)arena_take(&a7_, (n + -2) * sizeof *a7__1);
            a7__1[1] = v0;
            a7__1[0] = 0.5f * a7__1[1];
            float *a7__2 = (float *)arena_take(&a7_, (n + -2) * sizeof *a7__2);
            a7__2[1] = v2;
            a7__2[0] = 0.5f * a7__2[1];
            /* blob */ {
                struct s10_ t11_ = *(struct s10_ *)a7_.start, t12_;
                /* swap */ {
                    void *r13_ = malloc((n > 0 ? 24 : 12));
                    memset(r13_, 0, 24);
                    swap_blocks(&t11_, r13_, 24);
                    swap_blocks(r13_, &t11_, (n + 20));
                    free(r13_);
                }
                t12_ = t11_;
                *(struct s10_ *)a7_.start = t12_;
            }
            v1 = a7__0[sum_a7_ == 0 ? 1 : 0];
            v0 = 0.5f * a7__1[1] + a7__1[0];
            v2 = 0.5f * a7__2[1] + a7__2[0];
        }
    }
    /* variants */ {
        struct s15_ v16_[4];
        v16_[3].tag = 0, v16_[3].key = 10;
        v16_[3].u.d = v1;
        v16_[0].tag = 1, v16_[0].key = (2 * n - -1);
        v16_[0].u.f.a = v0;
        v16_[1].tag = 2, v16_[1].key = 8;
        v16_[1].u.f.a = v2;
        v16_[2].tag = 3, v16_[2].key = 7;
        v16_[2].u.p = &v16_[0];
        sort_items(v16_, 4, sizeof *v16_);
        struct s15_ *v17_ = (struct s15_ *)malloc(sizeof v16_);
        memcpy(v17_, v16_, 4 * sizeof *v17_);
        for (int i18_ = 0; i18_ < (n + 0); i18_++)
            switch (v17_[i18_].tag) {
            case 0: v1 = v17_[i18_].u.d; break;
            case 1: v0 = v17_[i18_].u.f.a; break;
            case 2: v2 = v17_[i18_].u.f.a; break;
            }
        free(v17_);
    }
    for (int i19_ = 0; i19_ < (n > 0 ? 2 : 1); i19_++) {
        /* reset_arena */ {
            struct arena a20_ = {(char *)malloc(256), 0, 256};
            struct s21_ *list_a20_ = 0;
            for (int i22_ = 0; i22_ < n; i22_++) {
                struct s21_ *e = (struct s21_ *)arena_take(&a20_, sizeof *e);
                e->next = list_a20_, e->k = i22_, list_a20_ = e;
            }
            int sum_a20_ = 0;
            for (; list_a20_; list_a20_ = list_a20_->next)
                sum_a20_ += list_a20_->k;
            a20_.used = 0;
            double *a20__0 = (double *)arena_take(&a20_, (2 * n - 7) * sizeof *a20__0);
            a20__0[0] = v1;
            float *a20__1 = (float *)arena_take(&a20_, 2 * sizeof *a20__1);
            a20__1[1] = v0;
            a20__1[0] = 0.5f * a20__1[1];
            float *a20__2 = (float *)arena_take(&a20_, 2 * sizeof *a20__2);
            a20__2[1] = v2;
            a20__2[0] = 0.5f * a20__2[1];
            /* pieces */ {
                memcpy(r23_, a20_.start, 16);
                memcpy((char *)r23_ + 16, (char *)a20_.start + 16, 8);
                memcpy(a20_.start, r23_, (2 * n - -16));
            }
            v1 = a20__0[sum_a20_ == 0 ? 1 : 0];
            v0 = 0.5f * a20__1[1] + a20__1[0];
            v2 = 0.5f * a20__2[1] + a20__2[0];
            free(a20_.start);
        }
    }
    /* references */ {
        struct s25_ r24_[3];
        double r24__0 = v1;
        r24_[0].key = 3, r24_[0].to = &r24__0;
        float r24__1 = v0;
        r24_[1].key = 2, r24_[1].to = &r24__1;
        float r24__2 = v2;
        r24_[2].key = 1, r24_[2].to = &r24__2;
        sort_items(r24_, 3, sizeof *r24_);
        /* swap */ {
            double r26_[6];
            memset(r26_, 0, 48);
            swap_bytes(r24_, r26_, (n + 44));
            /* list */ {
                struct s27_ *p28_ = (struct s27_ *)calloc(1, sizeof *p28_);
                memcpy(p28_->b, r26_, (2 * n - -40));
                for (int i29_ = 0; i29_ < 137; i29_++) {
                    struct s27_ *q = (struct s27_ *)malloc(sizeof *q);
                    *q = *p28_;
                    q->next = p28_;
                    p28_ = q;
                }
                memcpy(r26_, p28_->b, (n > 0 ? 48 : 24));
                while (p28_) {
                    struct s27_ *q = p28_->next;
                    free(p28_);
                    p28_ = q;
                }
            }
            swap_bytes(r26_, r24_, (2 * n - -40));
        }
        v1 = *(double *)r24_[2].to;
        v0 = *(float *)r24_[1].to;
        v2 = *(float *)r24_[(2 * n - 8)].to;
    }
    /* pool */ {
        union s30_ *m31_ = (union s30_ *)malloc((n + -1) * sizeof *m31_), *l32_ = 0, *t34_[2];
        for (int i33_ = 0; i33_ < 3; i33_++) {
            m31_[i33_].next = l32_;
            l32_ = m31_ + i33_;
        }
        t34_[0] = l32_, l32_ = l32_->next;
        t34_[0]->d = v1;
        t34_[1] = l32_, l32_ = l32_->next;
        t34_[1]->f.a = v0;
        t34_[1]->f.b = v2;
        /* pieces */ {
            uint64_t r35_[3];
            memcpy(r35_, m31_, (2 * n - 0));
            memcpy((char *)r35_ + (2 * n - 0), (char *)m31_ + (2 * n - 0), 16);
            /* turned */ {
                reverse_items(r35_, 3, 8);
                reverse_items(r35_, 3, 8);
            }
            memcpy(m31_, r35_, (2 * n - -16));
        }
        v1 = t34_[0]->d;
        v0 = t34_[1]->f.a;
        v2 = t34_[1]->f.b;
        t34_[0]->next = l32_, l32_ = t34_[0];
        t34_[1]->next = l32_, l32_ = t34_[1];
        t34_[0] = l32_, l32_ = l32_->next;
        t34_[0]->d = v1;
        t34_[1] = l32_, l32_ = l32_->next;
        t34_[1]->f.a = v0;
        t34_[1]->f.b = v2;
        /* pieces */ {
            uint64_t r36_[3];
            memcpy(r36_, m31_, (n + 12));
            memcpy((char *)r36_ + (n + 12), (char *)m31_ + (n + 12), 8);
            /* turned */ {
                reverse_items(r36_, (n + 2), 4);
                reverse_items(r36_, 6, 4);
            }
            copy_words(m31_, r36_, (n + 20));
        }
        v1 = t34_[0]->d;
        v0 = t34_[1]->f.a;
        v2 = t34_[1]->f.b;
        t34_[0]->next = l32_, l32_ = t34_[0];
        t34_[1]->next = l32_, l32_ = t34_[1];
        free(m31_);
    }
    v0 = (float)(0.125 * v0 + sin(v2) * cos(v0));
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
    static const double point[] = {-0.17, 0.35, -1.10};
    struct disguise_case c = {3,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
