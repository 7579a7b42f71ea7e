// A class with its own operator new and delete: a free list.
#include "oracle.h"
#include <cstddef>
#include <cstdlib>

namespace
{
struct Cell {
    double value;
    Cell *next;
    static Cell *unused;
    static void *operator new(std::size_t size)
    {
        Cell *c = unused;
        if (!c)
            return std::malloc(size);
        unused = c->next;
        return c;
    }
    static void operator delete(void *p)
    {
        std::free(p);
    }
};
Cell *Cell::unused;

double f(const double *x, int n)
{
    Cell *list = nullptr;
    for (int i = 0; i < n; i++) {
        Cell *c = new Cell;
        c->value = x[i] * x[i];
        c->next = list;
        list = c;
    }
    double s = 0;
    while (list) {
        Cell *next = list->next;
        s = s * 0.5 + list->value * x[0];
        delete list;
        list = next;
    }
    return s;
}
} // namespace

int main()
{
    double x[5];
    oracle_random(x, 5, 6);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
