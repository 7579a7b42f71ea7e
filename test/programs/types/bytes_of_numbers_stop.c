/* A number taken apart into bytes or words, by arithmetic or a shuffle that only the run knows, and
 * made again: that ends the program where the derivative would be lost. Bytes that a loop moves one
 * by one have it. Bytes that never become a number again (a hash, text) do no harm. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif
#include "oracle.h"

static void put(unsigned char *b, double v, int bytes)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    for (int i = 0; i < bytes; i++)
        b[i] = (unsigned char)(bits >> (8 * i));
}

static double get(const unsigned char *b, int bytes)
{
    uint64_t bits = 0;
    double v;
    for (int i = 0; i < bytes; i++)
        bits |= (uint64_t)b[i] << (8 * i);
    memcpy(&v, &bits, sizeof v);
    return v;
}

static double through_bytes(const double *x, int n)
{
    unsigned char b[16];
    put(b, x[0] * x[1], 4 * n);
    return 3 * get(b, 4 * n);
}

/* Each byte is another one for a while. */
static double bytes_changed(const double *x, int n)
{
    unsigned char b[16];
    put(b, x[0] * x[1], 4 * n);
    for (int i = 0; i < 4 * n; i++)
        b[i] ^= (unsigned char)n;
    for (int i = 0; i < 4 * n; i++)
        b[i] ^= (unsigned char)n;
    return 3 * get(b, 4 * n);
}

#ifdef __SSE2__
__attribute__((target("ssse3"))) static double shuffled(const double *x, int n)
{
    unsigned char order[16];
    double y[2];
    for (int i = 0; i < 16; i++)
        order[i] = (unsigned char)((i + 8 * (n - 1)) % 16);
    __m128i bytes = _mm_castpd_si128(_mm_loadu_pd(x)),
            mask = _mm_loadu_si128((const __m128i *)order);
    _mm_storeu_pd(y, _mm_castsi128_pd(_mm_shuffle_epi8(bytes, mask)));
    return y[0] * y[0] + 2 * y[1];
}

__attribute__((target("sse4.1"))) static double blended(const double *x, int n)
{
    unsigned char choice[16];
    double y[2];
    for (int i = 0; i < 16; i++)
        choice[i] = (unsigned char)(i < 4 * n ? 255 : 0);
    __m128i a = _mm_castpd_si128(_mm_loadu_pd(x)), mask = _mm_loadu_si128((const __m128i *)choice);
    _mm_storeu_pd(y, _mm_castsi128_pd(_mm_blendv_epi8(a, _mm_setzero_si128(), mask)));
    return y[0] * y[0] + 2 * y[1];
}
#endif

static double hashed(const double *x, int n)
{
    unsigned char b[16];
    char text[40];
    unsigned hash = 5381;
    double y = x[0] * x[1];
    put(b, y, 4 * n);
    for (int i = 0; i < 4 * n; i++) {
        hash = hash * 33 ^ b[i];
        snprintf(text + 2 * i, 3, "%02x", b[i]);
    }
    return y * (hash != 0) + (strlen(text) == 16u ? x[1] : 0);
}

union parts {
    double whole;
    uint32_t words[2];
    uint16_t halves[4];
};

static double words_changed(const double *x, int n)
{
    union parts from = {x[0] * x[1]}, to = {0};
    for (int i = 0; i < n; i++)
        to.words[i] = from.words[i] ^ (uint32_t)n;
    for (int i = 0; i < n; i++)
        to.words[i] ^= (uint32_t)n;
    return 3 * to.whole;
}

static double halves_changed(const double *x, int n)
{
    union parts from = {x[0] * x[1]}, to = {0};
    for (int i = 0; i < 2 * n; i++)
        to.halves[i] = (uint16_t)(from.halves[i] + n);
    for (int i = 0; i < 2 * n; i++)
        to.halves[i] = (uint16_t)(to.halves[i] - n);
    return 3 * to.whole;
}

/* Integers beside numbers are no parts of them. */
struct counted {
    double sum;
    int32_t count;
    int16_t few, odd;
};

static double counts_changed(const double *x, int n)
{
    struct counted all[2] = {{0}};
    for (int i = 0; i < 4 * n; i++) {
        struct counted *c = &all[i % n];
        c->sum += x[i % 2] * x[1];
        c->count = c->count * 3 + c->few;
        c->few = (int16_t)(c->count ^ c->odd);
        c->odd++;
    }
    return all[0].sum * all[0].odd + all[1].sum * (all[1].count > 5);
}

enum mode { REVERSE, FORWARD };

/* The signal that ends the derivative of f. */
#define SIGNAL_OF(f, mode)                                                                         \
    ({                                                                                             \
        int status = 0;                                                                            \
        fflush(NULL);                                                                              \
        pid_t child = fork();                                                                      \
        if (!child) {                                                                              \
            double x[2] = {1.5, 0.3}, dx[2] = {1, 0};                                              \
            fclose(stderr);                                                                        \
            if ((mode) == REVERSE)                                                                 \
                __enzyme_autodiff((void *)(f), enzyme_dup, x, dx, enzyme_const, 2);                \
            else                                                                                   \
                __enzyme_fwddiff((void *)(f), enzyme_dup, x, dx, enzyme_const, 2);                 \
            _exit(0);                                                                              \
        }                                                                                          \
        waitpid(child, &status, 0);                                                                \
        WIFSIGNALED(status) ? WTERMSIG(status) : 0;                                                \
    })

int main(void)
{
    double x[2] = {1.5, 0.3};
    CHECK_THAT(SIGNAL_OF(bytes_changed, REVERSE) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(bytes_changed, FORWARD) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(words_changed, REVERSE) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(words_changed, FORWARD) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(halves_changed, REVERSE) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(halves_changed, FORWARD) == SIGABRT);
#ifdef __SSE2__
    if (__builtin_cpu_supports("sse4.1")) {
        CHECK_THAT(SIGNAL_OF(shuffled, REVERSE) == SIGABRT);
        CHECK_THAT(SIGNAL_OF(shuffled, FORWARD) == SIGABRT);
        CHECK_THAT(SIGNAL_OF(blended, REVERSE) == SIGABRT);
        CHECK_THAT(SIGNAL_OF(blended, FORWARD) == SIGABRT);
    }
#endif
    ORACLE_GRADIENT(through_bytes, x, 2);
    ORACLE_GRADIENT(hashed, x, 2);
    ORACLE_GRADIENT(counts_changed, x, 2);
    return oracle_result();
}
