// Static data members: of a class, of a class template, inline; a cache kept in one between calls.
#include "oracle.h"

namespace
{
struct Physics {
    static const double g;
    static double dt;
    inline static int steps = 5;
};
const double Physics::g = 9.81;
double Physics::dt = 0.1;
template <class T> struct Limits {
    static T top;
    static T work[3];
};
template <class T> T Limits<T>::top = 100;
template <class T> T Limits<T>::work[3] = {};

double f(const double *x, int n)
{
    double y = x[0], v = x[1];
    Physics::dt = x[2];
    for (int i = 0; i < Physics::steps; i++) {
        Limits<double>::work[i % 3] = v * Physics::dt;
        y += Limits<double>::work[i % 3];
        v -= Physics::g * Physics::dt * y / Limits<double>::top;
    }
    return y * v + Limits<double>::work[1];
}
} // namespace

int main()
{
    double x[3] = {1.5, 2.5, 0.125};
    double dt = Physics::dt;
    ORACLE_GRADIENT(f, x, 3);
    Physics::dt = dt;
    return oracle_result();
}
