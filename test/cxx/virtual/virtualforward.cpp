// Shadow objects whose vtable pointer is set by hand to __enzyme_virtualforward of the object's:
// known at the link or at run time.
#include "oracle.h"
#include <cstring>

extern "C" void *__enzyme_virtualforward(const void *);

namespace
{
struct Model {
    virtual ~Model() = default;
    virtual double at(double t) const = 0;
};
struct Line : Model {
    double a, b;
    Line(double a, double b) : a(a), b(b)
    {
    }
    double at(double t) const override
    {
        return a + b * t;
    }
};
struct Wave : Model {
    double k;
    explicit Wave(double k) : k(k)
    {
    }
    double at(double t) const override
    {
        return k * t * (1 - t * t / 6);
    }
};

double run(const Model *m, double t)
{
    return m->at(t) * m->at(2);
}

const void *const *table_of(const void *object)
{
    const void *table;
    std::memcpy(&table, object, sizeof table);
    return static_cast<const void *const *>(table);
}
template <class T> void set_table(T &shadow, const T &of)
{
    void *table = __enzyme_virtualforward(table_of(&of));
    std::memcpy(static_cast<void *>(&shadow), &table, sizeof table);
}
} // namespace

int main()
{
    Line line(0.5, 1.5), dline(1, 2);
    set_table(dline, line);
    double tangent = __enzyme_fwddiff((void *)run, enzyme_dup, static_cast<const Model *>(&line),
                                      static_cast<const Model *>(&dline), 3.0, 0.25);
    CHECK(tangent, (1 + 2 * 3 + 1.5 * 0.25) * line.at(2) + line.at(3) * (1 + 2 * 2));

    Wave wave(0.25), dwave(0);
    set_table(dwave, wave);
    tangent = __enzyme_fwddiff((void *)run, enzyme_dup, static_cast<const Model *>(&wave),
                               static_cast<const Model *>(&dwave), 3.0, 1.0);
    CHECK(tangent, 0.25 * (1 - 9 / 2.0) * wave.at(2));

    // The shadow has the layout of the vtable, and is not that of reverse mode.
    const void *const *table = table_of(&wave), *const *shadow = table_of(&dwave);
    CHECK_THAT(shadow != table && shadow[-1] == table[-1] && shadow[-2] == table[-2]);
    CHECK_THAT(shadow[2] != table[2] && shadow[2] != nullptr);
    CHECK_THAT(__enzyme_virtualforward(table + 1) == shadow + 1);
    return oracle_result();
}
