// Gravity by a quadtree of unique_ptr (Barnes and Hut): bodies are pushed down while the tree
// grows, moments are collected on the way up.
#include "oracle.h"
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

struct Vec2 {
    double x = 0, y = 0;
    Vec2 &operator+=(const Vec2 &o)
    {
        x += o.x;
        y += o.y;
        return *this;
    }
    friend Vec2 operator+(Vec2 a, const Vec2 &b)
    {
        return a += b;
    }
    friend Vec2 operator-(const Vec2 &a, const Vec2 &b)
    {
        return {a.x - b.x, a.y - b.y};
    }
    friend Vec2 operator*(double s, const Vec2 &a)
    {
        return {s * a.x, s * a.y};
    }
};

struct Body {
    Vec2 at;
    double mass;
};

class Node
{
  public:
    Node(Vec2 centre, double half) : centre(centre), half(half)
    {
    }
    void insert(const Body &b)
    {
        if (!body && !divided()) {
            body = std::make_unique<Body>(b);
            return;
        }
        if (body) {
            auto old = std::move(body);
            child(*old).insert(*old);
        }
        child(b).insert(b);
    }
    double collect()
    {
        if (body) {
            mass = body->mass;
            middle = body->at;
            return mass;
        }
        for (auto &c : children)
            if (c) {
                double m = c->collect();
                mass += m;
                middle += m * c->middle;
            }
        if (mass > 0)
            middle = (1 / mass) * middle;
        return mass;
    }
    Vec2 pull(const Vec2 &p) const
    {
        Vec2 d = middle - p;
        double r2 = d.x * d.x + d.y * d.y + 1e-2;
        if (!divided() || 2 * half < 0.7 * std::sqrt(r2))
            return (mass / (r2 * std::sqrt(r2))) * d;
        Vec2 sum;
        for (const auto &c : children)
            if (c)
                sum += c->pull(p);
        return sum;
    }

  private:
    bool divided() const
    {
        for (const auto &c : children)
            if (c)
                return true;
        return false;
    }
    Node &child(const Body &b)
    {
        int i = (b.at.x > centre.x) + 2 * (b.at.y > centre.y);
        if (!children[i])
            children[i] = std::make_unique<Node>(
                Vec2{centre.x + (i & 1 ? half : -half) / 2, centre.y + (i & 2 ? half : -half) / 2},
                half / 2);
        return *children[i];
    }
    Vec2 centre, middle;
    double half, mass = 0;
    std::unique_ptr<Body> body;
    std::array<std::unique_ptr<Node>, 4> children;
};

static double energy(const double *x, int n)
{
    std::vector<Body> bodies;
    for (int i = 0; i + 2 < n; i += 3)
        bodies.push_back({{x[i], x[i + 1]}, 1.5 + x[i + 2]});
    auto root = std::make_unique<Node>(Vec2{0, 0}, 1.0);
    for (const auto &b : bodies)
        root->insert(b);
    root->collect();
    return std::accumulate(bodies.begin(), bodies.end(), 0.0, [&](double s, const Body &b) {
        Vec2 f = root->pull(b.at);
        return s + b.mass * (f.x * b.at.x - 0.5 * f.y * f.y);
    });
}

int main()
{
    double x[24];
    oracle_random(x, 24, 7);
    ORACLE_GRADIENT(energy, x, 24);
    return oracle_result();
}
