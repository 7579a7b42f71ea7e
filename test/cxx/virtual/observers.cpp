// Observers that are notified in a loop, attach others meanwhile, and change the subject.
#include "oracle.h"
#include <vector>

namespace
{
class Subject;
struct Observer {
    virtual void changed(Subject &s, double by) = 0;

  protected:
    ~Observer() = default;
};
class Subject
{
    std::vector<Observer *> list;

  public:
    double value;
    explicit Subject(double v) : value(v)
    {
    }
    void attach(Observer *o)
    {
        list.push_back(o);
    }
    void set(double v)
    {
        double by = v - value;
        value = v;
        for (std::size_t i = 0; i < list.size(); i++)
            list[i]->changed(*this, by);
    }
};
struct Sum : Observer {
    double total = 0;
    void changed(Subject &s, double by) override
    {
        total += s.value * by;
    }
};
struct Limit : Observer {
    double top;
    Sum extra;
    bool attached = false;
    explicit Limit(double t) : top(t)
    {
    }
    void changed(Subject &s, double) override
    {
        if (s.value > top)
            s.value = top + (s.value - top) / 2;
        if (!attached)
            s.attach(&extra), attached = true;
    }
};

double f(const double *x, int n)
{
    Subject s(x[0]);
    Limit limit(x[1]);
    Sum sum;
    s.attach(&sum);
    s.attach(&limit);
    for (int i = 0; i < n; i++)
        s.set(s.value + x[i] * x[i]);
    return sum.total * limit.extra.total + s.value;
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -0.75, 1.25};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
