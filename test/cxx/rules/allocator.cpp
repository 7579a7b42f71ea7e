// A pool allocator in a namespace, registered; operator new of a class that uses it.
#include "oracle.h"
#include <cstdlib>
#include <new>

namespace pool
{
int live;
__attribute__((noinline)) void *get(std::size_t n)
{
    live++;
    return std::malloc(n);
}
__attribute__((noinline)) void put(void *p)
{
    live--;
    std::free(p);
}
} // namespace pool
__attribute__((used)) void *__enzyme_allocation_like_pool[] = {(void *)pool::get, (void *)0,
                                                               (void *)"-1", (void *)pool::put};

struct Node {
    double v;
    Node *next;
    static void *operator new(std::size_t n)
    {
        return pool::get(n);
    }
    static void operator delete(void *p)
    {
        pool::put(p);
    }
};

static double f(const double *x, int n)
{
    Node *head = nullptr;
    for (int i = 0; i < n; i++)
        head = new Node{x[i] * x[0], head};
    double r = 1;
    while (head) {
        Node *next = head->next;
        r = r * head->v + 1;
        delete head;
        head = next;
    }
    return r;
}

int main()
{
    double x[3] = {1.5, 2.5, 3};
    ORACLE_GRADIENT(f, x, 3);
    CHECK_THAT(pool::live == 0);
    return oracle_result();
}
