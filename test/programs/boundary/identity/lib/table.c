#include "../choice.h"

static double first(double x) /* another one than that of choice.c */
{
    return 7 * x * x;
}
static double only_here(double x)
{
    return x * x * x * x;
}
static const struct choice_table tables[] = {{"first", first}, {"only here", only_here}};
const struct choice_table *choice_default = &tables[0];
const struct choice_table *const choice_table = &tables[1];
