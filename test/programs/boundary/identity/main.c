/* A function of a library has one address, wherever it is taken: in the library, in the program,
 * and in derivatives, also if the library does not export it. */
#include "oracle.h"
#include "choice.h"
#include <stddef.h>

static double own(double x)
{
    return x * x * x;
}

static double chosen_inside(double x)
{
    return choice_apply(choice_of(0), x) + choice_apply(choice_of(1), x);
}
static double chosen_outside(double x)
{
    return choice_apply(own, x) + choice_apply(choice_square, x);
}
static double kept_before(double x)
{
    return choice_apply_kept(x);
}
static double kept_inside(double x)
{
    choice_keep(choice_of(x > 0));
    return choice_apply_kept(x) * choice_is_kept(1);
}
static double by_table(double x)
{
    return choice_table->apply(x) + choice_default->apply(x);
}

int main(void)
{
    CHECK(chosen_inside(2), 2 * 4 + 3 * 8.0);
    ORACLE_SCALAR(chosen_inside, 2.0);
    CHECK(chosen_outside(2), 8 + 5 * 4.0);
    ORACLE_SCALAR(chosen_outside, 2.0);
    for (int i = 0; i < 2; i++) {
        choice_keep(choice_of(i));
        ORACLE_SCALAR(kept_before, 2.0);
    }
    choice_keep(choice_square);
    ORACLE_SCALAR(kept_before, 2.0);
    choice_keep(own);
    ORACLE_SCALAR(kept_before, 2.0);
    choice_keep(NULL);
    CHECK(ORACLE_SCALAR_REVERSE_CALL(kept_inside, 2.0), 3 * 3 * 4.0);
    CHECK(choice_is_kept(1), 1);
    ORACLE_SCALAR(by_table, 2.0);
    return oracle_result();
}
