// Numbers and formulas parsed from texts while derivatives are computed.
#include "oracle.h"
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>
struct Parser {
    std::string_view s;
    const std::map<std::string, double> &vars;
    std::size_t at = 0;
    char peek()
    {
        while (at < s.size() && s[at] == ' ')
            at++;
        return at < s.size() ? s[at] : 0;
    }
    double expr()
    {
        double v = term();
        for (char c; (c = peek()) == '+' || c == '-';) {
            at++;
            double w = term();
            v = c == '+' ? v + w : v - w;
        }
        return v;
    }
    double term()
    {
        double v = factor();
        for (char c; (c = peek()) == '*' || c == '/';) {
            at++;
            double w = factor();
            v = c == '*' ? v * w : v / w;
        }
        return v;
    }
    double factor()
    {
        char c = peek();
        if (c == '(') {
            at++;
            double v = expr();
            peek();
            at++;
            return v;
        }
        if (c == '-') {
            at++;
            return -factor();
        }
        if (std::isdigit(c)) {
            std::size_t n;
            double v = std::stod(std::string(s.substr(at)), &n);
            at += n;
            return v;
        }
        std::string name;
        while (at < s.size() && std::isalpha(s[at]))
            name += s[at++];
        if (peek() == '(') {
            at++;
            double v = expr();
            peek();
            at++;
            return name == "sin" ? std::sin(v) : std::exp(v);
        }
        return vars.at(name);
    }
};
static double f(const double *x, int)
{
    std::map<std::string, double> vars{{"a", x[0]}, {"b", x[1]}};
    vars["c"] = x[2] * x[2];
    return Parser{"3.5*a*sin(b) - c/(a+2) + exp(-b*c)*1e-1", vars}.expr();
}
static double g(const double *x, int)
{
    double s = 0;
    std::istringstream in("2.5 3 x -1.25e0");
    double v;
    std::string w;
    int k;
    in >> v >> k >> w;
    s += v * x[0] * k + static_cast<double>(w.size()) * x[1];
    in >> v;
    s *= v * x[2];
    std::string_view t = "0.5,2,8";
    while (!t.empty()) {
        double n = x[0];
        auto r = std::from_chars(t.data(), t.data() + t.size(), n);
        s += n * x[1] * x[1];
        t.remove_prefix(static_cast<std::size_t>(r.ptr - t.data()));
        if (!t.empty())
            t.remove_prefix(1);
    }
    s += std::strtod("1.5", nullptr) * x[0] + std::atof("2") * x[1] + std::stoi("42") * x[2];
    std::ostringstream out;
    out << s;
    s += static_cast<double>(out.str().size() > 0) * x[0];
    return s;
}
int main()
{
    const double x[3] = {0.3, 0.8, -0.4};
    ORACLE_GRADIENT(f, x, 3);
    ORACLE_GRADIENT(g, x, 3);
    return oracle_result();
}
