/* A row of the table that bench/interface.c prints: an entry point, and the function it is for. */
#ifndef ENZCC_BENCH_INTERFACE_H
#define ENZCC_BENCH_INTERFACE_H
#include <stdbool.h>

typedef void run(void);
struct entry {
    const char *name, *of;
    run *primal, *begin, *run; /* begin: in front of each run, not measured; or NULL */
    double times;              /* what the ratio is divided by */
    const char *unit;
};

/* interface_calls.c: the entry points that differ from others in how they are called. */
extern const struct entry call_entries[];
extern const int call_entry_count;
void prepare_calls(void);
bool near(double a, double b, double tolerance);
bool is_right(const char *name, const char *what, bool right);
bool check_calls(void);
#endif
