// Variants and blocks that hold numbers and strings in turn: the library stores the pointer to the
// text, which is no adjoint of a number that comes after it.
#include "oracle.h"
#include <new>
#include <string>
#include <variant>
#include <vector>

namespace
{

double variants(const double *x, int n)
{
    std::vector<std::variant<float, std::string>> all(n);
    double sum = 0;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < n; i++)
            all[i] = std::string(30 + round, 'a');
        for (int i = 0; i < n; i++)
            sum += x[1] * double(std::get<std::string>(all[i]).size());
        for (int i = 0; i < n; i++)
            all[i] = float(x[0]) * float(i + 1);
        for (int i = 0; i < n; i++)
            sum += std::get<float>(all[i]) * std::get<float>(all[(i + 1) % n]);
    }
    return sum;
}

struct Raw {
    float values[8];
};

double in_place(const double *x, int n)
{
    std::vector<void *> blocks(n);
    double sum = 0;
    for (int i = 0; i < n; i++)
        blocks[i] = operator new(sizeof(Raw) > sizeof(std::string) ? sizeof(Raw)
                                                                   : sizeof(std::string));
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < n; i++) {
            auto *s = new (blocks[i]) std::string(round ? "short" : "a text of more letters");
            s->append(20, 'b');
            sum += x[1] * double(s->size());
            s->~basic_string();
        }
        for (int i = 0; i < n; i++) {
            Raw *r = new (blocks[i]) Raw;
            for (int k = 0; k < 8; k++)
                r->values[k] = float(x[0]) * float(k + 1);
        }
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 8; k++)
                sum += static_cast<Raw *>(blocks[i])->values[k] * x[i];
    }
    for (int i = 0; i < n; i++)
        operator delete(blocks[i]);
    return sum;
}

} // namespace

int main()
{
    double x[3] = {0.5, 0.75, 0.25}, dx[3] = {0}, in[3] = {0};
    const double pairs = 1 * 2 + 2 * 3 + 3 * 1, all = 36, length = 22 + 20 + 5 + 20;

    // Floats are too coarse for differences.
    __enzyme_autodiff((void *)variants, enzyme_dup, x, dx, enzyme_const, 3);
    CHECK_FLOAT(dx[0], 3 * 2 * x[0] * pairs);
    CHECK_FLOAT(dx[1], 3 * (30 + 31 + 32));
    CHECK(dx[2], 0);
    __enzyme_autodiff((void *)in_place, enzyme_dup, x, in, enzyme_const, 3);
    CHECK_FLOAT(in[0], 2 * all * (x[0] + x[1] + x[2]) + 2 * all * x[0]);
    CHECK_FLOAT(in[1], 3 * length + 2 * all * x[0]);
    CHECK_FLOAT(in[2], 2 * all * x[0]);
    for (int i = 0; i < 3; i++) {
        double direction[3] = {double(i == 0), double(i == 1), double(i == 2)};
        CHECK_FLOAT(__enzyme_fwddiff((void *)variants, enzyme_dup, x, direction, enzyme_const, 3),
                    dx[i]);
        CHECK_FLOAT(__enzyme_fwddiff((void *)in_place, enzyme_dup, x, direction, enzyme_const, 3),
                    in[i]);
    }
    return oracle_result();
}
