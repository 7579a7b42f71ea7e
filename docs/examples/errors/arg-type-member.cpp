extern int enzyme_const;
template <class Result, class... Arguments> Result __enzyme_autodiff(Arguments...);

struct scaled {
    double factor;
    double square(double x) const
    {
        return factor * x * x;
    }
};

int main()
{
    scaled s = {2};
    return __enzyme_autodiff<double>(&scaled::square, enzyme_const, &s, 3.0) != 12;
}
