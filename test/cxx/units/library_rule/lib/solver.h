#ifndef SOLVER_H
#define SOLVER_H
namespace solver
{
struct Options {
    int steps;
    double start;
};
class Newton
{
    Options options;

  public:
    explicit Newton(Options o) : options(o)
    {
    }
    double cube_root(double x) const;
};
} // namespace solver
#endif
