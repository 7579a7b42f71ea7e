// Words are read into a string beside an active floating-point value.
#include "oracle.h"
#include <sstream>
#include <string>

struct item {
    std::string name;
    double weight;
};

static double f(const double *x, int)
{
    item item{"", x[0]};
    std::istringstream in("alpha 2 beta 3");
    double sum = 0;
    int k;
    while (in >> item.name >> k) {
        item.weight *= x[1];
        sum += item.weight * k * (double)item.name.size();
    }
    return sum;
}

int main()
{
    const double x[2] = {0.7, 0.3};
    ORACLE_GRADIENT(f, x, 2);
    return oracle_result();
}
