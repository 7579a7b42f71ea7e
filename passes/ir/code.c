/* Sizes of functions; constant tables of functions; what is said of calls. */
#include "ir/code.h"
#include "base/limits.h"
#include <string.h>

LIMIT(DEPTH_MAX, 4);

bool code_is_call(LLVMValueRef v)
{
    return LLVMIsACallInst(v) || LLVMIsAInvokeInst(v);
}

LLVMValueRef code_called_body(LLVMValueRef v)
{
    LLVMValueRef fn = code_is_call(v) ? LLVMGetCalledValue(v) : NULL;
    return fn && LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn) ? fn : NULL;
}

bool code_is_pointer(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

unsigned code_size(LLVMValueRef fn)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            n++;
    return n;
}

/* vtables, tables of them, type information and its names, by the reserved names that the C++ ABI
 * (Itanium) gives them. The library's own are declared without saying that they are constant. */
static bool is_abi_table(LLVMValueRef g)
{
    static const char *const prefixes[] = {"_ZTV", "_ZTT", "_ZTC", "_ZTI", "_ZTS"};
    if (!LLVMIsGlobalConstant(g) && !LLVMIsDeclaration(g))
        return false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(LLVMGetValueName(g), prefixes[i], 4))
            return true;
    return false;
}

static bool is_table(LLVMValueRef g, unsigned depth);

/* Counts the functions and tables that a constant leads to; false if it holds anything that is
 * neither these nor an integer. */
static bool count_code(LLVMValueRef c, unsigned depth, unsigned *found)
{
    if (LLVMIsAFunction(c) || (LLVMIsAGlobalVariable(c) && is_table(c, depth + 1))) {
        ++*found;
        return true;
    }
    if (LLVMIsAGlobalAlias(c))
        return count_code(LLVMAliasGetAliasee(c), depth, found);
    if (LLVMIsAConstantInt(c) ||
        (LLVMIsNull(c) && LLVMGetTypeKind(LLVMTypeOf(c)) == LLVMPointerTypeKind))
        return true;
    if (!LLVMIsAConstantStruct(c) && !LLVMIsAConstantArray(c) && !LLVMIsAConstantExpr(c))
        return false;
    for (unsigned i = 0, n = (unsigned)LLVMGetNumOperands(c); i < n; i++)
        if (!count_code(LLVMGetOperand(c, i), depth, found))
            return false;
    return true;
}

static bool is_table(LLVMValueRef g, unsigned depth)
{
    if (is_abi_table(g))
        return true;
    if (depth > DEPTH_MAX || !LLVMIsGlobalConstant(g) || LLVMIsDeclaration(g) ||
        LLVMIsExternallyInitialized(g))
        return false;
    unsigned found = 0;
    return count_code(LLVMGetInitializer(g), depth, &found) && found;
}

bool code_is_table(LLVMValueRef global)
{
    return is_table(global, 0);
}

bool code_call_has(LLVMValueRef call, LLVMValueRef callee, const char *attribute)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(attribute, strlen(attribute));
    return LLVMGetCallSiteEnumAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                        kind) ||
           (callee && LLVMGetEnumAttributeAtIndex(
                          callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind));
}

bool code_is_thread_local(LLVMValueRef inst)
{
    static const char name[] = "llvm.threadlocal.address";
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           LLVMGetIntrinsicID(callee) == LLVMLookupIntrinsicID(name, sizeof name - 1);
}

LLVMValueRef code_variable(LLVMValueRef object)
{
    return code_is_thread_local(object) ? LLVMGetOperand(object, 0) : object;
}

static bool has_pointers(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMPointerTypeKind: return true;
    case LLVMArrayTypeKind: return has_pointers(LLVMGetElementType(t));
    case LLVMStructTypeKind:
        for (unsigned i = 0, n = LLVMCountStructElementTypes(t); i < n; i++)
            if (has_pointers(LLVMStructGetTypeAtIndex(t, i)))
                return true;
        return false;
    default: return false;
    }
}

bool code_is_pointers(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMArrayTypeKind ? code_is_pointers(LLVMGetElementType(t))
                                                   : LLVMGetTypeKind(t) == LLVMPointerTypeKind;
}

bool code_stays_of_thread(LLVMValueRef variable)
{
    static const char *const guards[] = {"__tls_guard", "_ZGV"}; /* Itanium C++ ABI */
    for (size_t i = 0; i < sizeof guards / sizeof *guards; i++)
        if (!strncmp(LLVMGetValueName(variable), guards[i], strlen(guards[i])))
            return true;
    return !LLVMIsAGlobalVariable(variable) || LLVMIsDeclaration(variable) ||
           has_pointers(LLVMGlobalGetValueType(variable));
}

static bool is_acquire(LLVMAtomicOrdering ordering)
{
    return ordering == (LLVMAtomicOrdering)LLVMAtomicOrderingAcquire ||
           ordering == (LLVMAtomicOrdering)LLVMAtomicOrderingAcquireRelease ||
           ordering == (LLVMAtomicOrdering)LLVMAtomicOrderingSequentiallyConsistent;
}

static bool is_release(LLVMAtomicOrdering ordering)
{
    return ordering == (LLVMAtomicOrdering)LLVMAtomicOrderingRelease ||
           ordering == (LLVMAtomicOrdering)LLVMAtomicOrderingAcquireRelease ||
           ordering == (LLVMAtomicOrdering)LLVMAtomicOrderingSequentiallyConsistent;
}

/* The orderings of an atomic access or a fence. */
static bool has_ordering(LLVMValueRef inst, bool (*is)(LLVMAtomicOrdering))
{
    if (LLVMIsAAtomicCmpXchgInst(inst))
        return is(LLVMGetCmpXchgSuccessOrdering(inst)) || is(LLVMGetCmpXchgFailureOrdering(inst));
    return (LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst) || LLVMIsAFenceInst(inst) ||
            LLVMIsAAtomicRMWInst(inst)) &&
           is(LLVMGetOrdering(inst));
}

/* It adds to a number, or the like, and nobody looks at what was there. */
static bool is_sum(LLVMValueRef inst)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(inst));
    return LLVMIsAAtomicRMWInst(inst) && kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind;
}

bool code_acquires(LLVMValueRef inst)
{
    return !LLVMIsAStoreInst(inst) && has_ordering(inst, is_acquire) && !is_sum(inst);
}

bool code_releases(LLVMValueRef inst)
{
    return !LLVMIsALoadInst(inst) && has_ordering(inst, is_release) && !is_sum(inst);
}

LLVMBasicBlockRef code_single_predecessor(LLVMBasicBlockRef block)
{
    LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    bool single = u && !LLVMGetNextUse(u) && LLVMIsATerminatorInst(LLVMGetUser(u));
    return single ? LLVMGetInstructionParent(LLVMGetUser(u)) : NULL;
}
