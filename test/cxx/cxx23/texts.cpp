// Texts beside numbers: formatting, parsing of constants, to_chars, string_view, keys put together
// at run time.
#include "oracle.h"
#include <charconv>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace
{
double number_in(std::string_view text)
{
    double v = 0;
    auto at = text.find('=');
    v = std::stod(std::string(text.substr(at + 1)));
    return v;
}

double f(const double *x, int n)
{
    std::map<std::string, double> table;
    for (int i = 0; i < n; i++) {
        std::string key = "parameter_" + std::to_string(i) + (i % 2 ? "_of_the_model" : "");
        table[key] = x[i] * x[i];
    }
    double s = 0;
    const std::vector<std::string_view> settings{"scale=2.5", "offset = -0.75", "power=3"};
    for (auto text : settings)
        s += number_in(text) * table["parameter_1_of_the_model"];
    for (auto &[key, value] : table) {
        char digits[32];
        auto end = std::to_chars(digits, digits + sizeof digits, static_cast<int>(key.size())).ptr;
        int size = 0;
        std::from_chars(digits, end, size);
        std::ostringstream log;
        log << key << ' ' << size;
        if (log.str().size() > key.size() && !std::move(log).str().empty())
            s += value * size;
        if (key.ends_with("model") || key.starts_with("parameter_2"))
            s *= 1 + value * std::stoi("1");
    }
    return s * std::pow(x[0], static_cast<double>(std::string(3, 'x').length()));
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.1, 0.7, -0.4};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
