/* enzcc-text: a result of __enzyme_virtualforward that is no pointer */
extern long __enzyme_virtualforward(void *);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_virtualforward((void *)square) != 0; /* enzcc-error: unsupported */
}
