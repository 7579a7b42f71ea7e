/* Numbers go into strings, whose memory the library owns, out of memory of which nothing else is
 * known: all bytes at once, one by one, and by reference. Characters beside numbers do, too, which
 * is no error.
 * enzcc-text: a string, whose memory the library owns */
#include <cstring>
#include <string>

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

static double last_number(const std::string &s)
{
    double y;
    std::memcpy(&y, s.data() + s.size() - sizeof y, sizeof y);
    return y;
}

static double constructed(const double *x)
{
    const char *bytes = reinterpret_cast<const char *>(x);
    return last_number(std::string(bytes, sizeof *x)); /* enzcc-error: unknown-shadow */
}

static double pushed(const double *x)
{
    std::string s;
    for (unsigned i = 0; i < sizeof *x; i++)
        s.push_back(reinterpret_cast<const char *>(x)[i]); /* enzcc-error: unknown-shadow */
    return last_number(s);
}

static double assigned(const double *x)
{
    std::string s(sizeof *x, '\0');
    for (unsigned i = 0; i < sizeof *x; i++)
        s[i] = reinterpret_cast<const char *>(x)[i]; /* enzcc-error: unknown-shadow */
    return last_number(s);
}

static double by_bytes(const double *x)
{
    const char *bytes = reinterpret_cast<const char *>(x);
    std::string s(bytes, sizeof *x); /* enzcc-error: unknown-shadow */
    double y;
    for (unsigned i = 0; i < sizeof y; i++)
        reinterpret_cast<char *>(&y)[i] = s[i];
    return y;
}

struct item {
    char name[16];
    double value;
};

static double named(const item *p)
{
    std::string s(p->name);
    for (char c : p->name)
        s.push_back(c);
    return p->value * p->value * static_cast<double>(s.size());
}

int main()
{
    double x[1] = {3}, dx[1] = {0};
    item p = {"p", 3}, dp = {"", 0};
    __enzyme_autodiff((void *)by_bytes, enzyme_dup, x, dx);
    __enzyme_autodiff((void *)constructed, enzyme_dup, x, dx);
    __enzyme_autodiff((void *)pushed, enzyme_dup, x, dx);
    __enzyme_autodiff((void *)assigned, enzyme_dup, x, dx);
    __enzyme_autodiff((void *)named, enzyme_dup, &p, &dp);
}
