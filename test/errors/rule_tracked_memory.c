/* The functions of a rule know nothing of the tags of memory that holds values and pointers by
 * turns. */
extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

union cell {
    double number;
    union cell *next;
};

struct augmented {
    void *tape;
    double value, shadow;
};

__attribute__((noinline)) double square(const union cell *c)
{
    return c->number * c->number;
}
struct augmented square_augmented(const union cell *c, union cell *dc)
{
    (void)dc;
    return (struct augmented){(void *)c, c->number * c->number, 0};
}
void square_reverse(const union cell *c, union cell *dc, double seed, void *tape)
{
    (void)tape;
    dc->number += 2 * c->number * seed;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_reverse};

static double f(const double *x, union cell *pair)
{
    pair[0].next = &pair[1];
    union cell *last = pair[0].next;
    last->number = *x;
    pair[0].number = last->number;
    return square(pair); /* enzcc-error: unsupported */
}

int main(void)
{
    double x = 3, dx = 0;
    union cell pair[2] = {{0}, {0}}, dpair[2] = {{0}, {0}};
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_dup, pair, dpair);
    return dx != 6;
}
