/* The entry of several generated programs that are linked as one: their own entries are renamed to
 * fuzz_main_0 and so on. The exit status is the first that is not 0. */
#define PROGRAMS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)

#define DECLARE(n) __attribute__((weak)) int fuzz_main_##n(int argc, char **argv);
PROGRAMS(DECLARE)

typedef int entry(int argc, char **argv);

int main(int argc, char **argv)
{
#define NAME(n) fuzz_main_##n,
    entry *const programs[] = {PROGRAMS(NAME)};
    int status = 0;
    for (unsigned i = 0; status == 0 && i < sizeof programs / sizeof *programs; i++)
        if (programs[i])
            status = programs[i](argc, argv);
    return status;
}
