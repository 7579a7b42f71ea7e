// An exception that leaves a noexcept function ends the program, also in a derivative.
#include "oracle.h"
#include <exception>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static double check(double v)
{
    if (v > 1)
        throw std::runtime_error("x");
    return v * v;
}
static double quiet(double v) noexcept
{
    return check(v) * v;
}
static double f(double x)
{
    return quiet(x) + x;
}
static double g(double x)
{
    try {
        return quiet(x) + x;
    } catch (const std::runtime_error &) {
        return 0;
    }
}

template <class F> static bool ends(F fn)
{
    pid_t child = fork();
    if (!child) {
        std::set_terminate([] { _exit(7); });
        fn();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 7;
}

int main()
{
    ORACLE_SCALAR_IS(f, 0.5, 3 * 0.25 + 1);
    CHECK_THAT(ends([] {
        try {
            __enzyme_autodiff((void *)f, 1.5);
        } catch (...) {
        }
    }));
    CHECK_THAT(ends([] {
        try {
            __enzyme_fwddiff((void *)f, 1.5, 1.0);
        } catch (...) {
        }
    }));
    CHECK_THAT(ends([] {
        try {
            __enzyme_autodiff((void *)g, 1.5);
        } catch (...) {
        }
    }));
    CHECK_THAT(!ends([] {
        try {
            __enzyme_autodiff((void *)f, 0.5);
        } catch (...) {
        }
    }));
    return oracle_result();
}
