// A triangulation: elements that begin with an array of integers, in a vector that a member
// function fills, by a copy of a local variable over which a loop goes. The copy moves the array as
// it is: the loop's index reaches none of the numbers behind it, in the copy either.
#include "oracle.h"
#include <cmath>
#include <vector>

namespace
{

struct Node {
    double x, y, u;
    int id;
    std::vector<int> elements;
};

struct Element {
    int nodes[3];
    double stiffness;
    int material;
};

class Mesh
{
  public:
    std::vector<Node> nodes;
    std::vector<Element> elements;

    void node(double x, double y)
    {
        nodes.push_back({x, y, 0, int(nodes.size()), {}});
    }

    void triangle(int a, int b, int c, double k)
    {
        Element e{{a, b, c}, k, 0};
        for (int i : e.nodes)
            nodes[i].elements.push_back(int(elements.size()));
        elements.push_back(e);
    }

    void relax()
    {
        for (Node &n : nodes) {
            double sum = 0;
            for (int e : n.elements)
                sum += elements[e].stiffness * nodes[elements[e].nodes[0]].u;
            n.u += 0.01 * (sum - n.u);
        }
    }

    double energy() const
    {
        double sum = 0;
        for (const Element &e : elements) {
            const Node &a = nodes[e.nodes[0]], &b = nodes[e.nodes[1]], &c = nodes[e.nodes[2]];
            double area = 0.5 * std::fabs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y));
            double gx = a.u * (b.y - c.y) + b.u * (c.y - a.y) + c.u * (a.y - b.y),
                   gy = a.u * (c.x - b.x) + b.u * (a.x - c.x) + c.u * (b.x - a.x);
            sum += e.stiffness / area * (gx * gx + gy * gy);
        }
        return sum;
    }
};

double energy(const double *u, int n)
{
    int width = 3, height = n / width;
    Mesh m;
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++)
            m.node(i, j);
    for (int i = 0; i < width * height; i++)
        m.nodes[i].u = u[i];
    for (int j = 0; j + 1 < height; j++)
        for (int i = 0; i + 1 < width; i++) {
            int a = j * width + i;
            m.triangle(a, a + 1, a + width, 1 + 0.1 * i);
            m.triangle(a + 1, a + width + 1, a + width, 1);
        }
    m.relax();
    return m.energy();
}

} // namespace

int main()
{
    const double u[9] = {0.1, 0.7, -0.3, 0.4, 1.2, -0.9, 0.8, 0.2, 0.5};

    ORACLE_GRADIENT(energy, u, 9);
    return oracle_result();
}
