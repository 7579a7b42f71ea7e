/* The table of passes (passes.def) as data, and what interprets it. */
#ifndef ENZCC_PREPARE_PASSES_H
#define ENZCC_PREPARE_PASSES_H
#include "prepare/prepare.h"

/* When passes run. */
enum prepare_stage {
    STAGE_LINK,    /* once, before derivative calls are read */
    STAGE_PROGRAM, /* once, before the first function is prepared */
    STAGE_CLONE,   /* on what a function to be differentiated reaches */
    STAGE_HOIST,   /* within CLONE, on a function before calls in it are inlined */
    STAGE_INLINED, /* within CLONE, on a function after calls in it were inlined */
    STAGE_FINISH,  /* on what is still reached after inlining */
    STAGE_TYPED,   /* on prepared functions whose types are known */
};

/* Numbers of guarantees; each is a bit in a set. */
enum prepare_guarantee {
#define GUARANTEE(id, verifier, text) GUARANTEE_##id,
#include "prepare/guarantees.def"
#undef GUARANTEE
    GUARANTEE_COUNT
};
typedef uint32_t prepare_guarantees;

typedef unsigned prepare_module_pass(struct prepare *p);
typedef unsigned prepare_set_pass(struct prepare *p, struct prepare_targets *set);
typedef unsigned prepare_function_pass(struct prepare *p, LLVMValueRef fn);
typedef bool prepare_test(struct prepare *p, LLVMValueRef fn);

/* A row. One of `pipeline` (of LLVM, on a function), `module_pipeline`, `on_module`, `on_set`,
 * `on_function` says what runs; none where the row only says what is needed. */
struct prepare_pass {
    enum prepare_stage stage;
    const char *name;
    bool if_changed;    /* only if passes since the last pipeline have changed the function */
    prepare_test *test; /* only if this says so, unless NULL */
    bool repeats;       /* in the stage TYPED: until nothing changes */
    const char *pipeline, *module_pipeline;
    prepare_module_pass *on_module;
    prepare_set_pass *on_set;
    prepare_function_pass *on_function;
    prepare_guarantees needs, gives, ends;
    const char *text;
};
extern const struct prepare_pass prepare_passes[];
extern const unsigned prepare_pass_count;

/* Name and text of a guarantee. */
const char *prepare_guarantee_name(enum prepare_guarantee g);
const char *prepare_guarantee_text(enum prepare_guarantee g);
/* What holds behind the first `count` rows of a table. */
prepare_guarantees prepare_guaranteed(const struct prepare_pass *table, unsigned count);
/* The first row of a table that needs what does not hold at its place, or whose stage comes before
 * that of the row above; NULL if there is none. */
const struct prepare_pass *prepare_table_fault(const struct prepare_pass *table, unsigned count);

/* Runs the passes of a stage on one function; `changed`: it has been changed before. For a pass
 * that has stages within it. */
void prepare_run_on(struct prepare *p, enum prepare_stage stage, LLVMValueRef fn, bool changed);
#endif
