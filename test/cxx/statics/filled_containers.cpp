// Numbers and addresses that depend on the input are kept in globals.
#include "oracle.h"
#include <map>

struct Holder {
    double *p;
    Holder *next;
};
static std::map<int, double> memo;
static Holder head;

static double numbers(const double *x, int n)
{
    memo.clear();
    for (int i = 0; i < n; i++)
        memo[i] = x[i] * x[i];
    double s = 0;
    for (auto &[k, v] : memo)
        s += v * k + v * v;
    memo.clear();
    return s;
}

static double through_itself(const double *x, int n)
{
    double t[3] = {0, 0, 0};
    head.p = t;
    head.next = &head;
    double s = 0;
    for (int i = 0; i < n; i++) {
        head.next->p[i % 3] = x[i] * x[i];
        s += t[i % 3] * x[0];
    }
    head.p = nullptr;
    return s;
}

int main()
{
    double x[6];
    oracle_random(x, 6, 11);
    ORACLE_GRADIENT(numbers, x, 6);
    ORACLE_GRADIENT(through_itself, x, 6);
    return oracle_result();
}
