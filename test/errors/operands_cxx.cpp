// The same of C++: names as the source has them, references, pointers to members.
extern int enzyme_const;
template <class Result, class... Arguments> Result __enzyme_autodiff(Arguments...);
template <class Result, class... Arguments> Result __enzyme_gradient(Arguments...);

struct scaled {
    double factor;
    double square(double x) const
    {
        return factor * x * x;
    }
};

namespace inner
{
static double square(const double &x)
{
    return x * x;
}
static double itself(double x)
{
    return x < 1 ? x : __enzyme_autodiff<double>((void *)itself, x - 1); /* enzcc-error: cycle */
}
} // namespace inner

int main()
{
    scaled s = {2};
    double x = 3;
    /* enzcc-text: the derivative of inner::itself(double) needs itself */
    __enzyme_autodiff<double>((void *)inner::itself, x);
    /* enzcc-error: arg-type */
    __enzyme_autodiff<double>(&scaled::square, enzyme_const, &s, x);
    /* enzcc-text: a pointer to a member function is passed as two operands */
    /* enzcc-text: operand 1 is taken for parameter 0 of scaled::square(double) const */
    /* enzcc-error: arg-type */
    __enzyme_autodiff<double>((void *)inner::square, x);
    /* enzcc-text: also where the function has a reference */
    /* enzcc-error: unknown-entry */
    __enzyme_gradient<double>((void *)inner::square, &x);
    /* enzcc-text: call __enzyme_autodiff for gradients */
}
