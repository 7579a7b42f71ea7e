namespace
{
struct Model {
    double k;
    virtual ~Model() = default;
    virtual double at(double x) const
    {
        return k * x;
    }
};
double helper(const Model &m, double x)
{
    return m.at(x) + 1;
}
} // namespace
double one(double k, double x)
{
    Model m;
    m.k = k;
    return helper(m, x);
}
