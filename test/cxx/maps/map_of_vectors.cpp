// A map of vectors: adjacency lists with weights.
#include "oracle.h"
#include <map>
#include <utility>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::map<int, std::vector<std::pair<int, double>>> edges;
    for (int i = 0; i < n; i++) {
        edges[i % 4].push_back({(i + 1) % n, x[i]});
        edges[(i * i) % 4].push_back({(i + 2) % n, x[i] * x[i]});
    }
    double s = 0;
    for (auto &node : edges)
        for (auto &edge : node.second)
            s += edge.second * x[edge.first] * (node.first + 1);
    return s;
}
} // namespace

int main()
{
    double x[9];
    oracle_random(x, 9, 25);
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
