// The shadow of an object is plain zeroed memory without vtable pointers: derivatives take types
// and targets from the object.
#include "oracle.h"
#include <cstdlib>
#include <typeinfo>

namespace
{
struct Part {
    virtual ~Part() = default;
    virtual double mass() const = 0;
    double density = 2;
};
struct Frame : virtual Part {
    double width = 1.5;
    double mass() const override
    {
        return density * width;
    }
};
struct Door : virtual Part {
    double height = 0.5;
    double mass() const override
    {
        return density * height * height;
    }
};
struct Wall : Frame, Door {
    double mass() const override
    {
        return Frame::mass() + 3 * Door::mass();
    }
};

double total(const Part *p)
{
    double m = p->mass();
    if (const Door *d = dynamic_cast<const Door *>(p))
        m *= d->height;
    return typeid(*p) == typeid(Wall) ? m : 2 * m;
}

template <class T> T *zeros()
{
    return static_cast<T *>(std::calloc(1, sizeof(T)));
}
// The part of the shadow that corresponds to a part of the object.
template <class P, class T> P *same_place(P *part, T *object, T *shadow)
{
    return reinterpret_cast<P *>(
        reinterpret_cast<char *>(shadow) +
        (reinterpret_cast<char *>(part) - reinterpret_cast<char *>(object)));
}
template <class T> double &member(T *object, T *shadow, double &m)
{
    return *same_place(&m, object, shadow);
}
} // namespace

int main()
{
    Wall w;
    Wall *dw = zeros<Wall>();
    Part *base = &w;
    __enzyme_autodiff_v((void *)total, enzyme_dup, base, same_place(base, &w, dw));
    CHECK(member(&w, dw, w.density), (1.5 + 3 * 0.25) * 0.5);
    CHECK(member(&w, dw, w.width), 2 * 0.5);
    CHECK(member(&w, dw, w.height), 2 * 1.5 + 3 * 2 * 3 * 0.25);

    Frame f;
    Frame *df = zeros<Frame>();
    base = &f;
    __enzyme_autodiff_v((void *)total, enzyme_dup, base, same_place(base, &f, df));
    CHECK(member(&f, df, f.width), 4);
    member(&f, df, f.density) = 0;
    CHECK(__enzyme_fwddiff((void *)total, enzyme_dup, base, same_place(base, &f, df)), 2 * 2 * 4);
    std::free(dw);
    std::free(df);
    return oracle_result();
}
