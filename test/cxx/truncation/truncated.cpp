// Truncation in C++: function pointers of any type, methods, vectors, std:: functions.
#include "oracle.h"
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

template <class F> F *__enzyme_truncate_op_func(F *, int, int);
template <class F> F *__enzyme_truncate_mem_func(F *, int, int, int);
template <class T> T __enzyme_truncate_mem_value(T, int, int);

template <class T> struct circle {
    T radius;
    T area() const
    {
        return T(3.14159265358979) * radius * radius;
    }
};

template <class T> static T total(T first, int n)
{
    std::vector<T> sizes;
    T factor = T(0.9);
    for (int i = 0; i < n; i++, first = first * factor)
        sizes.push_back(std::exp(-circle<T>{first}.area()));
    T sum = T(0);
    for (const T &s : sizes)
        sum += std::sqrt(s);
    return sum;
}

int main()
{
    double got = __enzyme_truncate_op_func(total<double>, 64, 32)(1.3, 20),
           mem = __enzyme_truncate_mem_func(total<double>, 64, 8, 23)(1.3, 20);
    CHECK_THAT(got == total<float>(1.3f, 20));
    CHECK_THAT(mem == total<float>(1.3f, 20));
    CHECK_THAT(got != total<double>(1.3, 20));
    CHECK_THAT(__enzyme_truncate_mem_value(0.1, 64, 32) == 0.1f);
    return oracle_result();
}
