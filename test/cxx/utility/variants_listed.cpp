// Variants of structs of numbers and of vectors, copied out of initialiser lists and moved about.
#include "oracle.h"
#include <algorithm>
#include <variant>
#include <vector>

struct rectangle {
    double width, height;
};
using outline = std::vector<double>;
using shape = std::variant<rectangle, outline>;

static double area(const shape &s)
{
    if (auto *r = std::get_if<rectangle>(&s))
        return r->width * r->height;
    double sum = 0;
    for (double side : std::get<outline>(s))
        sum += side * side;
    return sum;
}

static double listed(const double *x, int)
{
    std::vector<shape> shapes{rectangle{x[1], x[2]}, outline{x[0], x[1]}};
    double sum = 0;
    for (const shape &s : shapes)
        sum = sum * x[0] + area(s);
    return sum;
}

static double rearranged(const double *x, int)
{
    std::vector<shape> shapes{outline{x[0], x[1], x[2]}, rectangle{x[1], x[2]},
                              rectangle{x[0], x[0]}, outline{x[2]}};
    std::reverse(shapes.begin(), shapes.end());
    shapes.erase(shapes.begin() + 1);
    shapes.insert(shapes.begin(), shapes.back());
    double sum = 0;
    for (const shape &s : shapes)
        sum = sum * x[0] + area(s);
    return sum;
}

int main()
{
    const double x[] = {1.25, -0.5, 0.75};
    ORACLE_GRADIENT(listed, x, 3);
    ORACLE_GRADIENT(rearranged, x, 3);
    return oracle_result();
}
