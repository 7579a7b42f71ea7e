/* snprintf, strlen and strcmp choose the path; characters are inactive. */
#include <stdio.h>
#include <string.h>
#include "oracle.h"

static double f(double x, int id)
{
    char name[32];
    snprintf(name, sizeof name, "item-%d", id);
    if (strcmp(name, "item-7") == 0)
        return x * x * strlen(name);
    return x * name[5];
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 3.0, 7), 36);
    CHECK(__enzyme_autodiff((void *)f, 3.0, 2), '2');
    CHECK(__enzyme_fwddiff((void *)f, 3.0, 1.0, 7), 36);
    return oracle_result();
}
