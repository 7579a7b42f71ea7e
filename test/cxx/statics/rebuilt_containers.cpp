// Static containers of containers that the function changes itself: rows that it clears and fills,
// rows that grow, a map of vectors, and the same in inline variables. The program calls the
// function between derivative calls, too, and changes the containers.
#include "oracle.h"
#include "oracle_calls.h"
#include <cmath>
#include <map>
#include <memory>
#include <vector>

namespace
{
std::vector<std::vector<double>> rows;

double cleared(const double *x, int n)
{
    rows.clear();
    for (int i = 0; i < n; i++)
        rows.push_back(std::vector<double>(2, x[i] * x[i]));
    double s = 0;
    for (int i = 0; i < n; i++)
        s += rows[i][1] * std::sin(rows[n - 1 - i][0]);
    return s;
}

double grown(const double *x, int n)
{
    if (rows.size() < 3)
        rows.resize(3);
    for (auto &row : rows)
        if (row.size() < static_cast<std::size_t>(n))
            row.resize(n);
    double s = 0;
    for (int i = 0; i < n; i++)
        rows[i % 3][i] = x[i] * x[n - 1 - i];
    for (int i = 0; i < n; i++)
        s += rows[i % 3][i] * (i + 1);
    return s;
}

double mapped(const double *x, int n)
{
    static std::map<int, std::vector<double>> table;
    auto &row = table[n % 4];
    row.assign(x, x + n);
    double s = 0;
    for (const auto &entry : table)
        for (double v : entry.second)
            s += entry.first == n % 4 ? v * v * x[0] : 0;
    return s;
}

struct store {
    static inline std::vector<double> values;
    static inline std::unique_ptr<double[]> block;
    static inline int room = 0;
};

double in_inline_variables(const double *x, int n)
{
    if (store::room < n) {
        store::block.reset(new double[n]);
        store::room = n;
    }
    store::values.assign(x, x + n);
    for (int i = 0; i < n; i++)
        store::block[i] = store::values[i] * store::values[n - 1 - i];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += store::block[i] * store::block[(i + 1) % n];
    return s;
}

struct layer {
    int width;
    const double *weights;
    bool fixed;
};
const double two[] = {0.5, -1}, three[] = {1, 0.25, 2};
layer layers[] = {{2, two, true}, {3, three, true}};

// Tables of constants beside blocks of the function's own.
double weighted(const double *x, int n)
{
    std::unique_ptr<double[]> own;
    layer found = {n, nullptr, false};
    for (const layer &l : layers)
        if (l.width == n)
            found = l;
    if (!found.fixed) {
        own.reset(new double[n]);
        for (int i = 0; i < n; i++)
            own[i] = 1.0 / (i + 1);
        found.weights = own.get();
    }
    if (rows.empty())
        rows.resize(1);
    rows[0].assign(x, x + n);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += found.weights[i] * rows[0][i] * rows[0][n - 1 - i];
    return s;
}
} // namespace

int main()
{
    double x[12];
    oracle_random(x, 12, 5);
    for (int n = 2; n <= 12; n += 2) {
        ORACLE_GRADIENT(cleared, x, n);
        rows.insert(rows.begin(), std::vector<double>(3 * n));
        ORACLE_GRADIENT(cleared, x, n);
        ORACLE_GRADIENT(grown, x, n);
        rows.front().reserve(100 * n);
        ORACLE_GRADIENT(grown, x, n - 1);
        ORACLE_GRADIENT(mapped, x, n);
        ORACLE_GRADIENT(in_inline_variables, x, n);
        ORACLE_GRADIENT(weighted, x, n);
        ORACLE_GRADIENT(weighted, x, n + (n < 12));
        rows.clear();
        rows.shrink_to_fit();
    }
    return oracle_result();
}
