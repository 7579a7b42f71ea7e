/* A value of which some bytes go through a variable that is declared an integer; where it comes
 * from and where it goes nothing else accesses it as a value. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static uint32_t word;

static void move(const double *x, double *out, int n)
{
    double v = x[0];
    float z = (float)x[2];
    if (n > 4) {
        unsigned char message[25];
        memcpy(message + 17, &v, 8);
        memcpy(message + 3, &x[1], 8);
        for (int i = 0; i < 6; i++) {
            uint32_t w;
            memcpy(&w, message + 4 * i, 4);
            word = w;
            w = word;
            memcpy(message + 4 * i, &w, 4);
        }
        memcpy(&v, message + 17, 8);
    }
    out[0] = v;
    out[1] = x[1] * x[1] * z;
}

int main(void)
{
    double x[3] = {1.5, 3.25, 1}, dx[3] = {0}, out[2], dout[2] = {1, 1};
    __enzyme_autodiff((void *)move, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const, 5);
    CHECK(dx[0], 1);
    CHECK(dx[1], 6.5);
    return oracle_result();
}
