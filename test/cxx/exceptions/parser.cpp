// A parser with error recovery: exceptions carry values parsed so far.
#include "oracle.h"
#include <cctype>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct SyntaxError {
    std::string what;
    std::size_t at;
    double so_far;
};

class Parser
{
    const std::string &text;
    const std::vector<double> &vars;
    std::size_t at = 0;

    char peek() const
    {
        return at < text.size() ? text[at] : '\0';
    }
    double factor()
    {
        char c = peek();
        if (c == '(') {
            at++;
            double v = expression();
            if (peek() != ')')
                throw SyntaxError{"expected )", at, v};
            at++;
            return v;
        }
        if (std::islower(static_cast<unsigned char>(c))) {
            at++;
            return vars.at(static_cast<std::size_t>(c - 'a'));
        }
        if (std::isdigit(static_cast<unsigned char>(c))) {
            at++;
            return c - '0';
        }
        throw SyntaxError{std::string("unexpected ") + c, at, 0};
    }
    double term()
    {
        double v = factor();
        while (peek() == '*' || peek() == '/') {
            char op = text[at++];
            double w;
            try {
                w = factor();
            } catch (SyntaxError &e) {
                e.so_far = e.so_far * 2 + v;
                throw;
            }
            v = op == '*' ? v * w : v / w;
        }
        return v;
    }

  public:
    Parser(const std::string &t, const std::vector<double> &v) : text(t), vars(v)
    {
    }
    double expression()
    {
        double v = term();
        while (peek() == '+' || peek() == '-') {
            char op = text[at++];
            double w = term();
            v = op == '+' ? v + w : v - w;
        }
        return v;
    }
};

static double f(const double *x, int n)
{
    static const char *const lines[] = {"a+b*c", "(a+b",       "a*b*)", "2*(a-c)/b",
                                        "a+z",   "b*(c*(a+d)", "",      "a/(b+1)*c"};
    std::vector<double> vars(x, x + n);
    double sum = 0;
    int errors = 0;
    for (const char *line : lines) {
        std::string text(line);
        try {
            sum += Parser(text, vars).expression();
        } catch (const SyntaxError &e) {
            sum += e.so_far * static_cast<double>(e.at + e.what.size());
            errors++;
        } catch (const std::out_of_range &) {
            sum += std::sin(vars[0]);
        }
    }
    return sum * errors;
}

int main()
{
    const double x[4] = {0.9, 1.2, 1.5, 0.4};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
