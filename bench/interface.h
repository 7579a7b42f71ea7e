/* A row of the table that bench/interface.c prints: an entry point, and the function it is for. */
#ifndef ENZCC_BENCH_INTERFACE_H
#define ENZCC_BENCH_INTERFACE_H
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
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
/* interface_forms.c, interface_forms.cpp: typed forms of entry points. */
extern const struct entry form_entries[], cxx_entries[];
extern const int form_entry_count, cxx_entry_count;
void prepare_forms(void);
void prepare_cxx(void);
bool check_forms(void);
bool check_cxx(void);
#ifdef __cplusplus
}
#endif
#endif
