// Settings, tables and registries that the program has filled, or that functions fill when they
// need them, are looked up in beside each other: what is linked into them are constants.
#include "oracle.h"
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

class Settings
{
    std::map<std::string, double> values;
    Settings()
    {
        values["gamma"] = 1.4;
        values["cfl"] = 0.4;
    }

  public:
    static Settings &get()
    {
        static Settings s;
        return s;
    }
    double operator[](const std::string &name) const
    {
        auto i = values.find(name);
        if (i == values.end())
            throw std::out_of_range(name);
        return i->second;
    }
    void set(const std::string &name, double v)
    {
        values[name] = v;
    }
};

static double settings(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * Settings::get()["gamma"];
    return s * (Settings::get()["cfl"] + x[0]);
}

static double factorial(int n)
{
    static std::vector<double> table;
    if (table.empty())
        table.push_back(1);
    while ((int)table.size() <= n)
        table.push_back(table.back() * table.size());
    return table[n];
}
static std::map<int, double> weights;

static double series(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += std::pow(x[i], i + 1) / factorial(i + 2) * weights[i % 2];
    return s;
}

struct Node {
    double value;
    Node *next;
};
static Node *head;

__attribute__((noinline)) static Node *add()
{
    return head = new Node{0, head};
}

static double take_all()
{
    double s = 0;
    while (Node *node = head) {
        s += node->value * node->value;
        head = node->next;
        delete node;
    }
    return s;
}

/* The caller makes something else of what was linked and returned. */
static double filled_afterwards(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        add()->value = x[i] * x[0];
    return take_all();
}

struct Holder {
    Node *node;
    double weight;
};

static double filled_through_objects(const double *x, int n)
{
    std::vector<std::unique_ptr<Holder>> holders;
    for (int i = 0; i < n; i++)
        holders.emplace_back(new Holder{add(), x[i]});
    for (auto &h : holders)
        h->node->value = h->weight * x[0];
    add()->value = 2;
    return take_all();
}

static std::map<std::string, double> named;

static double filled_through_references(const double *x, int)
{
    std::vector<double *> slots{&named["a"], &named["b"], &named["c"]};
    *slots[0] = x[0] * x[1];
    *slots[1] += 2 * x[1];
    double s = named["a"] * named["b"] + *slots[2];
    named.clear();
    return s;
}

int main()
{
    double x[4];
    oracle_random(x, 4, 5);
    Settings::get().set("cfl", 0.35);
    factorial(3);
    weights = {{0, 2.0}, {1, 0.5}};
    ORACLE_GRADIENT(settings, x, 4);
    ORACLE_GRADIENT(series, x, 4);
    ORACLE_GRADIENT(filled_afterwards, x, 4);
    ORACLE_GRADIENT(filled_through_objects, x, 4);
    ORACLE_GRADIENT(filled_through_references, x, 4);
    return oracle_result();
}
