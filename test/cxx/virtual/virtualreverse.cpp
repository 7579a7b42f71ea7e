// Shadow objects whose vtable pointer is set by hand to __enzyme_virtualreverse of the object's:
// known at the link or at run time.
#include "oracle.h"
#include <cstring>

extern "C" void *__enzyme_virtualreverse(const void *);

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
struct Named {
    virtual const char *name() const
    {
        return "wave";
    }
    int id = 3;
};
struct Wave : Model, Named {
    double k;
    explicit Wave(double k) : k(k)
    {
    }
    double at(double t) const override
    {
        return k * t * (1 - t * t / 6) * id;
    }
};

double run(const Model *m, double t)
{
    return m->at(t) * m->at(2);
}

const void *table_of(const void *object)
{
    const void *table;
    std::memcpy(&table, object, sizeof table);
    return table;
}

// A shadow as a program for other tools makes it: zero bytes, then the vtable pointers.
template <class T> struct Shadow {
    alignas(T) unsigned char bytes[sizeof(T)] = {};
    Shadow(const T &of)
    {
        void *table = __enzyme_virtualreverse(table_of(&of));
        std::memcpy(bytes, &table, sizeof table);
    }
    T *get()
    {
        return reinterpret_cast<T *>(bytes);
    }
};
} // namespace

int main()
{
    Line line(0.5, 1.5);
    Shadow<Line> dline(line);
    double dt = __enzyme_autodiff((void *)run, enzyme_dup, static_cast<const Model *>(&line),
                                  dline.get(), 3.0);
    CHECK(dt, line.b * line.at(2));
    CHECK(dline.get()->a, line.at(2) + line.at(3));
    CHECK(dline.get()->b, 3 * line.at(2) + 2 * line.at(3));

    Wave wave(0.25);
    Shadow<Wave> dwave(wave);
    (void)__enzyme_autodiff((void *)run, enzyme_dup, static_cast<const Model *>(&wave), dwave.get(),
                            3.0);
    CHECK(dwave.get()->k, 2 * wave.at(3) * wave.at(2) / wave.k);

    // The shadow has the layout of the vtable: type information and offsets are those of the class.
    const void *const *table = static_cast<const void *const *>(table_of(&wave));
    const void *const *shadow = static_cast<const void *const *>(table_of(dwave.get()));
    CHECK_THAT(shadow != table && shadow[-1] == table[-1] && shadow[-2] == table[-2]);
    CHECK_THAT(shadow[2] != table[2] && shadow[2] != nullptr);
    CHECK_THAT(__enzyme_virtualreverse(table + 1) == shadow + 1);
    return oracle_result();
}
