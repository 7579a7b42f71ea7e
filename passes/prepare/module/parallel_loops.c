/* Loops of OpenMP whose iterations a thread may run in any order, but one after the other.
 *
 * Of a loop with a schedule that may be non-monotonic (`dynamic`, `guided`, `auto`) clang says in
 * metadata what it says of a loop with `simd`, that no iteration depends on memory that another one
 * writes. It does where the memory is the thread's own, a `threadprivate` sum, say (OpenMP 5.2,
 * 11.5: only `order(concurrent)` excludes that), and the vectorizer, which believes it, loses what
 * all lanes but one add. The claim stays where the program asks for vectors. */
#include "prepare/module/module.h"
#include <string.h>

static LLVMValueRef *operands_of(struct prepare *p, LLVMValueRef node, unsigned *count)
{
    *count = node && LLVMIsAMDNode(node) ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0;
    LLVMValueRef *operands = ARENA_ARRAY(p->arena, LLVMValueRef, *count + 1);
    if (*count)
        LLVMGetMDNodeOperands(node, operands);
    return operands;
}

static bool has_name(struct prepare *p, LLVMValueRef hint, const char *name)
{
    unsigned length, n;
    LLVMValueRef *operands = operands_of(p, hint, &n);
    const char *text = n && operands[0] && LLVMIsAMDString(operands[0])
                           ? LLVMGetMDString(operands[0], &length)
                           : NULL;
    return text && length == strlen(name) && !memcmp(text, name, length);
}

/* The hint's value is true; one that has none is. */
static bool is_true(struct prepare *p, LLVMValueRef hint)
{
    unsigned n;
    LLVMValueRef *operands = operands_of(p, hint, &n);
    return n < 2 || !operands[1] || !LLVMIsAConstantInt(operands[1]) ||
           LLVMConstIntGetZExtValue(operands[1]);
}

/* {this node, hint, ...} */
static LLVMValueRef new_hints(struct prepare *p, const LLVMValueRef *hints, unsigned n)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMMetadataRef temporary = LLVMTemporaryMDNode(c, NULL, 0),
                    *operands = ARENA_ARRAY(p->arena, LLVMMetadataRef, n + 1);
    operands[0] = temporary;
    for (unsigned i = 0; i < n; i++)
        operands[i + 1] = LLVMValueAsMetadata(hints[i]);
    LLVMValueRef node = LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, operands, n + 1));
    LLVMReplaceMDNodeOperandWith(node, 0, LLVMValueAsMetadata(node));
    LLVMDisposeTemporaryMDNode(temporary);
    return node;
}

/* What to write at the end of a loop in place of these hints; the same where nothing is to be left
 * out. */
static LLVMValueRef without_claim(struct prepare *p, LLVMValueRef hints)
{
    unsigned n, count = 0;
    LLVMValueRef *all = operands_of(p, hints, &n),
                 *kept = ARENA_ARRAY(p->arena, LLVMValueRef, n + 1);
    for (unsigned i = 1; i < n; i++) { /* the first one is the node itself */
        if (has_name(p, all[i], "llvm.loop.vectorize.enable") && is_true(p, all[i]))
            return hints;
        if (!has_name(p, all[i], "llvm.loop.parallel_accesses"))
            kept[count++] = all[i];
    }
    return count + 1 < n ? new_hints(p, kept, count) : hints;
}

static unsigned drop_claims(struct prepare *p, LLVMValueRef fn, unsigned kind)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef jump = LLVMGetBasicBlockTerminator(b),
                     hints = jump ? LLVMGetMetadata(jump, kind) : NULL,
                     kept = hints ? without_claim(p, hints) : NULL;
        if (kept == hints)
            continue;
        LLVMSetMetadata(jump, kind, kept);
        changes++;
    }
    return changes;
}

unsigned prepare_parallel_loops(struct prepare *p)
{
    static const char loop[] = "llvm.loop";
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    unsigned kind = LLVMGetMDKindIDInContext(c, loop, sizeof loop - 1), changes = 0;
    for (LLVMValueRef fn = LLVMGetFirstFunction(p->module); fn; fn = LLVMGetNextFunction(fn))
        changes += drop_claims(p, fn, kind);
    return changes;
}
