/* Bits of numbers that travel as pointers travel as integers instead.
 *
 * SROA makes one variable of the members of a union. Where one member is a pointer, numbers become
 * pointers on their way: bitcast double (ptrtoint (phi [inttoptr i64], [load ptr])). Pointers have
 * no adjoints, integers that carry bits have. Beside the pointers, which stay for those who follow
 * them, go the same bits as integers. */
#include "prepare/bytes/bytes.h"

enum { DEPTH = 6 };

struct site {
    struct prepare *p;
    LLVMBuilderRef b;
    LLVMTypeRef word;
    struct map bits; /* pointer -> integer */
    VEC(LLVMValueRef) loads;
};

static bool is_number(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k != LLVMIntegerTypeKind && k != LLVMPointerTypeKind;
}

static bool is_merge(LLVMValueRef v)
{
    return LLVMIsAPHINode(v) || LLVMIsASelectInst(v);
}

/* The integer becomes a number. */
static bool reaches_number(LLVMValueRef v, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if ((LLVMIsABitCastInst(user) && is_number(LLVMTypeOf(user))) ||
            (depth && is_merge(user) && reaches_number(user, depth - 1)))
            return true;
    }
    return false;
}

/* Some of the bits, an integer's or a pointer's, may come from a number. */
static bool comes_from_number(LLVMValueRef v, unsigned depth)
{
    if (LLVMIsABitCastInst(v))
        return is_number(LLVMTypeOf(LLVMGetOperand(v, 0)));
    if (LLVMIsALoadInst(v))
        return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind;
    if (!depth || (!is_merge(v) && !LLVMIsAIntToPtrInst(v)))
        return false;
    for (unsigned k = LLVMIsASelectInst(v) ? 1 : 0, n = (unsigned)LLVMGetNumOperands(v); k < n; k++)
        if (comes_from_number(LLVMGetOperand(v, k), depth - 1))
            return true;
    return false;
}

static LLVMValueRef bits_of(struct site *s, LLVMValueRef v);

static void after(struct site *s, LLVMValueRef v)
{
    LLVMValueRef next = LLVMGetNextInstruction(v);
    while (LLVMIsAPHINode(next))
        next = LLVMGetNextInstruction(next);
    LLVMPositionBuilderBefore(s->b, next);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(v));
}

static LLVMValueRef bits_of_phi(struct site *s, LLVMValueRef v)
{
    LLVMPositionBuilderBefore(s->b, v);
    LLVMValueRef phi = LLVMBuildPhi(s->b, s->word, "");
    map_put(&s->bits, v, phi);
    for (unsigned i = 0, n = LLVMCountIncoming(v); i < n; i++) {
        LLVMValueRef in = bits_of(s, LLVMGetIncomingValue(v, i));
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(v, i);
        LLVMAddIncoming(phi, &in, &from, 1);
    }
    return phi;
}

static LLVMValueRef bits_of_load(struct site *s, LLVMValueRef v)
{
    after(s, v);
    LLVMValueRef load = LLVMBuildLoad2(s->b, s->word, LLVMGetOperand(v, 0), "");
    LLVMSetAlignment(load, LLVMGetAlignment(v));
    VEC_PUSH(s->p->arena, &s->loads, load);
    return load;
}

/* A number among the uses of a loaded integer is loaded as a number. */
static void load_numbers(struct site *s, LLVMValueRef load)
{
    for (LLVMUseRef u = LLVMGetFirstUse(load), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (!LLVMIsABitCastInst(user) || !is_number(LLVMTypeOf(user)))
            continue;
        after(s, load);
        LLVMValueRef number = LLVMBuildLoad2(s->b, LLVMTypeOf(user), LLVMGetOperand(load, 0), "");
        LLVMSetAlignment(number, LLVMGetAlignment(load));
        LLVMReplaceAllUsesWith(user, number);
        LLVMInstructionEraseFromParent(user);
    }
}

static LLVMValueRef bits_of_select(struct site *s, LLVMValueRef v)
{
    LLVMValueRef a = bits_of(s, LLVMGetOperand(v, 1)), b = bits_of(s, LLVMGetOperand(v, 2));
    after(s, v);
    return LLVMBuildSelect(s->b, LLVMGetOperand(v, 0), a, b, "");
}

static LLVMValueRef bits_of_other(struct site *s, LLVMValueRef v)
{
    if (LLVMIsAInstruction(v))
        after(s, v);
    else
        LLVMPositionBuilderBefore(
            s->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetParamParent(v))));
    return LLVMBuildPtrToInt(s->b, v, s->word, "");
}

static bool is_plain_load(LLVMValueRef v)
{
    return LLVMIsALoadInst(v) && !LLVMGetVolatile(v) &&
           LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic;
}

/* The same bits as an integer. */
static LLVMValueRef bits_of(struct site *s, LLVMValueRef v)
{
    LLVMValueRef known = map_get(&s->bits, v);
    if (known)
        return known;
    if (LLVMIsAConstant(v))
        return LLVMConstPtrToInt(v, s->word);
    if (LLVMIsAIntToPtrInst(v) && LLVMTypeOf(LLVMGetOperand(v, 0)) == s->word)
        return LLVMGetOperand(v, 0);
    LLVMValueRef bits = LLVMIsAPHINode(v)      ? bits_of_phi(s, v)
                        : is_plain_load(v)     ? bits_of_load(s, v)
                        : LLVMIsASelectInst(v) ? bits_of_select(s, v)
                                               : bits_of_other(s, v);
    map_put(&s->bits, v, bits);
    return bits;
}

static bool may_carry(LLVMValueRef pointer)
{
    return is_merge(pointer) || is_plain_load(pointer) || LLVMIsAIntToPtrInst(pointer);
}

static bool rewrite(struct site *s, LLVMValueRef i)
{
    LLVMValueRef pointer = LLVMGetNumOperands(i) ? LLVMGetOperand(i, 0) : NULL;
    if (LLVMIsAPtrToIntInst(i) && LLVMTypeOf(i) == s->word && may_carry(pointer) &&
        reaches_number(i, DEPTH)) {
        LLVMReplaceAllUsesWith(i, bits_of(s, pointer));
        return true;
    }
    bool stored = LLVMIsAStoreInst(i) &&
                  LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind &&
                  !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
    if (!stored || !(is_merge(pointer) || LLVMIsAIntToPtrInst(pointer)) ||
        !comes_from_number(pointer, DEPTH))
        return false;
    LLVMSetOperand(i, 0, bits_of(s, pointer));
    return true;
}

unsigned prepare_pointer_bits(struct prepare *p, LLVMValueRef fn)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    struct site s = {p, LLVMCreateBuilderInContext(c), LLVMInt64TypeInContext(c), {0}, {0}};
    unsigned changes = 0;
    map_init(&s.bits, p->arena);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!rewrite(&s, i))
                continue;
            changes++;
            if (LLVMIsAPtrToIntInst(i))
                LLVMInstructionEraseFromParent(i);
        }
    for (unsigned k = 0; k < s.loads.count; k++)
        load_numbers(&s, s.loads.items[k]);
    LLVMDisposeBuilder(s.b);
    if (changes)
        ezb_invalidate(p->cx, fn);
    return changes;
}
