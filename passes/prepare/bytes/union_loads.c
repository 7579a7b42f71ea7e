/* Members of a union that were loaded as one are loaded as what each of them is.
 *
 * A copied union is one variable, and its loads are one load: of a double, say, whose bits become
 * an address in one branch, half of them a float in another and a count in a third. In memory each
 * of them has its shadow or adjoint; taken out of the bits of a number none has. That two of them
 * are a double, an address, a float tells unions from arithmetic on the bits of a number. */
#include "prepare/bytes/bytes.h"

enum { DOUBLE = 1, ADDRESS = 2, FLOAT = 4 };

struct load_site {
    struct prepare *p;
    LLVMBuilderRef b;
    LLVMValueRef load;
    unsigned kinds;
    bool rewrite; /* first round: looks; second: rewrites */
};

static bool is_double(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMDoubleTypeKind;
}
static bool is_word(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 64;
}

static bool is_candidate(LLVMValueRef i)
{
    return LLVMIsALoadInst(i) && !LLVMGetVolatile(i) &&
           LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic &&
           (is_double(LLVMTypeOf(i)) || is_word(LLVMTypeOf(i)));
}

/* v is what lies `at` bytes behind the load's address. */
static void member(struct load_site *s, LLVMValueRef v, uint64_t at)
{
    if (!s->rewrite || !LLVMGetFirstUse(v))
        return;
    LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(s->p->module));
    LLVMValueRef address = LLVMGetOperand(s->load, 0),
                 offset = LLVMConstInt(LLVMInt64TypeInContext(LLVMGetTypeContext(i8)), at, 0);
    LLVMPositionBuilderBefore(s->b, LLVMGetNextInstruction(s->load));
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(s->load));
    LLVMValueRef load =
        LLVMBuildLoad2(s->b, LLVMTypeOf(v),
                       at ? LLVMBuildInBoundsGEP2(s->b, i8, address, &offset, 1, "") : address, "");
    unsigned align = LLVMGetAlignment(s->load);
    LLVMSetAlignment(load, at && align > at ? (unsigned)at : align);
    LLVMReplaceAllUsesWith(v, load);
}

/* Half of the word, which may be a float or an integer. */
static void half(struct load_site *s, LLVMValueRef v, uint64_t at)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (!LLVMIsABitCastInst(user) || LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMFloatTypeKind)
            continue;
        s->kinds |= FLOAT;
        member(s, user, at);
    }
    member(s, v, at);
}

static bool is_half(LLVMValueRef v)
{
    return LLVMIsATruncInst(v) && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 32;
}

static bool is_high(LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMLShr &&
           LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)) == 32;
}

static void members_of_word(struct load_site *s, LLVMValueRef word)
{
    for (LLVMUseRef u = LLVMGetFirstUse(word), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (LLVMIsAIntToPtrInst(user)) {
            s->kinds |= ADDRESS;
            member(s, user, 0);
        } else if (LLVMIsABitCastInst(user) && is_double(LLVMTypeOf(user))) {
            s->kinds |= DOUBLE;
            member(s, user, 0);
        } else if (is_half(user)) {
            half(s, user, 0);
        } else if (is_high(user)) {
            for (LLVMUseRef h = LLVMGetFirstUse(user), more; h; h = more) {
                more = LLVMGetNextUse(h);
                if (is_half(LLVMGetUser(h)))
                    half(s, LLVMGetUser(h), 4);
            }
        }
    }
}

static void members(struct load_site *s)
{
    if (is_word(LLVMTypeOf(s->load))) {
        members_of_word(s, s->load);
        return;
    }
    for (LLVMUseRef u = LLVMGetFirstUse(s->load), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (LLVMIsABitCastInst(user) && is_word(LLVMTypeOf(user)))
            members_of_word(s, user);
        else
            s->kinds |= DOUBLE;
    }
}

static bool is_union(const struct load_site *s)
{
    return (s->kinds & (s->kinds - 1)) != 0;
}

unsigned prepare_union_loads(struct prepare *p, LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    unsigned changes = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            struct load_site s = {.p = p, .b = b, .load = i};
            if (!is_candidate(i))
                continue;
            members(&s);
            if (!is_union(&s))
                continue;
            s.rewrite = true;
            members(&s);
            changes++;
        }
    LLVMDisposeBuilder(b);
    if (changes)
        ezb_invalidate(p->cx, fn);
    return changes;
}
