// A pointer to active memory is thrown and caught in differentiated code.
extern double __enzyme_autodiff(void *, ...);

struct Error {
    double value;
};

static double check(double x)
{
    if (x > 1)
        throw new Error{x * x};
    return x;
}

static double f(double x)
{
    try {
        return check(x);
    } catch (const Error *e) {
        return e->value;
    }
}

int main() { return __enzyme_autodiff((void *)f, 2.0) > 0; }
