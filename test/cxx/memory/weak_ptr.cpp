// weak_ptr: lock while alive and after the end.
#include "oracle.h"
#include <memory>

namespace
{
struct Node {
    double value;
    std::shared_ptr<Node> next;
    std::weak_ptr<Node> previous;
};

double f(const double *x, int n)
{
    auto head = std::make_shared<Node>();
    head->value = x[0];
    auto tail = head;
    for (int i = 1; i < n; i++) {
        tail->next = std::make_shared<Node>();
        tail->next->value = x[i];
        tail->next->previous = tail;
        tail = tail->next;
    }
    double s = 0;
    for (auto p = tail; p; p = p->previous.lock())
        s = s * 0.5 + p->value * p->value;
    std::weak_ptr<Node> gone = head->next;
    head->next.reset();
    tail.reset();
    return gone.expired() ? s : 0;
}
} // namespace

int main()
{
    double x[5];
    oracle_random(x, 5, 3);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
