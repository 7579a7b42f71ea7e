// std::call_once, of a function with active values: whichever thread comes first runs it.
#include "threads.h"
#include <cmath>
#include <mutex>
#include <thread>
#include <vector>

namespace
{
enum { N = 12 };

double lazy(const double *x, int n)
{
    std::once_flag flag;
    double scale = 0;
    std::vector<double> sums(threads);
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++)
        team.emplace_back([&, t] {
            std::call_once(flag, [&] {
                for (int i = 0; i < n; i++)
                    scale += x[i] * std::sin(x[i]);
            });
            for (int i = t; i < n; i += threads)
                sums[t] += scale * x[i];
        });
    double s = 0;
    for (int t = 0; t < threads; t++) {
        team[t].join();
        s += sums[t] * sums[t];
    }
    return s;
}

// With operands; a member function; one in the other.
class Table
{
  public:
    void fill(const double *from, int n)
    {
        std::call_once(inner, [this] { offset = 2; });
        for (int i = 0; i < n; i++)
            values.push_back(from[i] * from[i] + offset);
    }
    double at(const double *x, int n, int i)
    {
        std::call_once(flag, &Table::fill, this, x, n);
        return values[i];
    }

  private:
    std::once_flag flag, inner;
    double offset = 0;
    std::vector<double> values;
};

double table(const double *x, int n)
{
    Table table;
    double s = 0;
    std::thread other([&] { s = table.at(x, n, 1); });
    double first = table.at(x, n, 0);
    other.join();
    return s * first * table.at(x, n, n - 1);
}

// The first attempt ends with an exception, of whichever thread makes it; the next one runs again.
[[maybe_unused]] double second_attempt(const double *x, int n)
{
    std::once_flag flag;
    double scale = 0;
    int attempts = 0;
    std::vector<double> sums(threads), caught(threads);
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++)
        team.emplace_back([&, t] {
            for (bool done = false; !done;) {
                try {
                    std::call_once(flag, [&] {
                        scale += x[1];
                        if (!attempts++)
                            throw x[0];
                        scale *= x[2];
                    });
                    done = true;
                } catch (double value) {
                    caught[t] = value * value;
                }
            }
            for (int i = t; i < n; i += threads)
                sums[t] += scale * x[i];
        });
    double s = 0;
    for (int t = 0; t < threads; t++) {
        team[t].join();
        s += sums[t] * sums[t] + caught[t] * x[3];
    }
    return s;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(lazy, x, N));
    ORACLE_GRADIENT(table, x, N);
#if !__has_feature(thread_sanitizer) // whose pthread_once does not know exceptions
    FOR_THREADS(ORACLE_GRADIENT(second_attempt, x, N));
#endif
    return oracle_result();
}
