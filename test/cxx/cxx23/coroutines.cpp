// Coroutines: generators of active floating-point values with local containers, generators that
// read generators, tasks that hand over to tasks they wait for, and an exception that leaves one.
#include "oracle.h"
#include <cmath>
#include <coroutine>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

template <class T> class Generator
{
  public:
    struct promise_type {
        T value{};
        std::exception_ptr error;
        Generator get_return_object()
        {
            return Generator(std::coroutine_handle<promise_type>::from_promise(*this));
        }
        std::suspend_always initial_suspend() noexcept
        {
            return {};
        }
        std::suspend_always final_suspend() noexcept
        {
            return {};
        }
        std::suspend_always yield_value(T v)
        {
            value = v;
            return {};
        }
        void return_void()
        {
        }
        void unhandled_exception()
        {
            error = std::current_exception();
        }
    };

    explicit Generator(std::coroutine_handle<promise_type> handle) : handle(handle)
    {
    }
    Generator(Generator &&other) noexcept : handle(std::exchange(other.handle, {}))
    {
    }
    ~Generator()
    {
        if (handle)
            handle.destroy();
    }
    bool next()
    {
        handle.resume();
        if (handle.promise().error)
            std::rethrow_exception(handle.promise().error);
        return !handle.done();
    }
    T value() const
    {
        return handle.promise().value;
    }

  private:
    std::coroutine_handle<promise_type> handle;
};

class Task
{
  public:
    struct promise_type {
        double value = 0;
        std::coroutine_handle<> waiting;
        Task get_return_object()
        {
            return Task(std::coroutine_handle<promise_type>::from_promise(*this));
        }
        std::suspend_always initial_suspend() noexcept
        {
            return {};
        }
        auto final_suspend() noexcept
        {
            struct Resume {
                bool await_ready() noexcept
                {
                    return false;
                }
                std::coroutine_handle<>
                await_suspend(std::coroutine_handle<promise_type> h) noexcept
                {
                    return h.promise().waiting ? h.promise().waiting : std::noop_coroutine();
                }
                void await_resume() noexcept
                {
                }
            };
            return Resume{};
        }
        void return_value(double v)
        {
            value = v;
        }
        void unhandled_exception()
        {
            std::terminate();
        }
    };

    explicit Task(std::coroutine_handle<promise_type> handle) : handle(handle)
    {
    }
    Task(Task &&other) noexcept : handle(std::exchange(other.handle, {}))
    {
    }
    ~Task()
    {
        if (handle)
            handle.destroy();
    }
    bool await_ready() const
    {
        return false;
    }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting)
    {
        handle.promise().waiting = waiting;
        return handle;
    }
    double await_resume() const
    {
        return handle.promise().value;
    }
    double run()
    {
        handle.resume();
        return handle.promise().value;
    }

  private:
    std::coroutine_handle<promise_type> handle;
};

static Generator<double> orbit(double r, double x, int n)
{
    for (int i = 0; i < n; i++) {
        x = r * x * (1 - x);
        co_yield x;
    }
}

static Generator<double> means(Generator<double> source)
{
    std::vector<double> seen;
    while (source.next()) {
        seen.push_back(source.value());
        double sum = 0;
        for (double v : seen)
            sum += v;
        if (sum > 3)
            throw std::overflow_error("sum");
        co_yield sum / static_cast<double>(seen.size());
    }
}

static Task square(double x)
{
    co_return x *x;
}

static Task norm(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += co_await square(x[i] + std::sin(sum));
    co_return std::sqrt(sum);
}

static double f(const double *x, int n)
{
    double sum = norm(x, n).run();
    Generator<double> m = means(orbit(x[0], x[1], 8));
    try {
        while (m.next())
            sum += m.value() * x[2];
    } catch (const std::overflow_error &) {
        sum *= x[0];
    }
    return sum;
}

int main()
{
    double x[3] = {2.7, 0.3, 1.4};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
