/* Handlers installed from differentiated code: signal, atexit; a handler sets a flag that is
 * polled. */
#include <signal.h>
#include <stdlib.h>
#include "oracle.h"

static volatile sig_atomic_t interrupted;
static int installed;
static void on_signal(int number)
{
    interrupted = number;
}
static void at_end(void)
{
    installed = 0;
}

static double f(double x)
{
    void (*before)(int) = signal(SIGUSR1, on_signal);
    if (!installed++)
        atexit(at_end);
    double s = 1;
    for (int i = 0; i < 10 && !interrupted; i++) {
        s *= x;
        if (i == 4)
            raise(SIGUSR1);
    }
    signal(SIGUSR1, before);
    interrupted = 0;
    return s;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 1.5, 5 * 1.5 * 1.5 * 1.5 * 1.5);
    return oracle_result();
}
