// Containers and rows in globals that the program has filled before a derivative is called: their
// nodes have no shadows. The derivative is right or ends the program with a message that names the
// global.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>
#include "oracle.h"

static std::map<int, double> numbers;
static std::map<std::string, double> named;
static std::map<std::string, std::vector<double>> columns;
static std::list<double> chain;
static std::unordered_map<int, std::vector<double>> buckets;

static double by_number(const double *x)
{
    numbers[1] = x[0] * x[1];
    return numbers[1] * numbers[1];
}

static double by_name(const double *x)
{
    named["a"] = x[0] * x[1];
    return named["a"] * named["a"];
}

static double by_copy(const double *x)
{
    named["a"] = x[0] * x[1];
    auto copy = named;
    return copy["a"] * copy["a"];
}

static double by_column(const double *x)
{
    columns["a"].assign(3, x[0] * x[1]);
    return columns["a"][2] * columns["a"][0];
}

static double by_chain(const double *x)
{
    if (chain.empty())
        chain.push_back(0);
    chain.front() = x[0] * x[1];
    return chain.back() * chain.back();
}

static double by_bucket(const double *x)
{
    buckets[7].assign(2, x[0] * x[1]);
    return buckets[7][0] * buckets[7][1];
}

static std::map<long, double> memo;
static std::unordered_map<long, double> table;
static std::vector<std::string> lines;
static double **rows;

static double by_cleared_map(const double *x)
{
    memo.clear();
    memo[1] = x[0] * x[1];
    return memo[1] * memo[1];
}

static double by_cleared_table(const double *x)
{
    table.clear();
    table[1] = x[0] * x[1];
    return table[1] * table[1];
}

static double by_log(const double *x)
{
    lines.push_back("multiplied");
    double product = x[0] * x[1];
    lines.push_back("squared " + std::to_string(lines.size()));
    return product * product;
}

static double by_rows(const double *x)
{
    if (!rows) {
        rows = static_cast<double **>(std::malloc(2 * sizeof *rows));
        for (int i = 0; i < 2; i++)
            rows[i] = static_cast<double *>(std::malloc(2 * sizeof **rows));
    }
    for (int i = 0; i < 2; i++)
        rows[i][i] = x[i] * x[1 - i];
    return rows[0][0] * rows[1][1];
}

// Behind a count of its elements: the pointer is not where the block begins.
struct counted {
    double value = 0;
    ~counted()
    {
        value = -1;
    }
};
static std::unique_ptr<counted[]> owned;

static double by_array(const double *x)
{
    if (!owned)
        owned.reset(new counted[2]);
    for (int i = 0; i < 2; i++)
        owned[i].value = x[i] * x[1 - i];
    return owned[0].value * owned[1].value;
}

using function = double(const double *);
using derivative = bool();

static const double point[2] = {1.5, -0.5};

static bool is_close(double a, double b)
{
    return a - b < 1e-12 && b - a < 1e-12;
}

template <function *f> static bool gradient()
{
    double dx[2] = {};
    __enzyme_autodiff((void *)f, enzyme_dup, point, dx);
    return is_close(dx[0], 2 * point[0] * point[1] * point[1]) &&
           is_close(dx[1], 2 * point[0] * point[0] * point[1]);
}

template <function *f> static bool directional()
{
    double direction[2] = {1, 2};
    double d = __enzyme_fwddiff((void *)f, enzyme_dup, point, direction);
    return is_close(d, 2 * point[0] * point[1] * (point[1] + 2 * point[0]));
}

// Right, or ended by abort with a message that names the global.
static bool right_or_named(derivative *d, const char *global)
{
    int ends[2], status = 0;
    char text[1000] = {};
    if (pipe(ends))
        return false;
    std::fflush(nullptr);
    pid_t child = fork();
    if (!child) {
        dup2(ends[1], 2);
        _exit(!d());
    }
    close(ends[1]);
    for (size_t have = 0; have < sizeof text - 1;) {
        ssize_t n = read(ends[0], text + have, sizeof text - 1 - have);
        if (n <= 0)
            break;
        have += static_cast<size_t>(n);
    }
    close(ends[0]);
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGABRT && std::strstr(text, "the shadow of the memory") &&
               std::strstr(text, global);
    return WEXITSTATUS(status) == 0;
}

template <function *f> static void check(const char *global)
{
    f(point);
    CHECK_THAT(right_or_named(gradient<f>, global));
    CHECK_THAT(right_or_named(directional<f>, global));
}

int main()
{
    check<by_number>("numbers");
    check<by_name>("named");
    check<by_copy>("named");
    check<by_column>("columns");
    check<by_chain>("chain");
    check<by_bucket>("buckets");
    check<by_cleared_map>("memo");
    check<by_cleared_table>("table");
    check<by_log>("lines");
    check<by_rows>("rows");
    check<by_array>("owned");
    return oracle_result();
}
