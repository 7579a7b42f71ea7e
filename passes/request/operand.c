/* Which functions the function operand of a derivative call can be.
 *
 * Looks through casts, aliases, constant tables, local variables, phis, selects, calls of helpers
 * that return one of their parameters, and parameters of local functions whose callers are all
 * known. The answer is a set: the caller decides at run time between several. Nothing is guessed:
 * one arm that cannot be named makes the whole operand unknown. */
#include "base/map.h"
#include "base/target.h"
#include "bridge/compat.h"
#include "ir/code.h"
#include "request/read.h"

enum { MAX_DEPTH = 48 };

/* The calls that led into the helper function whose values are being looked at, innermost first. */
struct context {
    LLVMValueRef call;
    const struct context *parent;
};

struct search {
    struct reader *r;
    struct value_list *out;
    struct map seen; /* phis and parameters already followed */
    unsigned depth;
};

static bool follow(struct search *s, LLVMValueRef v, const struct context *cx);

static bool add_function(struct search *s, LLVMValueRef fn)
{
    for (unsigned i = 0; i < s->out->count; i++)
        if (s->out->items[i] == fn)
            return true;
    VEC_PUSH(s->r->arena, s->out, fn);
    return true;
}

static bool first_visit(struct search *s, LLVMValueRef v)
{
    if (map_get(&s->seen, v))
        return false;
    map_put(&s->seen, v, v);
    return true;
}

static bool follow_operands(struct search *s, LLVMValueRef v, unsigned begin, unsigned end,
                            const struct context *cx)
{
    for (unsigned i = begin; i < end; i++)
        if (!follow(s, LLVMGetOperand(v, i), cx))
            return false;
    return true;
}

/* Everything stored to a local variable that is only loaded and stored. */
static bool follow_stores(struct search *s, LLVMValueRef slot, const struct context *cx)
{
    for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == slot) {
            if (!follow(s, LLVMGetOperand(user, 0), cx))
                return false;
        } else if (!LLVMIsALoadInst(user) && !LLVMIsAIntrinsicInst(user)) {
            return false;
        }
    }
    return true;
}

/* Memory that is read and never written through this address or one derived from it. */
static bool is_only_loaded(LLVMValueRef address)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool derived = LLVMIsAGetElementPtrInst(user) || LLVMIsAConstantExpr(user);
        bool copied = LLVMIsAMemCpyInst(user) && ezb_use_operand_no(u) == 1;
        if (!LLVMIsALoadInst(user) && !copied && !(derived && is_only_loaded(user)))
            return false;
    }
    return true;
}

/* No instruction can change the global: it is constant, or local and only ever loaded. */
static bool is_never_written(LLVMValueRef global)
{
    if (LLVMIsDeclaration(global) || LLVMIsExternallyInitialized(global))
        return false;
    if (LLVMIsGlobalConstant(global))
        return true;
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) &&
           is_only_loaded(global);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* Addresses base + offset + k * step for any k; step 0: exactly one. */
struct places {
    LLVMValueRef base;
    uint64_t offset, step;
};

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b, b = rest;
    }
    return a;
}

static bool add_index(struct reader *r, struct places *p, LLVMTypeRef *type, LLVMValueRef index,
                      bool first)
{
    LLVMTypeRef t = *type;
    if (!first && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
        unsigned k = (unsigned)LLVMConstIntGetZExtValue(index);
        p->offset += LLVMOffsetOfElement(r->layout, t, k);
        *type = LLVMStructGetTypeAtIndex(t, k);
        return true;
    }
    if (!first && LLVMGetTypeKind(t) != LLVMArrayTypeKind)
        return false;
    LLVMTypeRef element = *type = first ? t : LLVMGetElementType(t);
    uint64_t size = LLVMABISizeOfType(r->layout, element);
    if (LLVMIsAConstantInt(index))
        p->offset += size * (uint64_t)LLVMConstIntGetSExtValue(index);
    else
        p->step = greatest_divisor(p->step, size);
    return true;
}

/* Where a pointer can point to, as far as indices with variables tell. */
static bool places_of(struct reader *r, LLVMValueRef pointer, struct places *p)
{
    p->base = pointer;
    while (LLVMIsAGetElementPtrInst(p->base) ||
           (LLVMIsAConstantExpr(p->base) && LLVMGetConstOpcode(p->base) == LLVMGetElementPtr)) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(p->base);
        for (unsigned k = 1, n = (unsigned)LLVMGetNumOperands(p->base); k < n; k++)
            if (!add_index(r, p, &type, LLVMGetOperand(p->base, k), k == 1))
                return false;
        p->base = LLVMGetOperand(p->base, 0);
    }
    return true;
}

static LLVMValueRef entry_at(struct search *s, LLVMValueRef table, uint64_t offset,
                             LLVMTypeRef type)
{
    LLVMValueRef index = target_bytes(s->r->module, offset);
    LLVMValueRef at = LLVMConstInBoundsGEP2(LLVMInt8TypeInContext(s->r->context), table, &index, 1);
    return ezb_const_fold_load(s->r->module, at, type);
}

/* Every entry that a load from a table nobody writes can find. What is no function cannot be what
 * is called. */
static bool follow_table(struct search *s, LLVMValueRef load)
{
    struct places p = {0};
    if (!places_of(s->r, LLVMGetOperand(load, 0), &p) || !p.step ||
        !LLVMIsAGlobalVariable(p.base) || !is_never_written(p.base))
        return false;
    unsigned before = s->out->count;
    uint64_t size = LLVMABISizeOfType(s->r->layout, LLVMGlobalGetValueType(p.base));
    uint64_t width = LLVMABISizeOfType(s->r->layout, LLVMTypeOf(load));
    for (uint64_t offset = p.offset % p.step; offset + width <= size; offset += p.step) {
        LLVMValueRef entry = entry_at(s, p.base, offset, LLVMTypeOf(load));
        if (!entry || !follow(s, entry, NULL))
            return false;
    }
    return s->out->count > before;
}

static bool follow_load(struct search *s, LLVMValueRef load, const struct context *cx)
{
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    if (LLVMIsAAllocaInst(pointer))
        return follow_stores(s, pointer, cx);
    int64_t offset;
    LLVMValueRef base = ezb_strip_const_offsets(s->r->module, pointer, &offset, 1);
    if (LLVMIsAGlobalVariable(base) && is_never_written(base)) {
        if (pointer == base && LLVMGlobalGetValueType(base) == LLVMTypeOf(load))
            return follow(s, LLVMGetInitializer(base), NULL);
        LLVMValueRef folded = LLVMIsAConstant(pointer)
                                  ? ezb_const_fold_load(s->r->module, pointer, LLVMTypeOf(load))
                                  : NULL;
        return folded && follow(s, folded, NULL);
    }
    if (follow_table(s, load))
        return true;
    base = ezb_underlying_object(pointer, MAX_DEPTH);
    return LLVMIsAGlobalVariable(base) && LLVMIsGlobalConstant(base) && !LLVMIsDeclaration(base) &&
           follow(s, LLVMGetInitializer(base), NULL);
}

/* Every return of the callee, seen from this call. */
static bool follow_call(struct search *s, LLVMValueRef call, const struct context *cx)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee))
        return false;
    struct context inner = {call, cx};
    bool any = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(callee); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!end || !LLVMIsAReturnInst(end) || !LLVMGetNumOperands(end))
            continue;
        if (!follow(s, LLVMGetOperand(end, 0), &inner))
            return false;
        any = true;
    }
    return any;
}

static unsigned parameter_number(LLVMValueRef param)
{
    unsigned n = 0;
    while ((param = LLVMGetPreviousParam(param)))
        n++;
    return n;
}

/* A parameter: the argument of the call we came through, else whatever all callers of a local
 * function pass. */
static bool follow_parameter(struct search *s, LLVMValueRef param, const struct context *cx)
{
    LLVMValueRef fn = LLVMGetParamParent(param);
    unsigned n = parameter_number(param);
    if (cx && LLVMGetCalledValue(cx->call) == fn && n < LLVMGetNumArgOperands(cx->call))
        return follow(s, LLVMGetOperand(cx->call, n), cx->parent);
    LLVMLinkage linkage = LLVMGetLinkage(fn);
    if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage)
        return false;
    if (!first_visit(s, param))
        return true;
    bool any = false;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool call = code_is_call(user);
        if (!call || LLVMGetCalledValue(user) != fn || n >= LLVMGetNumArgOperands(user) ||
            ezb_use_operand_no(u) < LLVMGetNumArgOperands(user))
            return false;
        if (!follow(s, LLVMGetOperand(user, n), NULL))
            return false;
        any = true;
    }
    return any;
}

static bool follow_instruction(struct search *s, LLVMValueRef v, const struct context *cx)
{
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMLoad: return follow_load(s, v, cx);
    case LLVMPHI: return !first_visit(s, v) || follow_operands(s, v, 0, LLVMCountIncoming(v), cx);
    case LLVMSelect: return follow_operands(s, v, 1, 3, cx);
    case LLVMCall:
    case LLVMInvoke: return follow_call(s, v, cx);
    case LLVMFreeze:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMExtractValue: return follow(s, LLVMGetOperand(v, 0), cx);
    case LLVMInsertValue: return follow_operands(s, v, 0, 2, cx);
    default:
        return LLVMGetInstructionOpcode(v) == EZB_PTR_TO_ADDR &&
               follow(s, LLVMGetOperand(v, 0), cx);
    }
}

static bool follow_constant(struct search *s, LLVMValueRef v)
{
    if (LLVMIsAFunction(v))
        return add_function(s, v);
    if (LLVMIsAGlobalAlias(v))
        return follow(s, LLVMAliasGetAliasee(v), NULL);
    if (LLVMIsABlockAddress(v))
        return add_function(s, LLVMGetBlockAddressFunction(v));
    if (LLVMIsUndef(v) || LLVMIsNull(v))
        return true; /* calling it is undefined: the other arms decide */
    if (LLVMIsAConstantExpr(v))
        return LLVMGetNumOperands(v) == 1 && follow(s, LLVMGetOperand(v, 0), NULL);
    if (LLVMIsAConstantStruct(v) || LLVMIsAConstantArray(v))
        return follow_operands(s, v, 0, (unsigned)LLVMGetNumOperands(v), NULL);
    return false;
}

static bool follow(struct search *s, LLVMValueRef v, const struct context *cx)
{
    if (s->depth >= MAX_DEPTH)
        return false;
    s->depth++;
    bool ok = LLVMIsAConstant(v)      ? follow_constant(s, v)
              : LLVMIsAInstruction(v) ? follow_instruction(s, v, cx)
              : LLVMIsAArgument(v)    ? follow_parameter(s, v, cx)
                                      : false;
    s->depth--;
    return ok;
}

bool operand_functions(struct reader *r, LLVMValueRef v, struct value_list *out)
{
    struct search s = {.r = r, .out = out};
    map_init(&s.seen, r->arena);
    out->count = 0;
    return follow(&s, v, NULL) && out->count > 0;
}

const char *operand_describe(LLVMValueRef v)
{
    if (LLVMIsUndef(v))
        return "an undefined value";
    if (LLVMIsNull(v))
        return "a null pointer";
    if (LLVMIsAArgument(v))
        return "a parameter of the function around it";
    if (LLVMIsALoadInst(v))
        return "loaded from memory";
    if (code_is_call(v))
        return "the result of a call";
    if (LLVMIsAGlobalVariable(v))
        return "a variable";
    if (LLVMIsAPHINode(v) || LLVMIsASelectInst(v))
        return "one of several values, not all of them functions";
    return LLVMIsAConstant(v) ? "a constant that is no function" : "computed at run time";
}
