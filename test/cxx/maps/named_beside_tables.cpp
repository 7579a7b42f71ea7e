// Numbers by name, in maps of which the nodes have strings beside numbers, in programs that also
// read numbers through pointers of which only the run knows where they lead: a table that the
// program has made at its start, what an exception carries that nobody throws.
#include "oracle.h"
#include <cmath>
#include <map>
#include <string>
#include <vector>

static double *table;
static std::vector<double> weights;

static double by_name(const double *x, int n)
{
    std::map<std::string, double> parameters;
    parameters["rate"] = std::cos(x[0]);
    parameters["a name that is not short"] = x[1] * x[2];
    for (int i = 0; i < n; i++)
        parameters["x" + std::to_string(i % 3)] += x[i] * x[i];
    double sum = 0;
    for (const auto &p : parameters)
        sum += p.second * table[p.first.size() % 4] * weights[p.first[0] % 2];
    return sum;
}

static double copied(const double *x, int n)
{
    std::map<std::string, std::vector<double>> series;
    for (int i = 0; i < n; i++)
        series[i % 2 ? "odd" : "even, and a long name"].push_back(std::sin(x[i]) * table[i % 4]);
    const auto other = series;
    series.erase("odd");
    double sum = 0;
    for (const auto &[name, values] : other)
        for (double v : values)
            sum += v * v * (series.count(name) ? 2 : 3);
    return sum;
}

struct failure {
    double value;
};

static double guarded(const double *x, int n)
{
    std::map<std::string, double> parameters;
    try {
        for (int i = 0; i < n; i++)
            parameters["p" + std::to_string(i)] = std::exp(0.1 * x[i]);
    } catch (const failure &f) {
        return f.value;
    }
    return parameters.at("p0") * parameters.at("p1");
}

int main()
{
    double x[5];
    table = new double[4]{0.5, 1.5, -1, 2};
    weights = {1.25, -0.75};
    oracle_random(x, 5, 3);
    ORACLE_GRADIENT(by_name, x, 5);
    ORACLE_GRADIENT(copied, x, 5);
    ORACLE_GRADIENT(guarded, x, 5);
    delete[] table;
    return oracle_result();
}
