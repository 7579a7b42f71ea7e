// __enzyme_virtualreverse of function pointers and of anything else that only the run knows; a
// wrong address ends the program.
#include "oracle.h"
#include <csignal>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

extern "C" void *__enzyme_virtualreverse(const void *);

namespace
{
double square(double x)
{
    return x * x;
}
double cube(double x)
{
    return x * x * x;
}

struct Step {
    double (*run)(double);
    double scale;
};
double apply(const Step *s, double x)
{
    return s->scale * s->run(x);
}

using Augmented = struct {
    void *tape;
    double value;
};
struct Record {
    Augmented (*augmented)(double);
    double (*reverse)(double, double, void *);
};

volatile int which = 1;
} // namespace

int main()
{
    double (*choices[])(double) = {square, cube};
    double (*volatile chosen)(double) = choices[which];
    Step s{chosen, 3}, ds{reinterpret_cast<double (*)(double)>(
                              __enzyme_virtualreverse(reinterpret_cast<void *>(chosen))),
                          0};
    CHECK(__enzyme_autodiff((void *)apply, enzyme_dup, &s, &ds, 0.5), 3 * 3 * 0.25);
    CHECK(ds.scale, 0.125);

    // A function that is named has a record that can be called by hand, also where it was found at
    // run time.
    const auto *named =
        static_cast<const Record *>(__enzyme_virtualreverse(reinterpret_cast<void *>(square)));
    double (*volatile again)(double) = square;
    CHECK_THAT(named == __enzyme_virtualreverse(reinterpret_cast<void *>(again)));
    Augmented a = named->augmented(0.5);
    CHECK(named->reverse(0.5, 1, a.tape), 1);

    pid_t child = fork();
    if (!child) {
        std::fclose(stderr);
        volatile int anything = 0;
        return __enzyme_virtualreverse(const_cast<int *>(&anything)) != nullptr;
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK_THAT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    return oracle_result();
}
