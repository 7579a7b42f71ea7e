/* Addresses, some with marks, whose bytes go to their new place in several pieces, beside values
 * that lie in the same memory. The address has its shadow again, or the run ends: it never goes on
 * with a shadow of which some bytes are others. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

union cell {
    double d;
    void *p;
    uintptr_t w;
    unsigned char b[8];
};

static unsigned char room[16] __attribute__((aligned(16)));
static unsigned char other[16] __attribute__((aligned(16)));

/* What is done to p, which leads to v. */
#define MOVED(name, ...)                                                                           \
    static void name(const double *x, double *out, int n)                                          \
    {                                                                                              \
        double v = 0, a = x[1] * x[2];                                                             \
        void *p = &v;                                                                              \
        __VA_ARGS__;                                                                               \
        *(double *)p = x[0];                                                                       \
        out[0] = v;                                                                                \
        out[1] = a;                                                                                \
    }
#define WITH_MARK uintptr_t w[2] = {3, (uintptr_t)p | (n > 1)}
#define UNMARK(w) p = (void *)((w) & ~(uintptr_t)1)
MOVED(nine_and_seven, WITH_MARK; memcpy(room, w, 9); memcpy(room + 9, (char *)w + 9, 7);
      memcpy(w, room, 16); UNMARK(w[n > 0]))
MOVED(seven_and_nine, WITH_MARK; memcpy(room + 9, (char *)w + 9, 7); memcpy(room, w, 9);
      memcpy(w, room, 16); UNMARK(w[n > 0]))
MOVED(byte_by_byte, WITH_MARK;
      for (int i = 0; i < 8 * n - 8; i++) room[i] = ((unsigned char *)w)[i]; memcpy(w, room, 16);
      UNMARK(w[n > 0]))
MOVED(mark_byte, uintptr_t w; memcpy(room, &p, 8); room[0] |= n > 1; memcpy(&w, room, 8); UNMARK(w))
MOVED(mark_and_back, memcpy(room, &p, 8); room[0] ^= n > 1; memcpy(other, room, 8);
      other[0] ^= n > 1; memcpy(&p, other, 8))
MOVED(in_union, union cell u[2]; u[n > 1].d = a; u[0].p = p; u[0].b[0] |= n > 1; u[1] = u[n - 3];
      UNMARK(u[1].w); u[0].d = a; a = u[0].d)
MOVED(union_in_pieces, union cell u[2]; u[n > 1].d = a; u[0].w = (uintptr_t)p | (n > 1);
      memcpy(&u[1], u, 1); memcpy(u[1].b + 1, u[0].b + 1, 7); UNMARK(u[n > 0].w); u[0].d = a;
      a = u[0].d)
MOVED(lower_half, union cell u[2]; u[n > 1].d = a; u[0].p = p; uint32_t low; memcpy(&low, u, 4);
      memcpy(&u[1], u, 8); memcpy(&u[1], &low, 4); p = u[n > 0].p; u[0].d = a; a = u[0].d)

typedef void map(const double *, double *, int);

static const double x[3] = {1.5, 2, 3};

#define CALLS(name)                                                                                \
    static bool name##_forward(void)                                                               \
    {                                                                                              \
        double dx[3] = {1, 1, 0}, y[2], dy[2] = {0};                                               \
        __enzyme_fwddiff((void *)(name), enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 3);   \
        return dy[0] == 1 && dy[1] == 3 && y[0] == 1.5 && y[1] == 6;                               \
    }                                                                                              \
    static bool name##_reverse(void)                                                               \
    {                                                                                              \
        double dx[3] = {0}, y[2], dy[2] = {1, 1};                                                  \
        __enzyme_autodiff((void *)(name), enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 3);  \
        return dx[0] == 1 && dx[1] == 3 && dx[2] == 2;                                             \
    }
CALLS(nine_and_seven)
CALLS(seven_and_nine)
CALLS(byte_by_byte)
CALLS(mark_byte)
CALLS(mark_and_back)
CALLS(in_union)
CALLS(union_in_pieces)
CALLS(lower_half)

/* Right, or ended with a message. */
static bool is_sound(bool (*call)(void))
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        fclose(stderr);
        _exit(!call());
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) == SIGABRT : !WEXITSTATUS(status);
}

#define CHECK_SOUND(name)                                                                          \
    do {                                                                                           \
        CHECK_THAT(is_sound(name##_forward));                                                      \
        CHECK_THAT(is_sound(name##_reverse));                                                      \
    } while (0)

int main(void)
{
    CHECK_SOUND(nine_and_seven);
    CHECK_SOUND(seven_and_nine);
    CHECK_SOUND(byte_by_byte);
    CHECK_SOUND(mark_byte);
    CHECK_SOUND(mark_and_back);
    CHECK_SOUND(in_union);
    CHECK_SOUND(union_in_pieces);
    CHECK_SOUND(lower_half);
    return oracle_result();
}
