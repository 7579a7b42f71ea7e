// Resource guards, transactions that are rolled back, retry loops; the state is what it was after a
// failure.
#include "oracle.h"
#include <cmath>
#include <list>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

struct Conflict : std::runtime_error {
    double amount;
    explicit Conflict(double a) : std::runtime_error("conflict"), amount(a)
    {
    }
};

template <class F> class OnExit
{
    F f;
    bool armed = true;

  public:
    explicit OnExit(F g) : f(std::move(g))
    {
    }
    ~OnExit()
    {
        if (armed)
            f();
    }
    void dismiss()
    {
        armed = false;
    }
};

class Account
{
    std::vector<double> log;

  public:
    double balance;
    explicit Account(double b) : balance(b)
    {
    }
    void add(double v)
    {
        double old = balance;
        OnExit rollback([&] { balance = old; });
        balance += v;
        log.push_back(v);
        if (balance < 0)
            throw Conflict(balance);
        rollback.dismiss();
    }
    double volume() const
    {
        double s = 0;
        for (double v : log)
            s += v * v;
        return s;
    }
};

static void transfer(Account &a, Account &b, double v)
{
    b.add(v);
    try {
        a.add(-v);
    } catch (...) {
        b.add(-v);
        throw;
    }
}

static double f(const double *x, int n)
{
    std::list<std::shared_ptr<Account>> all;
    for (int i = 0; i < n; i++)
        all.push_back(std::make_shared<Account>(x[i]));
    double fees = 0;
    for (auto a = all.begin(), b = std::next(a); b != all.end(); ++a, ++b)
        for (double v = 1.6 * x[0]; v > 0.1; v *= 0.5) {
            try {
                transfer(**a, **b, v);
                break;
            } catch (const Conflict &c) {
                fees += c.amount * c.amount;
            }
        }
    double sum = fees;
    for (auto &a : all)
        sum += a->balance * a->balance + 0.1 * a->volume();
    return sum;
}

int main()
{
    const double x[4] = {0.9, 1.2, 1.5, 0.4};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
