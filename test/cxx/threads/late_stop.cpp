// What a future would get at the end of a thread ends the program.
#include "oracle_stops.h"
#include "threads.h"
#include <future>
#include <thread>

namespace
{
double late(double x)
{
    std::promise<double> promise;
    std::future<double> result = promise.get_future();
    std::thread thread([&] { promise.set_value_at_thread_exit(x * x); });
    double v = result.get();
    thread.join();
    return v;
}

void gradient()
{
    __enzyme_autodiff((void *)late, 2.0);
}
} // namespace

int main()
{
    CHECK_THAT(oracle_stops(gradient, "a future gets its result at the end of a thread"));
    return oracle_result();
}
