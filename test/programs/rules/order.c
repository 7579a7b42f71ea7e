/* Reverse functions run once per augmented call, last first, each with the tape of its own call:
 * loops, branches, recursion. */
#include "oracle.h"
#include <stdlib.h>

static int made[64], made_count, undone[64], undone_count;

struct taped {
    int *tape;
    double value;
};
double link(double x)
{
    return 2 * x;
}
struct taped link_augmented(double x)
{
    int *number = malloc(sizeof *number);
    *number = made_count;
    made[made_count++] = 1;
    return (struct taped){number, 2 * x};
}
double link_reverse(double x, double seed, int *tape)
{
    undone[undone_count++] = *tape;
    free(tape);
    return 2 * seed;
}
void *__enzyme_register_gradient_link[] = {(void *)link, (void *)link_augmented,
                                           (void *)link_reverse};

static void expect_last_first(int n)
{
    CHECK_THAT(made_count == n);
    CHECK_THAT(undone_count == n);
    for (int i = 0; i < n; i++)
        CHECK_THAT(undone[i] == n - 1 - i);
    made_count = undone_count = 0;
}

static double loop(double x)
{
    for (int i = 0; i < 5; i++)
        for (int k = 0; k <= i; k++)
            x = link(x) * 0.5;
    return x * x;
}
static double while_loop(double x)
{
    while (x < 100)
        x = link(x) + 1;
    return x;
}
static double branch(double x)
{
    double y = x > 1 ? link(x) : x;
    if (y > 10)
        y = link(link(y));
    return link(y);
}
static double recurse(double x, int n)
{
    return n == 0 ? x : link(recurse(link(x), n - 1));
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)loop, 3.0), 6);
    expect_last_first(15);
    CHECK(__enzyme_autodiff((void *)while_loop, 3.0), 32);
    expect_last_first(5);
    CHECK(__enzyme_autodiff((void *)branch, 6.0), 16);
    expect_last_first(4);
    CHECK(__enzyme_autodiff((void *)branch, 2.0), 4);
    expect_last_first(2);
    CHECK(__enzyme_autodiff((void *)branch, 0.5), 2);
    expect_last_first(1);
    CHECK(__enzyme_autodiff((void *)recurse, 1.0, 4), 256);
    expect_last_first(8);
    return oracle_result();
}
