/* A block of which nothing says whether it holds floats or doubles, in a program that has both:
 * where it is only moved the run needs no type; where adjoints must be added it ends the program.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

static double uses_both(const double *x, const float *z, int n)
{
    return x[n - 1] * z[0];
}

__attribute__((noinline)) static void move(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
}
static void once(void *to, const void *from, size_t bytes)
{
    move(to, from, bytes);
}
static void twice(void *to, const void *from, size_t bytes)
{
    move(to, from, bytes);
    move((char *)to + bytes, from, bytes);
}

/* Bytes that go through a pipe: not even the caller tells what they are. */
static void *block_of(const double *from, size_t bytes)
{
    int ends[2];
    void *block = malloc(bytes);
    CHECK_THAT(!pipe(ends) && write(ends[1], from, bytes) == (ssize_t)bytes &&
               read(ends[0], block, bytes) == (ssize_t)bytes);
    close(ends[0]);
    close(ends[1]);
    return block;
}
static const double *numbers_of(double *to, const void *block, size_t bytes)
{
    int ends[2];
    CHECK_THAT(!pipe(ends) && write(ends[1], block, bytes) == (ssize_t)bytes &&
               read(ends[0], to, bytes) == (ssize_t)bytes);
    close(ends[0]);
    close(ends[1]);
    return to;
}

static int signal_of_twice(void)
{
    const double three[3] = {1, 2, 3}, ones[6] = {1, 1, 1, 1, 1, 1}, zeros[3] = {0};
    void *x = block_of(three, 24), *dx = block_of(zeros, 24), *y = block_of(ones, 48),
         *dy = block_of(ones, 48);
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        fclose(stderr);
        __enzyme_autodiff((void *)twice, enzyme_dup, y, dy, enzyme_dup, x, dx, enzyme_const,
                          (size_t)24);
        _exit(0);
    }
    waitpid(child, &status, 0);
    free(x), free(dx), free(y), free(dy);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
    const double three[3] = {1, 2, 3}, seed[3] = {4, 5, 6}, zeros[3] = {0};
    double a[3] = {1, 2, 3}, da[3] = {0}, out[3];
    float z[1] = {2}, dz[1] = {0};
    __enzyme_autodiff((void *)uses_both, enzyme_dup, a, da, enzyme_dup, z, dz, enzyme_const, 3);
    CHECK(da[2], 2);
    CHECK_FLOAT(dz[0], 3);
    void *x = block_of(three, 24), *dx = block_of(zeros, 24), *y = block_of(zeros, 24),
         *dy = block_of(seed, 24);
    __enzyme_autodiff((void *)once, enzyme_dup, y, dy, enzyme_dup, x, dx, enzyme_const, (size_t)24);
    CHECK_ARRAY(numbers_of(out, y, 24), three, 3);
    CHECK_ARRAY(numbers_of(out, dx, 24), seed, 3);
    CHECK_ARRAY(numbers_of(out, dy, 24), zeros, 3);
    __enzyme_fwddiff((void *)once, enzyme_dup, y, dy, enzyme_dup, x, dx, enzyme_const, (size_t)24);
    CHECK_ARRAY(numbers_of(out, dy, 24), seed, 3);
    CHECK_THAT(signal_of_twice() == SIGABRT);
    free(x), free(dx), free(y), free(dy);
    return oracle_result();
}
