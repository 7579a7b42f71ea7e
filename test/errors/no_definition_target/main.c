/* The function to differentiate has no bitcode.
 * enzcc-text: mystery */
extern double __enzyme_autodiff(void *, ...);
extern double mystery(double);

int main(void)
{
    return (int)__enzyme_autodiff((void *)mystery, 2.0); /* enzcc-error: no-definition */
}
