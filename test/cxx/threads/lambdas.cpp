// What std::thread may be given: lambdas, functions with arguments, objects, members.
#include "threads.h"
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace
{

enum { N = 12 };

double two_halves(const double *x, int n)
{
    double a = 0, b = 0;
    std::thread one([&] {
        for (int i = 0; i < n / 2; i++)
            a += x[i] * std::sin(x[i]);
    });
    std::thread two([&b, x, n] {
        for (int i = n / 2; i < n; i++)
            b += x[i] * x[i];
    });
    one.join();
    two.join();
    return a * b;
}

double vector_of_threads(const double *x, int n)
{
    std::vector<std::thread> team;
    std::vector<double> sums(threads);
    for (int t = 0; t < threads; t++)
        team.emplace_back([&sums, x, n, t] {
            for (int i = t; i < n; i += threads)
                sums[t] += x[i] * x[i] * x[i];
        });
    for (auto &thread : team)
        thread.join();
    double s = 0;
    for (double v : sums)
        s += v * v;
    return s;
}

void part(const double *from, const double *to, double scale, double &sum)
{
    for (; from != to; ++from)
        sum += scale * *from * *from;
}

double with_arguments(const double *x, int n)
{
    std::array<double, threads_most> sum{};
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++)
        team.push_back(std::thread(part, x + t * n / threads, x + (t + 1) * n / threads, x[t],
                                   std::ref(sum[t])));
    double s = 1;
    for (int t = 0; t < threads; t++) {
        team[t].join();
        s *= 1 + 0.1 * sum[t];
    }
    return s;
}

class Heat
{
  public:
    Heat(const double *x, int n) : now(x, x + n), next(n)
    {
    }
    void step()
    {
        std::vector<std::thread> team;
        int n = static_cast<int>(now.size());
        for (int t = 0; t < threads; t++)
            team.emplace_back(&Heat::range, this, t * n / threads, (t + 1) * n / threads);
        for (auto &thread : team)
            thread.join();
        now.swap(next);
    }
    double energy() const
    {
        double s = 0;
        for (double v : now)
            s += v * v;
        return s;
    }

  private:
    void range(int from, int to)
    {
        int n = static_cast<int>(now.size());
        for (int i = from; i < to; i++)
            next[i] = now[i] +
                      0.2 * (now[i > 0 ? i - 1 : i] - 2 * now[i] + now[i + 1 < n ? i + 1 : i]) +
                      0.01 * now[i] * now[i];
    }
    std::vector<double> now, next;
};

double members(const double *x, int n)
{
    Heat h(x, n);
    for (int k = 0; k < 3; k++)
        h.step();
    return h.energy();
}

// The thread owns what it works on.
double owned(const double *x, int n)
{
    double result = 0;
    auto data = std::make_unique<std::vector<double>>(x, x + n);
    std::thread thread([data = std::move(data), &result] {
        for (double &v : *data)
            v = std::exp(0.1 * v);
        for (double v : *data)
            result += v * v;
    });
    thread.join();
    return result;
}

// By halves.
double halves(const double *from, const double *to)
{
    if (to - from < 4) {
        double s = 0;
        for (; from != to; ++from)
            s += *from * std::cos(*from);
        return s;
    }
    const double *middle = from + (to - from) / 2;
    double left = 0;
    std::thread thread([&] { left = halves(from, middle); });
    double right = halves(middle, to);
    thread.join();
    return left + right + 0.1 * left * right;
}

double tree(const double *x, int n)
{
    return halves(x, x + n);
}

} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    ORACLE_GRADIENT(two_halves, x, N);
    FOR_THREADS(ORACLE_GRADIENT(vector_of_threads, x, N));
    FOR_THREADS(ORACLE_GRADIENT(with_arguments, x, N));
    FOR_THREADS(ORACLE_GRADIENT(members, x, N));
    ORACLE_GRADIENT(owned, x, N);
    ORACLE_GRADIENT(tree, x, N);
    return oracle_result();
}
