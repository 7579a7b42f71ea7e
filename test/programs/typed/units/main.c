/* <enzcc/typed.h>: the largest number of parameters; the functions are in other units. */
#include "oracle.h"
#include "model.h"

double twice(double x); /* other.c */

int main(void)
{
    double a, e = 5, de = 0, f, i, j, k, l = 12, dl = 1, dx;
    float b;
    CHECK(sum12_gradient(1, &a, 2, &b, 3, 4, &e, &de, 6, &f, 7, 8, 9, &i, 10, &j, 11, &k, &l, &dl),
          1 * 2 + 3 * 4 + 5 * 6 + 7 * 8 + 9 * 10 + 11 * 12);
    CHECK(a, 2);
    CHECK_FLOAT(b, 1);
    CHECK(de, 6);
    CHECK(f, 5);
    CHECK(i + 100 * j, 10 + 900);
    CHECK(k, 12);
    CHECK(l, 0);
    CHECK(dl, 11);
    CHECK(square_gradient(3, &dx), 9);
    CHECK(dx, 6);
    CHECK(twice(3), 12);
    return oracle_result();
}
