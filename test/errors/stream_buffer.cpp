// The library's stream calls a function of the program back, which adds up active values.
#include <ostream>
#include <streambuf>

extern double __enzyme_autodiff(void *, ...);

struct weighted : std::streambuf {
    double weight, sum = 0;
    explicit weighted(double w) : weight(w)
    /* enzcc-error: unsupported */
    {
    }
    int overflow(int c) override
    {
        sum += weight * (c == 'a');
        return c;
    }
};

static double count(double x)
{
    weighted buffer(x * x);
    std::ostream out(&buffer);
    out << "abacus";
    return buffer.sum;
}

int main()
{
    return __enzyme_autodiff((void *)count, 2.0) != 8;
}
