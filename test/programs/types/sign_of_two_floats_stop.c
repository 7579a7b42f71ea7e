/* The highest bit of a word in a message is flipped, of which the evidence knows no other values
 * but doubles; in the message are two floats, which nothing but the run knows. The word is no
 * double: that ends the program, in forward mode, too. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

static uint64_t word_at(const char *message, int at)
{
    uint64_t w;
    memcpy(&w, message + at, sizeof w);
    return w;
}

static double two_floats(const double *x, int n)
{
    char message[64], moved[64];
    float a = (float)x[0], b = (float)x[1], c, d;
    memset(message, 0, sizeof message);
    memcpy(message + n, &x[1], 8);
    memcpy(message + n + 13, &a, 4);
    memcpy(message + n + 17, &b, 4);
    for (int i = 0; i < 3 * n + 49; i++)
        moved[i] = message[i];
    uint64_t flipped = word_at(moved, n + 13) ^ UINT64_C(1) << 63;
    memset(message, 0, sizeof message);
    memcpy(message + n, &flipped, 8);
    memcpy(moved, message, (size_t)n + 45);
    memcpy(&c, moved + n, 4);
    memcpy(&d, moved + n + 4, 4);
    return c * 3 + d * 5;
}

/* The signal that ended a child process in which f was differentiated; 0: none. */
#define SIGNAL_OF(mode, f)                                                                         \
    ({                                                                                             \
        int status = 0;                                                                            \
        fflush(NULL);                                                                              \
        pid_t child = fork();                                                                      \
        if (child == 0) {                                                                          \
            double dx[2] = {1, 1};                                                                 \
            mode((void *)(f), enzyme_dup, x, dx, enzyme_const, 2);                                 \
            _exit(0);                                                                              \
        }                                                                                          \
        waitpid(child, &status, 0);                                                                \
        WIFSIGNALED(status) ? WTERMSIG(status) : 0;                                                \
    })

int main(void)
{
    double x[2] = {1.5, 0.3};
    CHECK_THAT(SIGNAL_OF(__enzyme_autodiff, two_floats) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(__enzyme_fwddiff, two_floats) == SIGABRT);
    return oracle_result();
}
