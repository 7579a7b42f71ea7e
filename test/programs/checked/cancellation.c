/* -fenz-check=fd: where digits are lost by cancellation, differences say nothing, and right
 * derivatives are not reported. (That wrong ones are says wrong_rules.c.) */
#define _POSIX_C_SOURCE 200809L
#include "oracle.h"
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static double large = 1e8;

static double lost(double x, double y)
{
    return (large + x * x) - large + y;
}
static double lost_in_sum(double x, double y)
{
    double sum = 0;
    for (int i = 1; i < 40; i++)
        sum += pow(-x * 20, i) / tgamma(i + 1.0); /* exp(-20 x), by terms of size 1e7 */
    return sum + y;
}
static int reports(int which, int count)
{
    int ends[2], lines = 0;
    char text[256];
    CHECK_THAT(pipe(ends) == 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    int was = dup(2);
    dup2(ends[1], 2);
    for (int i = 0; i < count; i++) {
        double x = 0.5 + 0.4 * sin(37.0 * i), y = 1 + 0.3 * cos(11.0 * i);
        if (which == 0)
            __enzyme_autodiff((void *)lost, x, y);
        else
            __enzyme_autodiff((void *)lost_in_sum, x, y);
    }
    dup2(was, 2);
    close(was);
    close(ends[1]);
    for (ssize_t n; (n = read(ends[0], text, sizeof text)) > 0;)
        for (ssize_t i = 0; i < n; i++)
            lines += text[i] == '\n';
    close(ends[0]);
    return lines;
}

int main(void)
{
    setenv("ENZCC_CHECK", "all", 1);
    for (int which = 0; which < 2; which++)
        CHECK_THAT(reports(which, 2000) == 0);
    return oracle_result();
}
