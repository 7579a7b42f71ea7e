/* A number goes through the bytes of a std::string one by one. */
#include <string.h>

extern double __enzyme_autodiff(void *, ...);

struct string {
    _Alignas(8) char bytes[32];
};
/* push_back, operator[] */
void _ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9push_backEc(struct string *, char);
char *_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEixEm(struct string *, size_t);

static double through_text(double x)
{
    double y = x * x, z;
    char bytes[sizeof y];
    struct string message = {{0}};
    memcpy(bytes, &y, sizeof y);
    for (size_t i = 0; i < sizeof y; i++)
        /* enzcc-error: unknown-shadow */
        _ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9push_backEc(&message, bytes[i]);
    for (size_t i = 0; i < sizeof y; i++)
        bytes[i] = *_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEixEm(&message, i);
    memcpy(&z, bytes, sizeof z);
    return 3 * z;
}

int main(void)
{
    return __enzyme_autodiff((void *)through_text, 2.0) == 12;
}
