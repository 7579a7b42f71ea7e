/* The table of passes, and what follows from it alone. */
#include "prepare/passes.h"
#include "prepare/bytes/bytes.h"
#include "prepare/calls/calls.h"
#include "prepare/clones.h"
#include "prepare/exceptions/exceptions.h"
#include "prepare/loops/loops.h"
#include "prepare/module/module.h"
#include "prepare/vectors/vectors.h"

#define INSTCOMBINE "instcombine<no-verify-fixpoint>"

/* Sets of guarantees, as the table names them. */
enum {
    NOTHING = 0,
#define GUARANTEE(id, verifier, text) id = 1u << GUARANTEE_##id,
#include "prepare/guarantees.def"
#undef GUARANTEE
    /* REGISTERS is for the passes here: it makes derivatives short, not right. */
    FOR_FACTS = ((1u << GUARANTEE_COUNT) - 1) & ~REGISTERS,
};

/* When a row is due: if_changed, test, repeats. */
#define ALWAYS     false, NULL, false
#define IF_CHANGED true, NULL, false
#define IF(test)   false, test, false
#define REPEATED   false, NULL, true

#define MODULE_PASS(stage, name, run, needs, gives, ends, text)                                    \
    {STAGE_##stage, #name, ALWAYS, NULL, NULL, run, NULL, NULL, needs, gives, ends, text},
#define MODULE_PIPELINE(stage, name, pipeline, needs, gives, ends, text)                           \
    {STAGE_##stage, #name, ALWAYS, NULL, pipeline, NULL, NULL, NULL, needs, gives, ends, text},
#define SET_PASS(stage, name, run, needs, gives, ends, text)                                       \
    {STAGE_##stage, #name, ALWAYS, NULL, NULL, NULL, run, NULL, needs, gives, ends, text},
#define PASS(stage, name, when, run, needs, gives, ends, text)                                     \
    {STAGE_##stage, #name, when, NULL, NULL, NULL, NULL, run, needs, gives, ends, text},
#define PIPELINE(stage, name, when, pipeline, needs, gives, ends, text)                            \
    {STAGE_##stage, #name, when, pipeline, NULL, NULL, NULL, NULL, needs, gives, ends, text},
#define PROMISE(stage, name, needs, text)                                                          \
    {STAGE_##stage, #name, ALWAYS, NULL, NULL, NULL, NULL, NULL, needs, NOTHING, NOTHING, text},

const struct prepare_pass prepare_passes[] = {
#include "prepare/passes.def"
};
const unsigned prepare_pass_count = sizeof prepare_passes / sizeof *prepare_passes;

static const struct {
    const char *name, *text;
} guarantees[] = {
#define GUARANTEE(id, verifier, text) {#id, text},
#include "prepare/guarantees.def"
#undef GUARANTEE
};

const char *prepare_guarantee_name(enum prepare_guarantee g)
{
    return guarantees[g].name;
}

const char *prepare_guarantee_text(enum prepare_guarantee g)
{
    return guarantees[g].text;
}

prepare_guarantees prepare_guaranteed(const struct prepare_pass *table, unsigned count)
{
    prepare_guarantees held = NOTHING;
    for (unsigned i = 0; i < count; i++)
        held = (held & ~table[i].ends) | table[i].gives;
    return held;
}

const struct prepare_pass *prepare_table_fault(const struct prepare_pass *table, unsigned count)
{
    /* HOIST and INLINED run within CLONE. */
    static const unsigned order[] = {[STAGE_LINK] = 0,  [STAGE_PROGRAM] = 1, [STAGE_CLONE] = 2,
                                     [STAGE_HOIST] = 2, [STAGE_INLINED] = 2, [STAGE_FINISH] = 3,
                                     [STAGE_TYPED] = 4};
    for (unsigned i = 0; i < count; i++)
        if ((table[i].needs & ~prepare_guaranteed(table, i)) ||
            (i && order[table[i].stage] < order[table[i - 1].stage]))
            return &table[i];
    return NULL;
}
