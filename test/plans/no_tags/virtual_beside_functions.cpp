/* Reservoirs in a river: one class calls a std::function where the other one calculates. Which
 * functions a virtual call may run the unit says, which is compiled by itself. */
#include <deque>
#include <functional>
#include <memory>
#include <vector>
#include "oracle.h"
#include "oracle_calls.h"

namespace
{
struct reach {
    double storage = 0.1, factor;
    std::vector<std::shared_ptr<reach>> upstream;
    std::deque<double> delayed;
    explicit reach(double f) : factor(f)
    {
    }
    virtual ~reach() = default;
    virtual double release()
    {
        return factor * storage;
    }

    double flow()
    {
        delayed.push_back(0.01 * storage);
        if (delayed.size() > 3)
            delayed.pop_front();
        storage += delayed.front();
        for (auto &u : upstream)
            storage += u->flow();
        double q = release();
        storage -= q;
        return q;
    }
};

struct reservoir : reach {
    std::function<double(double)> rule;
    reservoir(double f, std::function<double(double)> r) : reach(f), rule(std::move(r))
    {
    }
    double release() override
    {
        return rule(storage);
    }
};

double river(const double *x, int n)
{
    std::vector<std::shared_ptr<reach>> all;
    double sum = 0;
    for (int i = 0; i < 9; i++) {
        if (i % 4 == 2)
            all.push_back(
                std::make_shared<reservoir>(x[i % n], [g = x[2]](double s) { return g * s; }));
        else
            all.push_back(std::make_shared<reach>(x[i % n]));
        if (i)
            all[(i - 1) / 2]->upstream.push_back(all[i]);
    }
    for (int hour = 0; hour < 30; hour++)
        sum += all[0]->flow();
    return sum;
}
} // namespace

int main()
{
    double x[] = {0.2, 0.5, 0.4, 0.3};
    ORACLE_GRADIENT(river, x, 4);
    return oracle_result();
}
