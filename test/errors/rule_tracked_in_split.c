/* Memory with values and pointers is followed in split mode, where a reverse sweep may run again,
 * and only there: the rule is right in the first derivative call and knows nothing of tags in the
 * second one, of the same function. */
extern double __enzyme_autodiff(void *, ...);
extern void *__enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);
extern int enzyme_dup;

struct item {
    double number;
    struct item *next;
};

__attribute__((noinline)) double square(const struct item *c)
{
    return c->number * c->next->number;
}
double square_augmented(const struct item *c, struct item *dc)
{
    (void)dc;
    return c->number * c->next->number;
}
void square_reverse(const struct item *c, struct item *dc, double seed)
{
    dc->number += c->next->number * seed;
    dc->next->number += c->number * seed;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_reverse};

static double f(const double *x, struct item *pair)
{
    pair[0].next = &pair[1];
    pair[0].number = *x;
    pair[1].number = *x + 1;
    return square(pair); /* enzcc-error: unsupported */
}

int main(void)
{
    double x = 3, dx = 0;
    struct item pair[2] = {{0}, {0}}, dpair[2] = {{0}, {0}};
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_dup, pair, dpair);
    void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, &x, &dx, enzyme_dup, pair, dpair);
    __enzyme_reverse((void *)f, enzyme_dup, &x, &dx, enzyme_dup, pair, dpair, 1.0, tape);
    return dx != 14;
}
