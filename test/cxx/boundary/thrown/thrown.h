#include <stdexcept>

struct OutOfRange : std::runtime_error {
    double value;
    OutOfRange(double v);
    ~OutOfRange() override;
};
double root(double x);
double caught_inside(double x);
