// Inactive functions, variables and a whole logger class of C++.
#include "oracle.h"
#include <cstdio>

class Log
{
    int lines = 0;

  public:
    [[clang::enzyme_inactive]] void note(const char *what, double x);
    int count() const
    {
        return lines;
    }
};
void Log::note(const char *what, double x)
{
    char text[64];
    std::snprintf(text, sizeof text, "%s %g", what, x);
    lines += text[0] != 0;
}
namespace settings
{
[[clang::enzyme_inactive]] double scale = 2;
}
template <class T> __attribute__((noinline)) T hint(T x)
{
    return x * x;
}
// What is stored there and read back in another function counts for nothing.
__attribute__((noinline)) static void rescale(double x)
{
    settings::scale *= x;
}
__attribute__((used)) void *__enzyme_inactivefn_hint = (void *)(double (*)(double))hint<double>;

static Log logger;
static double f(double x)
{
    logger.note("f", x);
    rescale(x);
    return x * hint(x) + settings::scale;
}

int main()
{
    CHECK(__enzyme_fwddiff((void *)f, 2.0, 1.0), 4);
    CHECK_THAT(logger.count() == 1);
    return oracle_result();
}
