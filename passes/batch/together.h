/* Private to passes/batch: which functions can run for several lanes at once, and what of them is
 * the same for all lanes. */
#ifndef ENZCC_BATCH_TOGETHER_H
#define ENZCC_BATCH_TOGETHER_H
#include "base/map.h"
#include "base/vec.h"
#include "bridge/ezb.h"

/* How an instruction is done for several lanes. */
enum lane_form {
    LANE_NOT,  /* left out: it does nothing */
    LANE_ONCE, /* once: it is the same for all */
    LANE_WIDE, /* once, on vectors with an element for each lane */
    LANE_EACH  /* once for each lane */
};

/* A function for one lane. */
struct together {
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena *arena;
    LLVMValueRef fn;
    struct map numbers; /* parameter or instruction -> number */
    VEC(LLVMValueRef) values;
    bool *varies;                  /* per number: it may differ from lane to lane */
    bool sets_errno, reads_errno;  /* calls do */
    VEC(LLVMBasicBlockRef) blocks; /* each behind those that dominate it */
};

/* Whether the lanes of t->fn may take turns instruction by instruction, and do so on vectors.
 * varying: per parameter. Fills in the rest of *t. */
bool together_possible(struct together *t, const bool *varying);
/* Fills in what differs, but for what control flow decides. False if lanes cannot take turns,
 * whatever the control flow is. */
bool together_spread(struct together *t, const bool *varying);
enum lane_form together_form(const struct together *t, LLVMValueRef inst);
bool together_varies(const struct together *t, LLVMValueRef v);
/* Values of the type can be elements of vectors on which processors calculate. */
bool together_is_element(LLVMTypeRef type);
#endif
