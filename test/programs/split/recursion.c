/* A recursive function: the frames of the calls inside are part of the tape. */
#include "oracle.h"
#include <math.h>

struct augmented {
    void *tape;
    double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

static double tree(double x, int depth)
{
    if (depth == 0)
        return sin(x);
    return tree(x * 1.1, depth - 1) * tree(x + 0.1, depth / 2) + x;
}

int main(void)
{
    struct augmented a = __enzyme_augmentfwd((void *)tree, 0.4, 4),
                     b = __enzyme_augmentfwd((void *)tree, 0.7, 3);
    CHECK(a.value, tree(0.4, 4));
    CHECK(__enzyme_reverse((void *)tree, 0.4, 4, 1.0, a.tape),
          __enzyme_autodiff((void *)tree, 0.4, 4));
    CHECK(__enzyme_reverse((void *)tree, 0.7, 3, 1.0, b.tape),
          __enzyme_autodiff((void *)tree, 0.7, 3));
    return oracle_result();
}
