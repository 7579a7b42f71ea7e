/* Results of a batch that are structs of few bytes: C returns one of 3 or 5 bytes as an integer of
 * as many, and those of the lanes lie behind one another without padding. */
#include "oracle.h"

extern int enzyme_width, enzyme_scalar;

struct triple {
    unsigned char v[3];
};
struct five {
    signed char v[5];
};
struct six {
    short v[3];
};
struct seven {
    signed char v[7];
};
struct nine {
    signed char v[9];
};
struct eleven {
    signed char v[11];
};
struct padded {
    long a;
    signed char b;
};
#define LANES(n, type)                                                                             \
    struct type##_##n {                                                                            \
        struct type lane[n];                                                                       \
    };                                                                                             \
    extern struct type##_##n __enzyme_batch_##type##_##n(void *, ...)
LANES(1, triple);
LANES(2, triple);
LANES(5, triple);
LANES(2, five);
LANES(3, five);
LANES(2, six);
LANES(4, six);
LANES(2, seven);
LANES(4, seven);
LANES(2, nine);
LANES(2, eleven);
LANES(3, padded);

static struct triple triple(double x)
{
    return (struct triple){{(unsigned char)x, (unsigned char)(2 * x), 200}};
}
static struct five five(double x, int k)
{
    struct five r;
    for (int i = 0; i < 5; i++)
        r.v[i] = (signed char)(x + k * i);
    return r;
}
static struct six six(double x)
{
    return (struct six){{(short)(1000 * x), (short)-x, 3}};
}
static struct seven seven(double x)
{
    struct seven r;
    for (int i = 0; i < 7; i++)
        r.v[i] = (signed char)(i - x);
    return r;
}
static struct nine nine(double x)
{
    struct nine r;
    for (int i = 0; i < 9; i++)
        r.v[i] = (signed char)(x - 2 * i);
    return r;
}
static struct eleven eleven(double x)
{
    struct eleven r;
    for (int i = 0; i < 11; i++)
        r.v[i] = (signed char)(x - 3 * i);
    return r;
}
static struct padded padded(double x)
{
    return (struct padded){(long)(x * 1e9), (signed char)x};
}

static const double at[] = {3, 5, 7, 11, 13};

/* Every lane is what a call gives; k: what else the function takes. */
#define SAME(n, type, ...)                                                                         \
    for (int i = 0; i < n; i++) {                                                                  \
        struct type want = __VA_ARGS__;                                                            \
        for (size_t k = 0; k < sizeof want.v / sizeof *want.v; k++)                                \
            CHECK_THAT(got_##type##_##n.lane[i].v[k] == want.v[k]);                                \
    }

int main(void)
{
    struct triple_1 got_triple_1 = __enzyme_batch_triple_1((void *)triple, 3.0);
    SAME(1, triple, triple(at[i]));
    struct triple_2 got_triple_2 =
        __enzyme_batch_triple_2((void *)triple, enzyme_width, 2, 3.0, 5.0);
    SAME(2, triple, triple(at[i]));
    struct triple_5 got_triple_5 =
        __enzyme_batch_triple_5((void *)triple, enzyme_width, 5, 3.0, 5.0, 7.0, 11.0, 13.0);
    SAME(5, triple, triple(at[i]));
    struct five_2 got_five_2 =
        __enzyme_batch_five_2((void *)five, enzyme_width, 2, 3.0, 5.0, enzyme_scalar, 4);
    SAME(2, five, five(at[i], 4));
    struct five_3 got_five_3 =
        __enzyme_batch_five_3((void *)five, enzyme_width, 3, 3.0, 5.0, 7.0, 1, 2, 3);
    SAME(3, five, five(at[i], i + 1));
    struct six_2 got_six_2 = __enzyme_batch_six_2((void *)six, enzyme_width, 2, 3.0, 5.0);
    SAME(2, six, six(at[i]));
    struct six_4 got_six_4 =
        __enzyme_batch_six_4((void *)six, enzyme_width, 4, 3.0, 5.0, 7.0, 11.0);
    SAME(4, six, six(at[i]));
    struct seven_2 got_seven_2 = __enzyme_batch_seven_2((void *)seven, enzyme_width, 2, 3.0, 5.0);
    SAME(2, seven, seven(at[i]));
    struct seven_4 got_seven_4 =
        __enzyme_batch_seven_4((void *)seven, enzyme_width, 4, 3.0, 5.0, 7.0, 11.0);
    SAME(4, seven, seven(at[i]));
    struct nine_2 got_nine_2 = __enzyme_batch_nine_2((void *)nine, enzyme_width, 2, 3.0, 5.0);
    SAME(2, nine, nine(at[i]));
    struct eleven_2 got_eleven_2 =
        __enzyme_batch_eleven_2((void *)eleven, enzyme_width, 2, 3.0, 5.0);
    SAME(2, eleven, eleven(at[i]));
    struct padded_3 p = __enzyme_batch_padded_3((void *)padded, enzyme_width, 3, 3.0, 5.0, 7.0);
    for (int i = 0; i < 3; i++)
        CHECK_THAT(p.lane[i].a == padded(at[i]).a && p.lane[i].b == padded(at[i]).b);
    return oracle_result();
}
