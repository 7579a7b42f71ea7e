/* Whether a function reads numbers through pointers that it finds in memory.
 *
 * Where such a pointer leads is not known before it is loaded, so that nothing can be said at the
 * start of a derivative about what it may have in common with an argument. */
#include "facts/elsewhere.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/code.h"

LIMIT(ROOTS_MAX, 8);
LIMIT(POINTER_LEVELS, 4);

struct search {
    EzbCtx *cx;
    LLVMValueRef fn;
    const uint8_t *constant;
    struct arena *arena;
    struct map seen;
    VEC(LLVMValueRef) functions;
};

/* The number of a parameter of the function that is asked about, or -1. */
static int parameter_of(const struct search *s, LLVMValueRef v)
{
    for (unsigned k = 0, n = LLVMCountParams(s->fn); k < n; k++)
        if (LLVMGetParam(s->fn, k) == v)
            return (int)k;
    return -1;
}

static bool comes_from_constants(struct search *s, LLVMValueRef pointer, int levels)
{
    LLVMValueRef root = ezb_underlying_object(pointer, ADDRESS_STEPS);
    int k = parameter_of(s, root);
    if (k >= 0)
        return s->constant[k] != 0;
    return levels > 0 && LLVMIsALoadInst(root) &&
           comes_from_constants(s, LLVMGetOperand(root, 0), levels - 1);
}

static bool is_elsewhere(struct search *s, LLVMValueRef pointer)
{
    LLVMValueRef roots[ROOTS_MAX];
    size_t n = ezb_underlying_objects(s->cx, pointer, roots, ROOTS_MAX);
    if (n > ROOTS_MAX)
        return true;
    for (size_t i = 0; i < n; i++) {
        bool known = LLVMIsAArgument(roots[i]) || LLVMIsAAllocaInst(roots[i]) ||
                     LLVMIsAConstant(roots[i]) ||
                     (LLVMIsACallInst(roots[i]) && ezb_is_alloc(s->cx, roots[i]));
        if (!known && !(LLVMIsALoadInst(roots[i]) &&
                        comes_from_constants(s, LLVMGetOperand(roots[i], 0), POINTER_LEVELS)))
            return true;
    }
    return false;
}

static void enter(struct search *s, LLVMValueRef fn)
{
    if (!LLVMIsAFunction(fn) || LLVMIsDeclaration(fn) || map_get(&s->seen, fn))
        return;
    map_put(&s->seen, fn, fn);
    VEC_PUSH(s->arena, &s->functions, fn);
}

static bool reads_elsewhere(struct search *s, LLVMValueRef inst)
{
    if (LLVMIsALoadInst(inst))
        return !code_is_pointer(inst) && is_elsewhere(s, LLVMGetOperand(inst, 0));
    if (!LLVMIsACallInst(inst) && !LLVMIsAInvokeInst(inst))
        return false;
    enter(s, LLVMGetCalledValue(inst));
    for (unsigned k = 0, n = LLVMGetNumArgOperands(inst); k < n; k++)
        if (code_is_pointer(LLVMGetOperand(inst, k)) && ezb_inst_reads(inst) &&
            is_elsewhere(s, LLVMGetOperand(inst, k)))
            return true;
    return false;
}

bool elsewhere_is_read(EzbCtx *cx, struct arena *a, LLVMValueRef fn, const uint8_t *constant)
{
    struct search s = {.cx = cx, .fn = fn, .constant = constant, .arena = a};
    map_init(&s.seen, a);
    enter(&s, fn);
    for (unsigned next = 0; next < s.functions.count; next++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s.functions.items[next]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (reads_elsewhere(&s, i))
                    return true;
    return false;
}
