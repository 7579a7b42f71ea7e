// A vector of vectors: rows of different lengths, grown inside.
#include "oracle.h"
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<std::vector<double>> rows;
    for (int i = 0; i < n; i++) {
        rows.push_back({});
        for (int j = 0; j <= i; j++)
            rows.back().push_back(x[i] * x[j]);
    }
    double s = 0;
    for (const auto &row : rows)
        for (double e : row)
            s += e * row[0];
    return s;
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 6);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
