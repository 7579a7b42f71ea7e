/* Loops of OpenMP whose iterations a thread may run in any order, but one after the other.
 *
 * Of a loop with a schedule that may be non-monotonic (`dynamic`, `guided`, `auto`) clang says in
 * metadata what it says of a loop with `simd`, that no iteration depends on memory that another one
 * writes. It does where the memory is the thread's own, a `threadprivate` sum, say (OpenMP 5.2,
 * 11.5: only `order(concurrent)` excludes that), and the vectorizer, which believes it, loses what
 * all lanes but one add. The claim stays where the program asks for vectors. */
#include "prepare/module/module.h"
#include <string.h>

enum { HINTS_MAX = 32 };

static bool has_name(LLVMValueRef hint, const char *name)
{
    LLVMValueRef operands[HINTS_MAX];
    unsigned length, n = hint && LLVMIsAMDNode(hint) ? LLVMGetMDNodeNumOperands(hint) : 0;
    if (!n || n > HINTS_MAX)
        return false;
    LLVMGetMDNodeOperands(hint, operands);
    const char *text =
        operands[0] && LLVMIsAMDString(operands[0]) ? LLVMGetMDString(operands[0], &length) : NULL;
    return text && length == strlen(name) && !memcmp(text, name, length);
}

/* The hint's value is true; one that has none is. */
static bool is_true(LLVMValueRef hint)
{
    LLVMValueRef operands[HINTS_MAX];
    LLVMGetMDNodeOperands(hint, operands);
    return LLVMGetMDNodeNumOperands(hint) < 2 || !operands[1] || !LLVMIsAConstantInt(operands[1]) ||
           LLVMConstIntGetZExtValue(operands[1]);
}

/* {this node, hint, ...} */
static LLVMValueRef new_hints(LLVMContextRef c, const LLVMValueRef *hints, unsigned n)
{
    LLVMMetadataRef temporary = LLVMTemporaryMDNode(c, NULL, 0), operands[HINTS_MAX] = {temporary};
    for (unsigned i = 0; i < n; i++)
        operands[i + 1] = LLVMValueAsMetadata(hints[i]);
    LLVMValueRef node = LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, operands, n + 1));
    LLVMReplaceMDNodeOperandWith(node, 0, LLVMValueAsMetadata(node));
    LLVMDisposeTemporaryMDNode(temporary);
    return node;
}

/* What to write at the end of a loop in place of these hints; the same where nothing is to be left
 * out. */
static LLVMValueRef without_claim(LLVMContextRef c, LLVMValueRef hints)
{
    LLVMValueRef all[HINTS_MAX], kept[HINTS_MAX];
    unsigned n = (unsigned)LLVMGetMDNodeNumOperands(hints), count = 0;
    if (!n || n > HINTS_MAX)
        return hints;
    LLVMGetMDNodeOperands(hints, all);
    for (unsigned i = 1; i < n; i++) { /* the first one is the node itself */
        if (has_name(all[i], "llvm.loop.vectorize.enable") && is_true(all[i]))
            return hints;
        if (!has_name(all[i], "llvm.loop.parallel_accesses"))
            kept[count++] = all[i];
    }
    return count + 1 < n ? new_hints(c, kept, count) : hints;
}

static unsigned drop_claims(LLVMContextRef c, LLVMValueRef fn, unsigned kind)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef jump = LLVMGetBasicBlockTerminator(b),
                     hints = jump ? LLVMGetMetadata(jump, kind) : NULL,
                     kept = hints ? without_claim(c, hints) : NULL;
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
        changes += drop_claims(c, fn, kind);
    return changes;
}
