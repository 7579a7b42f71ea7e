// An octree in a vector: nodes have eight indices of children, bit fields and numbers. Integers go
// from there to the list of points, and from each child to any other.
#include "oracle.h"
#include <cmath>
#include <vector>

namespace
{

struct Point {
    double at[3], weight;
    int id;
};

struct Node {
    double middle[3], half;
    int child[8];
    int first;
    unsigned leaf : 1, depth : 6;
    double moment[4];
};

class Octree
{
    std::vector<Node> pool;
    std::vector<Point> points;
    std::vector<int> next;

    int make(const double *middle, double half, int depth)
    {
        Node n{};
        for (int i = 0; i < 3; i++)
            n.middle[i] = middle[i];
        n.half = half;
        for (int &c : n.child)
            c = -1;
        n.first = -1;
        n.leaf = 1;
        n.depth = depth;
        pool.push_back(n);
        return int(pool.size()) - 1;
    }

    int octant(int n, int p) const
    {
        int o = 0;
        for (int i = 0; i < 3; i++)
            o |= (points[p].at[i] > pool[n].middle[i]) << i;
        return o;
    }

    void down(int n, int p)
    {
        int o = octant(n, p);
        if (pool[n].child[o] < 0) {
            double m[3];
            for (int i = 0; i < 3; i++)
                m[i] = pool[n].middle[i] + ((o >> i & 1) ? 0.5 : -0.5) * pool[n].half;
            int c = make(m, pool[n].half / 2, pool[n].depth + 1);
            pool[n].child[o] = c;
        }
        add(pool[n].child[o], p);
    }

    void add(int n, int p)
    {
        if (pool[n].leaf) {
            if (pool[n].first < 0 || pool[n].depth > 10) {
                next[p] = pool[n].first;
                pool[n].first = p;
                return;
            }
            int q = pool[n].first;
            pool[n].first = -1;
            pool[n].leaf = 0;
            down(n, q);
        }
        down(n, p);
    }

  public:
    Octree()
    {
        double m[3] = {0, 0, 0};
        make(m, 4, 0);
    }

    void insert(const Point &p)
    {
        points.push_back(p);
        next.push_back(-1);
        add(0, int(points.size()) - 1);
    }

    void moments(int n)
    {
        Node &q = pool[n];
        if (q.leaf) {
            for (int p = q.first; p >= 0; p = next[p]) {
                q.moment[3] += points[p].weight;
                for (int i = 0; i < 3; i++)
                    q.moment[i] += points[p].weight * points[p].at[i];
            }
            return;
        }
        for (int c : q.child)
            if (c >= 0) {
                moments(c);
                for (int i = 0; i < 4; i++)
                    q.moment[i] += pool[c].moment[i];
            }
    }

    double potential(int n, const double *x) const
    {
        const Node &q = pool[n];
        double distance = 0.1, sum = 0;
        for (int i = 0; i < 3; i++) {
            double d = q.moment[i] / q.moment[3] - x[i];
            distance += d * d;
        }
        if (q.leaf || q.half * q.half < 0.1 * distance)
            return q.moment[3] / std::sqrt(distance);
        for (int c : q.child)
            if (c >= 0)
                sum += potential(c, x);
        return sum;
    }
};

double potential(const double *x, int n)
{
    Octree t;
    double sum = 0;
    for (int i = 0; i + 2 < n; i += 3) {
        Point p;
        for (int k = 0; k < 3; k++)
            p.at[k] = x[i + k];
        p.weight = 1 + 0.1 * x[i];
        p.id = i;
        t.insert(p);
    }
    t.moments(0);
    for (int i = 0; i + 2 < n; i += 3)
        sum += std::log(t.potential(0, x + i));
    return sum;
}

} // namespace

int main()
{
    const double x[15] = {0.5, 1.8, -0.2, 0.7,  -1.1, 2.9, 0.3, -2.4,
                          1.5, 1.3, -0.7, -1.9, 2.2,  0.9, 1.1};

    ORACLE_GRADIENT(potential, x, 15);
    return oracle_result();
}
