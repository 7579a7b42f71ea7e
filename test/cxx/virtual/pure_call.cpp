// A pure virtual function that is called while the base is constructed ends the program with the
// library's message.
#include "oracle.h"
#include <csignal>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

namespace
{
struct Base {
    double start;
    explicit Base(double x) : start(indirect(this, x))
    {
    }
    virtual ~Base() = default;
    virtual double first(double x) const = 0;
    __attribute__((noinline)) static double indirect(const Base *b, double x)
    {
        return b->first(x);
    }
};
struct Late : Base { // has a version when its own constructor runs
    double v;
    explicit Late(double x) : Base(x), v(indirect(this, x))
    {
    }
    double first(double x) const override
    {
        return 3 * x;
    }
};
double bad(double x)
{
    Late l(x);
    return l.v;
}
} // namespace

int main()
{
    pid_t child = fork();
    if (!child) {
        std::fclose(stderr);
        return __enzyme_autodiff((void *)bad, 2.0) != 0;
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK_THAT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    return oracle_result();
}
