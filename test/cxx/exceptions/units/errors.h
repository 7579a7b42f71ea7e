#ifndef ERRORS_H
#define ERRORS_H
#include <stdexcept>

// Thrown in an archive, caught in another unit.
class Diverged : public std::runtime_error
{
  public:
    Diverged(double last_value, int steps);
    double last() const
    {
        return last_;
    }
    int steps() const
    {
        return steps_;
    }

  private:
    double last_;
    int steps_;
};

double iterate(double start, int limit);
#endif
