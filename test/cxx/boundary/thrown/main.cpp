// Exceptions of a library's class, which it throws or the program does, caught on either side.
#include "oracle.h"
#include "thrown.h"

static double caught_here(double x)
{
    try {
        return root(x) + root(-x);
    } catch (const OutOfRange &e) {
        return e.value * x;
    }
}
static double thrown_here(double x)
{
    try {
        if (x > 1)
            throw OutOfRange(x * 5);
        return x;
    } catch (const std::runtime_error &e) {
        return static_cast<const OutOfRange &>(e).value * x;
    }
}

int main()
{
    ORACLE_SCALAR(caught_here, 1.5);
    ORACLE_SCALAR(caught_inside, 1.5);
    ORACLE_SCALAR(thrown_here, 1.5);
    return oracle_result();
}
