/* A number goes through the bytes of a std::string, whose memory the library owns. */
#include <string.h>

extern double __enzyme_autodiff(void *, ...);

struct string {
    _Alignas(8) char bytes[32];
};
/* resize, operator[] */
void _ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6resizeEmc(struct string *, size_t, char);
char *_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEixEm(struct string *, size_t);

static double through_text(double x)
{
    double y = x * x, z;
    struct string message = {{0}};
    _ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6resizeEmc(&message, sizeof y, 0);
    /* enzcc-error: unknown-shadow */
    memcpy(_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEixEm(&message, 0), &y, sizeof y);
    memcpy(&z, _ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEixEm(&message, 0), sizeof z);
    return 3 * z;
}

int main(void)
{
    return __enzyme_autodiff((void *)through_text, 2.0) == 12;
}
