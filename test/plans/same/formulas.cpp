/* Formulas that are read and evaluated by functions that call each other, for two derivative calls:
 * what each of them makes is the same, and is there once. */
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include "oracle.h"
#include "oracle_calls.h"

namespace
{
using values = std::unordered_map<std::string, double>;
struct node {
    virtual ~node() = default;
    virtual double value(const values &v) const = 0;
};
using pointer = std::shared_ptr<node>;
struct name : node {
    std::string text;
    explicit name(std::string t) : text(std::move(t))
    {
    }
    double value(const values &v) const override
    {
        return v.at(text);
    }
};
struct pair : node {
    char sign;
    pointer left, right;
    pair(char s, pointer l, pointer r) : sign(s), left(std::move(l)), right(std::move(r))
    {
    }
    double value(const values &v) const override
    {
        double a = left->value(v), b = right->value(v);
        return sign == '+' ? a + b : a * b;
    }
};
struct call : node {
    double (*function)(double);
    pointer argument;
    call(double (*f)(double), pointer a) : function(f), argument(std::move(a))
    {
    }
    double value(const values &v) const override
    {
        return function(argument->value(v));
    }
};
double sine(double x)
{
    return std::sin(x);
}
double square(double x)
{
    return x * x;
}
struct reader {
    const std::string &text;
    size_t at = 0;
    std::map<std::string, double (*)(double)> functions = {{"s", sine}, {"q", square}};
    char next()
    {
        return at < text.size() ? text[at] : 0;
    }
    pointer sum()
    {
        pointer l = product();
        while (next() == '+') {
            at++;
            l = std::make_shared<pair>('+', l, product());
        }
        return l;
    }
    pointer product()
    {
        pointer l = factor();
        while (next() == '*') {
            at++;
            l = std::make_shared<pair>('*', l, factor());
        }
        return l;
    }
    pointer factor()
    {
        if (next() == '(') {
            at++;
            pointer p = sum();
            at++;
            return p;
        }
        std::string word(1, text[at++]);
        if (next() == '(')
            return std::make_shared<call>(functions.at(word), factor());
        return std::make_shared<name>(word);
    }
};
double evaluate(const std::string &text, const double *x, int n)
{
    values v;
    for (int i = 0; i < n; i++)
        v[std::string(1, 'a' + i)] = x[i];
    reader r{text};
    return r.sum()->value(v);
}
double first(const double *x, int n)
{
    return evaluate("s(a+b)*(a+c*d)+b", x, n);
}
double second(const double *x, int n)
{
    return evaluate("q(a)*(b+c)*(d+a)", x, n);
}
} // namespace

int main()
{
    double x[] = {1.5, 2, 3, 4};
    ORACLE_GRADIENT(first, x, 4);
    ORACLE_GRADIENT(second, x, 4);
    return oracle_result();
}
