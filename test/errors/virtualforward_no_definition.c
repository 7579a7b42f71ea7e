/* The derivative that a record needs is asked for where the record is. */
extern void *__enzyme_virtualforward(void *);
extern double measure(double);

static double twice(double x)
{
    return 2 * measure(x); /* enzcc-error: no-definition */
}

int main(void)
{
    return __enzyme_virtualforward((void *)twice) == 0;
}
