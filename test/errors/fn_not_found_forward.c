/* The same in forward mode: the table is not constant. */
extern double __enzyme_fwddiff(void *, ...);

static double twice(double x) { return 2 * x; }

double (*volatile table[2])(double) = {twice, 0};

int main(int argc, char **argv)
{
  (void)argv;
  return (int)__enzyme_fwddiff((void *)table[argc & 1], 3.0, 1.0); /* enzcc-error: fn-not-found */
}
