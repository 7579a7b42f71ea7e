/* The caller passes a list and a shadow list of the same shape. */
#include <stddef.h>
#include "oracle.h"

struct node {
    struct node *next;
    double value;
};

static double sum_of_cubes(const struct node *p)
{
    double s = 0;
    for (; p; p = p->next)
        s += p->value * p->value * p->value;
    return s;
}

int main(void)
{
    struct node list[3], shadow[3];

    for (int i = 0; i < 3; i++) {
        list[i] = (struct node){i < 2 ? &list[i + 1] : NULL, i + 1};
        shadow[i] = (struct node){i < 2 ? &shadow[i + 1] : NULL, 0};
    }
    __enzyme_autodiff((void *)sum_of_cubes, enzyme_dup, list, shadow);
    for (int i = 0; i < 3; i++) {
        CHECK(shadow[i].value, 3 * (i + 1) * (i + 1));
        CHECK_THAT(shadow[i].next == (i < 2 ? &shadow[i + 1] : NULL));
    }
    for (int i = 0; i < 3; i++)
        shadow[i].value = i == 1;
    CHECK(__enzyme_fwddiff((void *)sum_of_cubes, enzyme_dup, list, shadow), 12);
    return oracle_result();
}
