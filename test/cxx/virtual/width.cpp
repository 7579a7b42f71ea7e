// Several directions at once through virtual calls, on objects made inside and outside.
#include "oracle.h"

namespace
{
struct Layer {
    virtual ~Layer() = default;
    virtual double forward(double x) = 0;
};
struct Dense : Layer {
    double w, b;
    Dense(double w, double b) : w(w), b(b)
    {
    }
    double forward(double x) override
    {
        return w * x + b;
    }
};
struct Memory : Layer {
    double last = 0, decay;
    explicit Memory(double d) : decay(d)
    {
    }
    double forward(double x) override
    {
        return last = decay * last + x * x;
    }
};

double run(Layer *outer, const double *x)
{
    Memory m(x[0]);
    Dense d(x[1], x[0]);
    Layer *all[] = {&d, &m, outer, &m};
    double v = x[2];
    for (Layer *l : all)
        v = l->forward(v);
    return v;
}
} // namespace

extern "C" struct two __enzyme_fwddiff_pair(void *, ...);

int main()
{
    double x[3] = {0.5, 1.5, 0.75}, a[3] = {1, 0, 0}, b[3] = {0.5, -1, 2};
    Dense d(0.25, 2), da(0, 0), db(1, -1);
    struct two t = __enzyme_fwddiff_pair((void *)run, enzyme_width, 2, enzyme_dup,
                                         static_cast<Layer *>(&d), static_cast<Layer *>(&da),
                                         static_cast<Layer *>(&db), enzyme_dup, x, a, b);
    double dx[3] = {0};
    Dense grad(0, 0);
    (void)__enzyme_autodiff((void *)run, enzyme_dup, static_cast<Layer *>(&d),
                            static_cast<Layer *>(&grad), enzyme_dup, x, dx);
    CHECK(t.x, dx[0]);
    CHECK(t.y, 0.5 * dx[0] - dx[1] + 2 * dx[2] + grad.w - grad.b);
    return oracle_result();
}
