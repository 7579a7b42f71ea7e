/* Allocation functions that differentiation sees in a simpler form, so that their derivatives
 * follow from those of malloc, copies, stores and free.
 *
 * realloc(p, n) is malloc, a copy of the smaller of both sizes, and free; reallocarray the same
 * with a product that does not wrap; posix_memalign(&p, a, n) is a store of memalign(a, n), where
 * aligned_alloc would want n to be a multiple of a.
 * What they do when there is no memory is as in the C library: realloc leaves the block alone,
 * posix_memalign returns ENOMEM and stores nothing. */
#include "base/target.h"
#include "prepare/calls/calls.h"
#include <string.h>

enum { ERROR_NO_MEMORY = 12, ERROR_INVALID = 22 };

struct site {
    struct prepare *p;
    LLVMContextRef context;
    LLVMBuilderRef b;
    LLVMValueRef call;
    LLVMTypeRef ptr, word;
};

static LLVMValueRef call(struct site *s, const char *name, LLVMTypeRef ret, LLVMTypeRef *params,
                         LLVMValueRef *args, unsigned n)
{
    LLVMValueRef fn = LLVMGetNamedFunction(s->p->module, name);
    LLVMTypeRef type = LLVMFunctionType(ret, params, n, 0);
    if (!fn)
        fn = LLVMAddFunction(s->p->module, name, type);
    return LLVMBuildCall2(s->b, type, fn, args, n, "");
}

static LLVMValueRef allocate(struct site *s, LLVMValueRef size)
{
    return call(s, "malloc", s->ptr, &s->word, &size, 1);
}

static void release(struct site *s, LLVMValueRef block)
{
    call(s, "free", LLVMVoidTypeInContext(s->context), &s->ptr, &block, 1);
}

static LLVMValueRef is_null(struct site *s, LLVMValueRef v)
{
    return LLVMBuildICmp(s->b, LLVMIntEQ, v, LLVMConstNull(LLVMTypeOf(v)), "");
}

/* memcpy(fresh, old, min(usable size, size)); nothing if either is NULL. */
static void copy_block(struct site *s, LLVMValueRef old, LLVMValueRef fresh, LLVMValueRef size)
{
    LLVMValueRef have = call(s, "malloc_usable_size", s->word, &s->ptr, &old, 1);
    note_at(have, PREPARE_SIZE);
    LLVMValueRef bytes =
        LLVMBuildSelect(s->b, LLVMBuildICmp(s->b, LLVMIntULT, have, size, ""), have, size, "");
    bytes = LLVMBuildSelect(s->b, is_null(s, fresh), LLVMConstNull(s->word), bytes, "");
    LLVMBuildMemCpy(s->b, fresh, 1, old, 1, bytes);
}

/* The result of realloc(old, size). realloc(old, 0) frees and gives NULL. */
static LLVMValueRef reallocate(struct site *s, LLVMValueRef old, LLVMValueRef size)
{
    LLVMValueRef fresh = allocate(s, size), null = LLVMConstNull(s->ptr);
    if (LLVMIsNull(old))
        return fresh;
    LLVMValueRef empty = is_null(s, size),
                 moved = LLVMBuildOr(s->b, empty, LLVMBuildNot(s->b, is_null(s, fresh), ""), "");
    copy_block(s, old, fresh, size);
    release(s, LLVMBuildSelect(s->b, moved, old, null, ""));
    if (LLVMIsConstant(size) && !LLVMIsNull(size))
        return fresh;
    LLVMValueRef gone = LLVMBuildAnd(s->b, empty, LLVMBuildNot(s->b, is_null(s, old), ""), "");
    release(s, LLVMBuildSelect(s->b, gone, fresh, null, ""));
    return LLVMBuildSelect(s->b, gone, null, fresh, "");
}

static LLVMValueRef lower_realloc(struct site *s)
{
    return reallocate(s, LLVMGetOperand(s->call, 0), LLVMGetOperand(s->call, 1));
}

/* A product that wraps asks for more than there is. */
static LLVMValueRef lower_reallocarray(struct site *s)
{
    static const char name[] = "llvm.umul.with.overflow";
    unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(s->p->module, id, &s->word, 1);
    LLVMValueRef args[2] = {LLVMGetOperand(s->call, 1), LLVMGetOperand(s->call, 2)};
    LLVMValueRef both = LLVMBuildCall2(s->b, LLVMGlobalGetValueType(fn), fn, args, 2, "");
    LLVMValueRef bytes = LLVMBuildSelect(s->b, LLVMBuildExtractValue(s->b, both, 1, ""),
                                         LLVMConstInt(s->word, INT64_MAX, 0),
                                         LLVMBuildExtractValue(s->b, both, 0, ""), "");
    return reallocate(s, LLVMGetOperand(s->call, 0), bytes);
}

/* A power of two and a multiple of the size of a pointer. */
static LLVMValueRef is_alignment(struct site *s, LLVMValueRef a)
{
    LLVMValueRef less = LLVMBuildSub(s->b, a, LLVMConstInt(s->word, 1, 0), "");
    LLVMValueRef one_bit = is_null(s, LLVMBuildAnd(s->b, a, less, ""));
    LLVMValueRef large = LLVMBuildICmp(
        s->b, LLVMIntUGE, a, target_bytes(s->p->module, target_pointer_bytes(s->p->module)), "");
    return LLVMBuildAnd(s->b, one_bit, large, "");
}

/* if (valid(a)) { block = memalign(a, n); if (block) *where = block; } */
static LLVMValueRef lower_posix_memalign(struct site *s)
{
    LLVMValueRef where = LLVMGetOperand(s->call, 0),
                 args[2] = {LLVMGetOperand(s->call, 1), LLVMGetOperand(s->call, 2)};
    LLVMTypeRef result = LLVMTypeOf(s->call), params[2] = {s->word, s->word};
    LLVMValueRef valid = is_alignment(s, args[0]);
    LLVMBasicBlockRef head = LLVMGetInstructionParent(s->call),
                      rest = ezb_split_block_before(s->call, "");
    LLVMBasicBlockRef attempt = LLVMInsertBasicBlockInContext(s->context, rest, "");
    LLVMBasicBlockRef success = LLVMInsertBasicBlockInContext(s->context, rest, "");
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(head);
    LLVMPositionBuilderBefore(s->b, jump);
    LLVMBuildCondBr(s->b, valid, attempt, rest);
    LLVMInstructionEraseFromParent(jump);
    LLVMPositionBuilderAtEnd(s->b, attempt);
    LLVMValueRef block = call(s, "memalign", s->ptr, params, args, 2);
    LLVMBuildCondBr(s->b, is_null(s, block), rest, success);
    LLVMPositionBuilderAtEnd(s->b, success);
    LLVMBuildStore(s->b, block, where);
    LLVMBuildBr(s->b, rest);
    LLVMPositionBuilderBefore(s->b, LLVMGetFirstInstruction(rest));
    LLVMValueRef status = LLVMBuildPhi(s->b, result, "");
    LLVMValueRef values[3] = {LLVMConstInt(result, ERROR_INVALID, 0),
                              LLVMConstInt(result, ERROR_NO_MEMORY, 0), LLVMConstNull(result)};
    LLVMBasicBlockRef from[3] = {head, attempt, success};
    LLVMAddIncoming(status, values, from, 3);
    return status;
}

struct lowering {
    const char *name;
    unsigned operands;
    LLVMValueRef (*lower)(struct site *s); /* what the call's result becomes */
};
static const struct lowering lowerings[] = {
    {"posix_memalign", 3, lower_posix_memalign},
    {"realloc", 2, lower_realloc},
    {"reallocarray", 3, lower_reallocarray},
};

static const struct lowering *find_lowering(LLVMValueRef inst)
{
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        return NULL;
    const char *name = LLVMGetValueName(callee);
    for (size_t i = 0; i < sizeof lowerings / sizeof *lowerings; i++)
        if (!strcmp(name, lowerings[i].name) &&
            LLVMGetNumArgOperands(inst) == lowerings[i].operands)
            return &lowerings[i];
    return NULL;
}

bool prepare_is_reallocation(LLVMValueRef call)
{
    return find_lowering(call) != NULL;
}

static void lower(struct prepare *p, LLVMValueRef inst, const struct lowering *l)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    struct site s = {p,
                     c,
                     LLVMCreateBuilderInContext(c),
                     inst,
                     target_pointer(p->module),
                     target_size(p->module)};
    LLVMPositionBuilderBefore(s.b, inst);
    LLVMSetCurrentDebugLocation2(s.b, LLVMInstructionGetDebugLoc(inst));
    LLVMReplaceAllUsesWith(inst, l->lower(&s));
    LLVMInstructionEraseFromParent(inst);
    LLVMDisposeBuilder(s.b);
}

/* Whoever frees a block does not keep its address: whoever gets it next gets another block. */
static void keeps_nothing(struct prepare *p, LLVMValueRef inst)
{
    if (!LLVMIsACallInst(inst) && !LLVMIsAInvokeInst(inst))
        return;
    struct call_info c = rule_classify(p->cx, inst);
    if (c.cls == CALL_FREE && c.callee && LLVMIsDeclaration(c.callee))
        ezb_set_param_nocapture(c.callee, (unsigned)c.freed);
}

/* A lowering may split the block: the blocks behind it are visited next. */
unsigned prepare_allocators(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            const struct lowering *l = find_lowering(i);
            next = LLVMGetNextInstruction(i);
            keeps_nothing(p, i);
            if (!l)
                continue;
            lower(p, i, l);
            changes++;
            if (next && LLVMGetInstructionParent(next) != b)
                break;
        }
    return changes;
}

/* How many bytes the program asked for; NULL: that is not seen. */
static LLVMValueRef size_asked_for(LLVMValueRef block)
{
    LLVMValueRef fn = LLVMIsACallInst(block) ? LLVMGetCalledValue(block) : NULL;
    bool direct = fn && LLVMIsAFunction(fn) && LLVMIsDeclaration(fn);
    return direct && !strcmp(LLVMGetValueName(fn), "malloc") ? LLVMGetOperand(block, 0) : NULL;
}

/* Blocks are larger than the program asked for. Nobody clears the rest, nor that of the shadow. */
unsigned prepare_block_sizes(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    (void)p;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            LLVMValueRef size = LLVMIsACallInst(i) && note_is_at(i, PREPARE_SIZE)
                                    ? size_asked_for(LLVMGetOperand(i, 0))
                                    : NULL;
            next = LLVMGetNextInstruction(i);
            if (!size || LLVMTypeOf(size) != LLVMTypeOf(i))
                continue;
            LLVMReplaceAllUsesWith(i, size);
            LLVMInstructionEraseFromParent(i);
            changes++;
        }
    return changes;
}
