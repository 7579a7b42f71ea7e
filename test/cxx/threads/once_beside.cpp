// While a derivative runs what is done once, code without derivatives waits for it.
#include "oracle.h"
#include <chrono>
#include <mutex>
#include <pthread.h>
#include <thread>

namespace
{
// All of it takes no longer than a second: who waits in vain waits for ever.
void wait_a_while()
{
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
}

double scale;
volatile bool begun;

void set_scale()
{
    begun = true;
    wait_a_while();
    scale = 3;
}

pthread_once_t posix_flag = PTHREAD_ONCE_INIT;
std::once_flag flag;

double by_posix(const double *x, int n)
{
    pthread_once(&posix_flag, set_scale);
    return x[0] * x[n - 1] * scale;
}

double by_call_once(const double *x, int n)
{
    std::call_once(flag, set_scale);
    return x[0] * x[n - 1] * scale;
}

void beside(double (*f)(const double *, int), double derivative[2])
{
    const double x[] = {2, 5};
    double of_other = 0;
    begun = false;
    std::thread other([&] {
        while (!begun)
            std::this_thread::yield();
        of_other = f(x, 2);
    });
    if (f == by_posix)
        __enzyme_autodiff((void *)by_posix, x, derivative, 2);
    else
        __enzyme_autodiff((void *)by_call_once, x, derivative, 2);
    other.join();
    CHECK(of_other, 30);
    CHECK(derivative[0], 15);
    CHECK(derivative[1], 6);
}
} // namespace

int main()
{
    double posix[2] = {0, 0}, call_once[2] = {0, 0};
    beside(by_posix, posix);
    beside(by_call_once, call_once);
    return oracle_result();
}
