/* The function operand is a number.
 * enzcc-text: failed to find fn to differentiate
 * enzcc-text: pass a function constant */
#include <stdint.h>

extern double __enzyme_autodiff(void *, ...);

int main(int argc, char **argv)
{
    (void)argv;
    /* enzcc-error: fn-not-found */
    return (int)__enzyme_autodiff((void *)(intptr_t)argc, 3.0);
}
