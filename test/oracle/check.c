/* The counting checks of the oracle, and its heap and output probes.
 *
 * The only mutable state of the oracle is here: how many checks ran and failed
 * in this process, which is what the exit status of a test program says. */
#define _GNU_SOURCE
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "oracle_internal.h"

enum { MAX_MESSAGES = 20 };

static struct {
    int run, failed;
} checks;

static bool record(const struct oracle_site *site, bool passed)
{
    checks.run++;
    if (passed)
        return true;
    if (++checks.failed <= MAX_MESSAGES)
        fprintf(stderr, "%s:%d: failed: %s", site->file, site->line, site->what);
    return false;
}

static bool fail_detail(const char *detail)
{
    if (checks.failed <= MAX_MESSAGES)
        fprintf(stderr, "%s\n", detail);
    return false;
}

bool oracle_close(const struct oracle_site *site, long double got, long double want, double rel)
{
    long double tolerance = rel * (fabsl(want) + 0.01L);
    char text[160];

    if (record(site, got == want || (fabsl(want) < INFINITY && fabsl(got - want) <= tolerance)))
        return true;
    snprintf(text, sizeof text, ": expected %.17Lg, got %.17Lg (off by %.3Lg, allowed %.3Lg)", want,
             got, fabsl(got - want), tolerance);
    return fail_detail(text);
}

bool oracle_close_array(const struct oracle_site *site, const double *got, const double *want,
                        int n, double rel)
{
    bool all = true;
    char name[200];

    for (int i = 0; i < n; i++) {
        struct oracle_site element = {site->file, site->line, name};
        snprintf(name, sizeof name, "%s[%d]", site->what, i);
        all &= oracle_close(&element, got[i], want[i], rel);
    }
    return all;
}

bool oracle_that(const struct oracle_site *site, bool holds)
{
    return record(site, holds) || fail_detail(": does not hold");
}

bool oracle_is_nan(const struct oracle_site *site, long double got)
{
    char text[80];

    if (record(site, isnan(got)))
        return true;
    snprintf(text, sizeof text, ": expected NaN, got %.17Lg", got);
    return fail_detail(text);
}

int oracle_result(void)
{
    if (checks.run == 0)
        fprintf(stderr, "no check ran\n");
    if (checks.failed > 0)
        fprintf(stderr, "%d of %d checks failed\n", checks.failed, checks.run);
    return checks.run == 0 || checks.failed > 0;
}

void *oracle_allocate(size_t count, size_t size)
{
    void *block = calloc(count ? count : 1, size);

    if (!block) {
        perror("oracle");
        _exit(2);
    }
    return block;
}

/* xorshift: the same numbers with any C library. */
void oracle_random(double *out, int n, unsigned seed)
{
    unsigned long long state = 0x9e3779b97f4a7c15ull * (seed + 1ull);

    for (int i = 0; i < n; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        out[i] = (double)(state >> 11) / 4503599627370496.0 - 1.0;
    }
}

double oracle_dot(const double *a, const double *b, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

size_t oracle_heap_in_use(void)
{
    struct mallinfo2 info = mallinfo2();

    return info.uordblks + info.hblkhd;
}

static struct {
    int saved_stdout;
    FILE *file;
    char text[4096];
} capture;

void oracle_capture_begin(void)
{
    fflush(stdout);
    capture.saved_stdout = dup(STDOUT_FILENO);
    capture.file = tmpfile();
    if (!capture.file || dup2(fileno(capture.file), STDOUT_FILENO) < 0) {
        perror("oracle");
        _exit(2);
    }
}

const char *oracle_capture_end(void)
{
    size_t length;

    fflush(stdout);
    dup2(capture.saved_stdout, STDOUT_FILENO);
    close(capture.saved_stdout);
    rewind(capture.file);
    length = fread(capture.text, 1, sizeof capture.text - 1, capture.file);
    capture.text[length] = '\0';
    fclose(capture.file);
    return capture.text;
}
