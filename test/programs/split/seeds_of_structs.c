/* The seed is one value of the result's type, in the pieces that C passes it in: two doubles, a
 * double and an int, two floats. */
#include "oracle.h"

void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse_d(void *, ...);
float __enzyme_reverse_f(void *, ...);

struct tagged {
    double value;
    int tag;
};

static struct two both(double x)
{
    return (struct two){x * x, x * x * x};
}
static struct tagged mark(double x)
{
    return (struct tagged){x * x, 3};
}
static struct two_floats floats(float x)
{
    return (struct two_floats){x * x, 4 * x};
}

int main(void)
{
    void *t = __enzyme_augmentfwd((void *)both, 3.0);
    CHECK(__enzyme_reverse_d((void *)both, 3.0, (struct two){1, 10}, t), 6 + 270);
    t = __enzyme_augmentfwd((void *)mark, 3.0);
    CHECK(__enzyme_reverse_d((void *)mark, 3.0, (struct tagged){2, 0}, t), 12);
    t = __enzyme_augmentfwd((void *)floats, 3.0f);
    CHECK_FLOAT(__enzyme_reverse_f((void *)floats, 3.0f, (struct two_floats){1, 2}, t), 14);
    return oracle_result();
}
