/* The table of passes is consistent, and the check that says so finds what is not. */
#include <stdio.h>
#include <string.h>
#include "prepare/passes.h"
#include "prepare/verify/verify.h"

enum { MAX_ROWS = 256 };

static unsigned long checks, failures;

static void expect(bool ok, const char *what, const char *of)
{
    checks++;
    failures += !ok;
    if (!ok)
        fprintf(stderr, "%s: %s\n", of, what);
}

static bool runs_one_thing(const struct prepare_pass *r)
{
    return !!r->pipeline + !!r->module_pipeline + !!r->on_module + !!r->on_set + !!r->on_function <=
           1;
}

static void test_rows(void)
{
    for (unsigned i = 0; i < prepare_pass_count; i++) {
        const struct prepare_pass *r = &prepare_passes[i];
        expect(*r->text && r->text[strlen(r->text) - 1] == '.', "is not said in a sentence",
               r->name);
        expect(runs_one_thing(r), "runs several things", r->name);
        expect(!(r->gives & r->ends), "gives what it ends", r->name);
        for (unsigned k = 0; k < i; k++)
            expect(strcmp(r->name, prepare_passes[k].name), "is the name of two rows", r->name);
    }
}

/* Somebody gives it, somebody needs it, something verifies it. */
static void test_guarantee(unsigned g)
{
    const char *name = prepare_guarantee_name((enum prepare_guarantee)g);
    prepare_guarantees given = 0, needed = 0;
    for (unsigned i = 0; i < prepare_pass_count; i++)
        given |= prepare_passes[i].gives, needed |= prepare_passes[i].needs;
    expect(given >> g & 1, "no row gives it", name);
    expect(needed >> g & 1, "no row needs it", name);
    expect(verify_of((enum prepare_guarantee)g) != NULL, "nothing verifies it", name);
    expect(*prepare_guarantee_text((enum prepare_guarantee)g), "is not said", name);
}

/* The table with row `from` moved to `to`. */
static void move_row(struct prepare_pass *table, unsigned from, unsigned to)
{
    struct prepare_pass row = prepare_passes[from];
    unsigned n = 0;
    for (unsigned i = 0; i < prepare_pass_count; i++)
        if (i != from)
            table[n++] = prepare_passes[i];
    memmove(table + to + 1, table + to, (n - to) * sizeof *table);
    table[to] = row;
}

/* A row that needs something cannot come first. */
static void test_moved(void)
{
    struct prepare_pass table[MAX_ROWS];
    for (unsigned i = 1; i < prepare_pass_count; i++) {
        if (!prepare_passes[i].needs)
            continue;
        move_row(table, i, 0);
        table[0].stage = table[1].stage;
        expect(prepare_table_fault(table, prepare_pass_count) == &table[0], "may come first",
               prepare_passes[i].name);
    }
}

/* A row of an earlier stage cannot come last. */
static void test_stages(void)
{
    struct prepare_pass table[MAX_ROWS];
    unsigned first = 0;
    while (prepare_passes[first].gives) /* what it gives would be missed before */
        first++;
    move_row(table, first, prepare_pass_count - 1);
    expect(prepare_table_fault(table, prepare_pass_count) == &table[prepare_pass_count - 1],
           "may come last", prepare_passes[first].name);
}

/* What the row above ends does not hold any more. */
static void test_ended(void)
{
    struct prepare_pass table[MAX_ROWS];
    for (unsigned i = 1; i < prepare_pass_count; i++) {
        memcpy(table, prepare_passes, prepare_pass_count * sizeof *table);
        if (!table[i].needs)
            continue;
        table[i - 1].gives &= ~table[i].needs;
        table[i - 1].ends |= table[i].needs;
        expect(prepare_table_fault(table, prepare_pass_count) == &table[i],
               "its needs may be ended above it", table[i].name);
    }
}

int main(void)
{
    const struct prepare_pass *fault = prepare_table_fault(prepare_passes, prepare_pass_count);
    expect(prepare_pass_count <= MAX_ROWS, "too many rows for this test", "table");
    expect(!fault, "needs what does not hold there, or is in the wrong stage",
           fault ? fault->name : "table");
    test_rows();
    for (unsigned g = 0; g < GUARANTEE_COUNT; g++)
        test_guarantee(g);
    test_moved();
    test_stages();
    test_ended();
    printf("%lu checks, %lu failures\n", checks, failures);
    return failures != 0;
}
