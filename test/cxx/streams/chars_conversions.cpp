// Where std::to_chars and std::from_chars stop is in the memory that they were given, which may
// hold numbers behind the text.
#include "oracle.h"
#include <charconv>
#include <cstring>

namespace
{
struct record {
    char text[24];
    double value[2];
};

// The texts are shorter than where the numbers begin.
template <class T> T *behind(const char *text, const char *end, std::size_t length)
{
    return end - text == static_cast<std::ptrdiff_t>(length)
               ? reinterpret_cast<T *>(const_cast<char *>(end) + (sizeof record().text - length))
               : nullptr;
}

double printed(const double *x, int n)
{
    record r{{}, {x[0] * x[1], x[1]}};
    auto [end, error] = std::to_chars(r.text, r.text + sizeof r.text, 2.25 * n);
    auto *value = behind<const double>(r.text, end, 3);
    return error == std::errc() && value ? value[0] * value[0] * value[1] : 0;
}

double printed_in_format(const double *x, int n)
{
    record r{{}, {x[0], x[1]}};
    auto result = std::to_chars(r.text, r.text + sizeof r.text, 2.25f * static_cast<float>(n),
                                std::chars_format::fixed, 3);
    auto *value = behind<double>(r.text, result.ptr, 5);
    value[0] = value[0] * value[1];
    return r.value[0] * r.value[0];
}

double read(const double *x, int n)
{
    record r{"4.5 ", {x[0], x[1] * x[0]}};
    double factor = x[1];
    auto result = std::from_chars(r.text, r.text + sizeof r.text, factor);
    auto *value = behind<const double>(r.text, result.ptr, 3);
    return factor * value[0] * value[1];
}

// What cannot be read is left alone, and the end is where the text begins.
double not_read(const double *x, int n)
{
    record r{"none", {x[0], x[1] * x[0]}};
    double factor = x[1];
    auto result = std::from_chars(r.text, r.text + sizeof r.text, factor);
    auto *value = behind<const double>(r.text, result.ptr, 0);
    return result.ec == std::errc() ? 0 : factor * value[0] * value[1];
}
} // namespace

int main()
{
    double x[2] = {1.5, -0.75};
    ORACLE_GRADIENT(printed, x, 2);
    ORACLE_GRADIENT(printed_in_format, x, 2);
    ORACLE_GRADIENT(read, x, 2);
    ORACLE_GRADIENT(not_read, x, 2);
    return oracle_result();
}
