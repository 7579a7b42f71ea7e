// Arrays of a few integers beside pointers, as the dimensions of tensors are: read through
// functions that return references to them, in variables of functions that are inlined, and in
// blocks with destructors. What is copied along a loop of few iterations are numbers.
#include "oracle.h"
#include <array>
#include <memory>
#include <stdexcept>
#include <vector>

using dimensions = std::array<long, 2>;

class matrix
{
  public:
    explicit matrix(const dimensions &d) : values(d[0] * d[1]), size(d)
    {
    }
    const dimensions &dims() const
    {
        return size;
    }
    double *data()
    {
        return values.data();
    }
    const double *data() const
    {
        return values.data();
    }

  private:
    std::vector<double> values;
    dimensions size;
};

// A matrix seen along other axes.
class view
{
  public:
    view(const matrix &m, const dimensions &order) : data(m.data()), order(order)
    {
        long step = 1;
        for (int i = 0; i < 2; i++) {
            steps[i] = step;
            step *= m.dims()[i];
        }
        for (int i = 0; i < 2; i++)
            size[i] = m.dims()[order[i]];
    }
    const dimensions &dims() const
    {
        return size;
    }
    double at(const dimensions &where) const
    {
        long offset = 0;
        for (int i = 0; i < 2; i++)
            offset += where[i] * steps[order[i]];
        return data[offset];
    }

  private:
    dimensions size, steps;
    const double *data;
    dimensions order;
};

struct target {
    dimensions size, steps;
    double *data;
    long offset;
};

static void copy_to(const target &to, const view &from)
{
    if (to.size[0] != from.dims()[0])
        throw std::length_error("rows");
    dimensions where;
    for (where[1] = 0; where[1] < to.size[1]; where[1]++)
        for (where[0] = 0; where[0] < to.size[0]; where[0]++) {
            long offset = to.offset;
            for (int i = 0; i < 2; i++)
                offset += where[i] * to.steps[i];
            to.data[offset] = from.at(where) * from.at(where);
        }
}

static std::unique_ptr<matrix> turned(const matrix &m, const dimensions &order)
{
    view from(m, order);
    auto made = std::make_unique<matrix>(from.dims());
    target to{from.dims(), {1, from.dims()[0]}, made->data(), 0};
    copy_to(to, from);
    return made;
}

static double f(const double *x, int n)
{
    matrix m({4, 3});
    for (int i = 0; i < 12; i++)
        m.data()[i] = x[i];
    auto t = turned(m, {1, 0});
    auto again = turned(*t, {n > 100, 1});
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum = sum * x[0] + again->data()[i] * x[i];
    return sum;
}

int main()
{
    double x[12];
    oracle_random(x, 12, 1);
    ORACLE_GRADIENT(f, x, 12);
    return oracle_result();
}
