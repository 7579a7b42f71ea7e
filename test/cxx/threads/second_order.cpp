// Second derivatives of threads of the library: forward over reverse, forward over forward, reverse
// over forward.
#include "threads.h"
#include "oracle_second_order.h"
#include <cmath>
#include <functional>
#include <mutex>
#include <thread>

// The same without threads.
struct at_once {
    at_once() = default;
    template <typename F, typename... A> explicit at_once(F f, A... a)
    {
        f(a...);
    }
    void join()
    {
    }
};

template <typename Thread> static double sums_with(const double *x, int n)
{
    double sums[threads_most] = {}, all = 0;
    Thread started[threads_most];
    for (int t = 0; t < threads; t++)
        started[t] = Thread([x, n, t, &sums] {
            for (int i = t; i < n; i += threads)
                sums[t] += std::sin(x[i]) * x[i] * x[0];
        });
    for (int t = 0; t < threads; t++) {
        started[t].join();
        all += sums[t];
    }
    return all * all;
}
static double sums(const double *x, int n)
{
    return sums_with<std::thread>(x, n);
}
static double serial_sums(const double *x, int n)
{
    return sums_with<at_once>(x, n);
}

static void multiply(std::reference_wrapper<double> product, std::mutex *lock, const double *x,
                     int from, int to)
{
    for (int i = from; i < to; i++) {
        double factor = 1 + 0.1 * x[i] * x[0];
        std::lock_guard<std::mutex> hold(*lock);
        product.get() *= factor;
    }
}

template <typename Thread> static double products_with(const double *x, int n)
{
    double product = 1;
    std::mutex lock;
    Thread started[threads_most];
    for (int t = 0; t < threads; t++)
        started[t] =
            Thread(multiply, std::ref(product), &lock, x, t * n / threads, (t + 1) * n / threads);
    for (int t = 0; t < threads; t++)
        started[t].join();
    return product * product;
}
static double products(const double *x, int n)
{
    return products_with<std::thread>(x, n);
}
static double serial_products(const double *x, int n)
{
    return products_with<at_once>(x, n);
}

CHECKED_ALONG(sums)
CHECKED_ALONG(products)

static void check_all()
{
    double x[N], e[N];
    fill(x, e);
    check_sums(x, e);
    check_products(x, e);
}

int main()
{
    FOR_THREADS(check_all());
    return oracle_result();
}
