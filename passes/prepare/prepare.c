/* Runs the table of passes: each stage when it is its turn, on the program, on the functions of a
 * set, or on one.
 *
 * Passes are run on one function at a time, LLVM's too, so that the user's own code stays as it is.
 * With p->verify, what a pass needs is verified in front of it, and what it gives behind it. */
#include "prepare/prepare.h"
#include "base/limits.h"
#include "ir/text.h"
#include "prepare/clones.h"
#include "prepare/passes.h"
#include "prepare/verify/verify.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void prepare_init(struct prepare *p, enum rule_mode mode, EzbCtx *cx, LLVMModuleRef m,
                  struct arena *a, struct diag_sink *s)
{
    memset(p, 0, sizeof *p);
    p->mode = mode, p->cx = cx, p->module = m, p->arena = a, p->diags = s;
    map_init(&p->clones, a);
    map_init(&p->returning, a);
    map_init(&p->guarded, a);
    map_init(&p->throws, a);
    map_init(&p->type_numbers, a);
    map_init(&p->originals, a);
    map_init(&p->places, a);
    map_init(&p->finished, a);
    map_init(&p->trips, a);
    map_init(&p->extents, a);
    map_init(&p->bounded, a);
    map_init(&p->targets, a);
    map_init(&p->no_targets, a);
}

/* Reports the failure of a pipeline; false. */
static bool failed(struct prepare *p, LLVMValueRef fn, char *err)
{
    diag(p->diags, DIAG_INTERNAL, fn, fn ? diag_name(p->diags, fn) : "the program",
         err ? err : "pipeline failed");
    free(err);
    return false;
}

bool prepare_run(struct prepare *p, LLVMValueRef fn, const char *pipeline)
{
    char *err = NULL;
    return !ezb_run_function_passes(p->cx, fn, pipeline, &err) || failed(p, fn, err);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_for_functions(const struct prepare_pass *row)
{
    return row->pipeline || row->on_function;
}

static void dump(struct prepare *p, const struct prepare_pass *row, LLVMValueRef fn,
                 unsigned changes)
{
    const char *name = fn ? text_function_name(p->arena, fn) : "the program";
    if (p->dump && (row->pipeline || row->module_pipeline))
        fprintf(stderr, "prepare %s: %s\n", name, row->name);
    else if (p->dump && changes)
        fprintf(stderr, "prepare %s: %s: %u\n", name, row->name, changes);
}

/* In front of a row. */
static void verify_needs(struct prepare *p, const struct prepare_pass *row, LLVMValueRef fn)
{
    if (p->verify)
        verify_guarantees(p, row, "before", row->needs, fn);
}

/* Behind it. */
static void verify_gives(struct prepare *p, const struct prepare_pass *row, LLVMValueRef fn)
{
    if (p->verify)
        verify_guarantees(p, row, "after", row->gives, fn);
}

static unsigned run_on_function(struct prepare *p, const struct prepare_pass *row, LLVMValueRef fn)
{
    unsigned changes = 0;
    if (row->pipeline)
        prepare_run(p, fn, row->pipeline);
    else
        changes = row->on_function(p, fn);
    if (changes)
        ezb_invalidate(p->cx, fn);
    dump(p, row, fn, changes);
    return changes;
}

/* Rows from `row` to `end` that are of one stage, on one function. */
static void run_rows(struct prepare *p, const struct prepare_pass *row,
                     const struct prepare_pass *end, LLVMValueRef fn, bool changed)
{
    for (; row < end; row++) {
        bool due = (!row->if_changed || changed) && (!row->test || row->test(p, fn));
        verify_needs(p, row, fn);
        if (due) {
            unsigned changes = run_on_function(p, row, fn);
            changed = !row->pipeline && (changed || changes);
        }
        verify_gives(p, row, fn);
    }
}

static void run_on_program(struct prepare *p, const struct prepare_pass *row)
{
    char *err = NULL;
    unsigned changes = 0;
    if (row->on_module)
        changes = row->on_module(p);
    else if (ezb_run_module_passes(p->cx, p->module, row->module_pipeline, &err))
        failed(p, NULL, err);
    dump(p, row, NULL, changes);
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            verify_gives(p, row, f);
}

/* A row that is not for single functions: it may change which functions the set has. */
static void run_on_set(struct prepare *p, const struct prepare_pass *row,
                       struct prepare_targets *set)
{
    for (unsigned i = 0; i < set->count; i++)
        verify_needs(p, row, set->items[i]);
    unsigned changes = row->on_set ? row->on_set(p, set) : 0;
    dump(p, row, NULL, changes);
    for (unsigned i = 0; i < set->count; i++)
        verify_gives(p, row, set->items[i]);
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* The first row from `row` on that is not for functions of this stage, or the end of the table. */
static const struct prepare_pass *end_of_group(const struct prepare_pass *row,
                                               enum prepare_stage stage)
{
    const struct prepare_pass *end = prepare_passes + prepare_pass_count;
    while (row < end && row->stage == stage && is_for_functions(row))
        row++;
    return row;
}

static void run_stage(struct prepare *p, enum prepare_stage stage, struct prepare_targets *set)
{
    const struct prepare_pass *row = prepare_passes, *end = row + prepare_pass_count, *next;
    for (; row < end; row = next) {
        next = row + 1;
        if (row->stage != stage)
            continue;
        if (row->on_module || row->module_pipeline) {
            run_on_program(p, row);
            continue;
        }
        if (!is_for_functions(row)) {
            run_on_set(p, row, set);
            continue;
        }
        next = end_of_group(row, stage);
        for (unsigned i = 0; i < set->count; i++)
            run_rows(p, row, next, set->items[i], false);
    }
}

void prepare_run_on(struct prepare *p, enum prepare_stage stage, LLVMValueRef fn, bool changed)
{
    const struct prepare_pass *row = prepare_passes;
    while (row->stage != stage)
        row++;
    run_rows(p, row, end_of_group(row, stage), fn, changed);
}

void prepare_link(struct prepare *p)
{
    struct prepare_targets none = {0};
    run_stage(p, STAGE_LINK, &none);
}

void prepare_program(struct prepare *p)
{
    struct prepare_targets none = {0};
    run_stage(p, STAGE_PROGRAM, &none);
}

LLVMValueRef prepare_function(struct prepare *p, LLVMValueRef fn)
{
    struct prepare_targets wanted = {&fn, 1};
    if (!map_get(&p->clones, fn))
        run_stage(p, STAGE_CLONE, &wanted);
    LLVMValueRef prepared = map_get(&p->clones, fn);
    struct prepare_targets needed = {&prepared, 1};
    run_stage(p, STAGE_FINISH, &needed);
    return prepared;
}

/* Rounds after which a pass that repeats stops. */
LIMIT(MAX_ROUNDS, 8);

static unsigned run_on_all(struct prepare *p, const struct prepare_pass *row,
                           struct prepare_targets fns)
{
    unsigned changes = 0;
    for (unsigned i = 0; i < fns.count; i++)
        verify_needs(p, row, fns.items[i]);
    for (unsigned i = 0; i < fns.count && is_for_functions(row); i++)
        changes += run_on_function(p, row, fns.items[i]);
    if (changes)
        p->facts->renew(p->facts->types);
    for (unsigned i = 0; i < fns.count; i++)
        verify_gives(p, row, fns.items[i]);
    return changes;
}

/* The end of the rows from this one on that are repeated together. */
static const struct prepare_pass *end_of_rounds(const struct prepare_pass *row)
{
    const struct prepare_pass *end = row + 1;
    while (row->repeats && end < prepare_passes + prepare_pass_count && end->repeats)
        end++;
    return end;
}

/* The rows from `row` to `end`, once or, if they are repeated, until nothing changes. */
static void run_rounds(struct prepare *p, const struct prepare_pass *row,
                       const struct prepare_pass *end, struct prepare_targets fns)
{
    unsigned rounds = row->repeats ? MAX_ROUNDS : 1, changes = 1;
    for (unsigned i = 0; i < rounds && changes; i++) {
        changes = 0;
        for (const struct prepare_pass *r = row; r < end; r++)
            changes += run_on_all(p, r, fns);
    }
}

void prepare_typed(struct prepare *p, struct prepare_targets fns, const struct prepare_facts *facts)
{
    p->facts = facts;
    const struct prepare_pass *end = prepare_passes + prepare_pass_count, *next;
    for (const struct prepare_pass *row = prepare_passes; row < end; row = next) {
        next = end_of_rounds(row);
        if (row->stage == STAGE_TYPED)
            run_rounds(p, row, next, fns);
    }
    p->facts = NULL;
}
