// Active values in containers, and in objects of containers, that the program has filled before and
// keeps behind globals: their shadows are at a distance.
#include "oracle.h"
#include <cmath>
#include <list>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

struct Cell {
    double value = 0;
    std::vector<double> history;
};
struct Simulation {
    std::vector<Cell> grid;
    Cell *largest = nullptr;
};
struct Shape {
    double size = 0;
    virtual double area() const = 0;
    virtual ~Shape()
    {
    }
};
struct Square : Shape {
    double area() const override
    {
        return size * size;
    }
};
struct Circle : Shape {
    double area() const override
    {
        return 3 * size * size;
    }
};

static std::vector<std::vector<double>> rows;
static std::map<int, Cell> cells;
static std::vector<std::unique_ptr<Cell>> owned;
static std::list<double> numbers;
static std::vector<std::unique_ptr<Shape>> shapes;
static Simulation *simulation;

static double in_rows(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            rows[i][j] = x[i] * x[j] * x[j];
    for (auto &row : rows)
        for (double v : row)
            sum += v * v;
    return sum;
}

static double in_map(const double *x, int n)
{
    double sum = 0;
    for (auto &[key, cell] : cells)
        cell.value = x[key % n] * x[(key + 1) % n];
    for (auto &[key, cell] : cells)
        sum += cell.value * cell.value * key;
    return sum;
}

static double in_owned(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        owned[i]->value = std::sin(x[i]);
        owned[i]->history[0] = owned[i]->value * x[0];
    }
    for (auto &cell : owned)
        sum += cell->value * cell->history[0];
    return sum;
}

static double in_list(const double *x, int n)
{
    int i = 0;
    double sum = 0;
    for (double &v : numbers)
        v = x[i % n] * x[i % n], i++;
    for (double v : numbers)
        sum += v * v;
    return sum;
}

static double in_simulation(const double *x, int n)
{
    simulation->largest = &simulation->grid[0];
    for (int i = 0; i < n; i++) {
        simulation->grid[i].value = x[i] * x[i];
        if (simulation->grid[i].value > simulation->largest->value)
            simulation->largest = &simulation->grid[i];
    }
    return simulation->largest->value * simulation->grid[n - 1].value;
}

static double in_shapes(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        shapes[i]->size = x[i] * x[(i + 1) % n];
    for (auto &shape : shapes)
        sum += shape->area();
    return sum;
}

// The derivative is left by an exception, and asked for once more.
static double throwing(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        rows[0][i] = x[i] * x[i];
    if (x[0] > 10)
        throw std::runtime_error("too large");
    return rows[0][0] * rows[0][n - 1];
}

int main()
{
    const int n = 5;
    double x[n], far[n] = {11, 1, 1, 1, 1}, dx[n] = {0};
    oracle_random(x, n, 4);
    rows.assign(n, std::vector<double>(n));
    for (int i = 0; i < 7; i++)
        cells[i].value = i;
    for (int i = 0; i < n; i++) {
        owned.push_back(std::make_unique<Cell>());
        owned.back()->history.assign(2, 0);
        numbers.push_back(0);
        if (i % 2)
            shapes.push_back(std::make_unique<Square>());
        else
            shapes.push_back(std::make_unique<Circle>());
    }
    simulation = new Simulation;
    simulation->grid.resize(n);
    ORACLE_GRADIENT(in_rows, x, n);
    ORACLE_GRADIENT(in_map, x, n);
    ORACLE_GRADIENT(in_owned, x, n);
    ORACLE_GRADIENT(in_list, x, n);
    ORACLE_GRADIENT(in_simulation, x, n);
    ORACLE_GRADIENT(in_shapes, x, n);
    for (int again = 0; again < 2; again++) {
        bool thrown = false;
        try {
            __enzyme_autodiff((void *)throwing, far, dx, n);
        } catch (const std::runtime_error &) {
            thrown = true;
        }
        CHECK_THAT(thrown);
    }
    ORACLE_GRADIENT(throwing, x, n);
    return oracle_result();
}
