/* Instructions as expressions and statements. */
#include "base/target.h"
#include "listing/c.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *print_type(struct listed *c, LLVMTypeRef t)
{
    return listing_type(c->all, t);
}

static const char *type_name(struct listed *c, LLVMValueRef v)
{
    return print_type(c, LLVMTypeOf(v));
}

/* ---- operands ---- */

const char *listing_variable(struct listed *c, LLVMValueRef v)
{
    unsigned id = func_id(c->f, v);
    return id < c->f->arg_count ? c->params[id]
                                : arena_printf(c->all->arena, "v%u", id - c->f->arg_count + 1);
}

static const char *expression(struct listed *c, LLVMValueRef inst);

/* A name, a number, or what one pair of parentheses ends. */
static bool is_tight(const char *text)
{
    int open = 0;
    for (const char *at = text; *at; at++) {
        open += (*at == '(' || *at == '[' || *at == '{') - (*at == ')' || *at == ']' || *at == '}');
        bool part = open || isalnum((unsigned char)*at) || strchr("_.)]}", *at);
        if (!part)
            return false;
    }
    return *text != '(' || !strchr(text, '*') || strstr(text, ")[") != NULL;
}

const char *listing_operand(struct listed *c, LLVMValueRef v, bool tight)
{
    unsigned id = func_id(c->f, v);
    const char *text = id == NO_ID                ? listing_constant(c, v)
                       : bits_get(&c->folded, id) ? expression(c, v)
                                                  : listing_variable(c, v);
    return tight && !is_tight(text) ? arena_printf(c->all->arena, "(%s)", text) : text;
}

static const char *operand(struct listed *c, LLVMValueRef inst, unsigned k)
{
    return listing_operand(c, LLVMGetOperand(inst, k), true);
}

/* ---- addresses ---- */

static bool is_integer(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind;
}

static const char *signed_text(struct listed *c, LLVMValueRef v)
{
    const char *text = listing_operand(c, v, true);
    unsigned width = is_integer(v) ? LLVMGetIntTypeWidth(LLVMTypeOf(v)) : 0;
    if (width == 8 || width == 16 || width == 32 || width == 64)
        return LLVMIsAConstantInt(v)
                   ? arena_printf(c->all->arena, "%lld", LLVMConstIntGetSExtValue(v))
                   : arena_printf(c->all->arena, "(int%u_t)%s", width, text);
    return width == 0     ? text
           : width == 1   ? arena_printf(c->all->arena, "-(int)%s", text)
           : width == 128 ? arena_printf(c->all->arena, "(__int128)%s", text)
                          : arena_printf(c->all->arena, "(_BitInt(%u))%s", width, text);
}

/* base + factor * index */
static const char *add_scaled(struct listed *c, const char *base, LLVMValueRef index, uint64_t size)
{
    struct arena *a = c->all->arena;
    if (LLVMIsAConstantInt(index)) {
        long long bytes = LLVMConstIntGetSExtValue(index) * (long long)size;
        return bytes == 0
                   ? base
                   : arena_printf(a, "%s %c %lld", base, bytes < 0 ? '-' : '+', llabs(bytes));
    }
    const char *text = listing_operand(c, index, true);
    bool narrow = LLVMGetTypeKind(LLVMTypeOf(index)) == LLVMIntegerTypeKind &&
                  LLVMGetIntTypeWidth(LLVMTypeOf(index)) < 64;
    if (narrow)
        text = arena_printf(a, "(int64_t)%s", signed_text(c, index));
    return size == 1 ? arena_printf(a, "%s + %s", base, text)
                     : arena_printf(a, "%s + %llu * %s", base, (unsigned long long)size, text);
}

const char *listing_address(struct listed *c, LLVMValueRef gep)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(c->f->module);
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    const char *text = operand(c, gep, 0);
    text = add_scaled(c, text, LLVMGetOperand(gep, 1), LLVMABISizeOfType(layout, t));
    for (unsigned k = 2; k < (unsigned)LLVMGetNumOperands(gep); k++) {
        LLVMValueRef index = LLVMGetOperand(gep, k);
        if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            unsigned part = (unsigned)LLVMConstIntGetZExtValue(index);
            uint64_t offset = LLVMOffsetOfElement(layout, t, part);
            if (offset)
                text = arena_printf(c->all->arena, "%s + %llu", text, (unsigned long long)offset);
            t = LLVMStructGetTypeAtIndex(t, part);
        } else {
            t = LLVMGetElementType(t);
            text = add_scaled(c, text, index, LLVMABISizeOfType(layout, t));
        }
    }
    return text;
}

/* What is loaded or stored: an element of an array where the address says so. */
static const char *memory_text(struct listed *c, LLVMValueRef address, LLVMTypeRef t)
{
    struct arena *a = c->all->arena;
    unsigned id = func_id(c->f, address);
    bool shown = id != NO_ID && bits_get(&c->folded, id) && LLVMIsAGetElementPtrInst(address) &&
                 LLVMGetNumOperands(address) == 2 && LLVMGetGEPSourceElementType(address) == t;
    if (!shown)
        return arena_printf(a, "*(%s *)%s", print_type(c, t), listing_operand(c, address, true));
    LLVMValueRef index = LLVMGetOperand(address, 1);
    return arena_printf(a, "((%s *)%s)[%s]", print_type(c, t), operand(c, address, 0),
                        LLVMGetIntTypeWidth(LLVMTypeOf(index)) < 64
                            ? signed_text(c, index)
                            : listing_operand(c, index, false));
}

/* ---- operations ---- */

static const struct operation {
    LLVMOpcode op;
    const char *sign;
    bool is_signed; /* operands are cast */
} operations[] = {
    {LLVMAdd, "+", false},   {LLVMSub, "-", false},  {LLVMMul, "*", false},  {LLVMFAdd, "+", false},
    {LLVMFSub, "-", false},  {LLVMFMul, "*", false}, {LLVMFDiv, "/", false}, {LLVMUDiv, "/", false},
    {LLVMURem, "%", false},  {LLVMSDiv, "/", true},  {LLVMSRem, "%", true},  {LLVMShl, "<<", false},
    {LLVMLShr, ">>", false}, {LLVMAShr, ">>", true}, {LLVMAnd, "&", false},  {LLVMOr, "|", false},
    {LLVMXor, "^", false},
};

static const char *operation_text(struct listed *c, LLVMValueRef inst, const struct operation *o)
{
    LLVMValueRef x = LLVMGetOperand(inst, 0), y = LLVMGetOperand(inst, 1);
    const char *left = o->is_signed ? signed_text(c, x) : listing_operand(c, x, true),
               *right = o->is_signed ? signed_text(c, y) : listing_operand(c, y, true),
               *text = arena_printf(c->all->arena, "%s %s %s", left, o->sign, right);
    if (o->op == LLVMAdd && LLVMIsAConstantInt(y) && LLVMGetIntTypeWidth(LLVMTypeOf(y)) <= 64 &&
        LLVMConstIntGetSExtValue(y) < 0 && LLVMConstIntGetSExtValue(y) > INT32_MIN)
        text = arena_printf(c->all->arena, "%s - %lld", left, -LLVMConstIntGetSExtValue(y));
    bool narrow = is_integer(inst) && LLVMGetIntTypeWidth(LLVMTypeOf(inst)) < 32;
    if (narrow && LLVMGetIntTypeWidth(LLVMTypeOf(inst)) == 1)
        return strchr("&|^", *o->sign) ? text : arena_printf(c->all->arena, "(%s) & 1", text);
    narrow |= o->is_signed; /* other operations take it as unsigned */
    return narrow ? arena_printf(c->all->arena, "(%s)(%s)", type_name(c, inst), text) : text;
}

static const char *compare_text(struct listed *c, LLVMValueRef inst, const char *sign,
                                bool is_signed)
{
    LLVMValueRef x = LLVMGetOperand(inst, 0), y = LLVMGetOperand(inst, 1);
    const char *left = is_signed ? signed_text(c, x) : listing_operand(c, x, true),
               *right = is_signed ? signed_text(c, y) : listing_operand(c, y, true);
    return arena_printf(c->all->arena, "%s %s %s", left, sign, right);
}

static const char *integer_compare(struct listed *c, LLVMValueRef inst)
{
    switch (LLVMGetICmpPredicate(inst)) {
    case LLVMIntEQ: return compare_text(c, inst, "==", false);
    case LLVMIntNE: return compare_text(c, inst, "!=", false);
    case LLVMIntUGT: return compare_text(c, inst, ">", false);
    case LLVMIntUGE: return compare_text(c, inst, ">=", false);
    case LLVMIntULT: return compare_text(c, inst, "<", false);
    case LLVMIntULE: return compare_text(c, inst, "<=", false);
    case LLVMIntSGT: return compare_text(c, inst, ">", true);
    case LLVMIntSGE: return compare_text(c, inst, ">=", true);
    case LLVMIntSLT: return compare_text(c, inst, "<", true);
    default: return compare_text(c, inst, "<=", true);
    }
}

static const char *negated(struct listed *c, const char *text)
{
    return arena_printf(c->all->arena, "!(%s)", text);
}

/* Comparisons that hold if an operand is NaN are those that do not hold then, turned round. */
static const char *real_compare(struct listed *c, LLVMValueRef inst)
{
    struct arena *a = c->all->arena;
    const char *x = listing_operand(c, LLVMGetOperand(inst, 0), false),
               *y = listing_operand(c, LLVMGetOperand(inst, 1), false);
    switch (LLVMGetFCmpPredicate(inst)) {
    case LLVMRealOEQ: return compare_text(c, inst, "==", false);
    case LLVMRealUNE: return compare_text(c, inst, "!=", false);
    case LLVMRealOGT: return compare_text(c, inst, ">", false);
    case LLVMRealOGE: return compare_text(c, inst, ">=", false);
    case LLVMRealOLT: return compare_text(c, inst, "<", false);
    case LLVMRealOLE: return compare_text(c, inst, "<=", false);
    case LLVMRealUGT: return negated(c, compare_text(c, inst, "<=", false));
    case LLVMRealUGE: return negated(c, compare_text(c, inst, "<", false));
    case LLVMRealULT: return negated(c, compare_text(c, inst, ">=", false));
    case LLVMRealULE: return negated(c, compare_text(c, inst, ">", false));
    case LLVMRealORD: return arena_printf(a, "!isunordered(%s, %s)", x, y);
    case LLVMRealUNO: return arena_printf(a, "isunordered(%s, %s)", x, y);
    case LLVMRealONE: return arena_printf(a, "islessgreater(%s, %s)", x, y);
    case LLVMRealUEQ: return arena_printf(a, "!islessgreater(%s, %s)", x, y);
    case LLVMRealPredicateTrue: return "true";
    default: return "false";
    }
}

/* ---- calls ---- */

static const struct math {
    const char *intrinsic, *name;
} maths[] = {{"acos", "acos"},
             {"asin", "asin"},
             {"atan", "atan"},
             {"atan2", "atan2"},
             {"ceil", "ceil"},
             {"copysign", "copysign"},
             {"cos", "cos"},
             {"cosh", "cosh"},
             {"exp", "exp"},
             {"exp2", "exp2"},
             {"fabs", "fabs"},
             {"floor", "floor"},
             {"fma", "fma"},
             {"log", "log"},
             {"log10", "log10"},
             {"log2", "log2"},
             {"maxnum", "fmax"},
             {"minnum", "fmin"},
             {"nearbyint", "nearbyint"},
             {"pow", "pow"},
             {"rint", "rint"},
             {"round", "round"},
             {"roundeven", "roundeven"},
             {"sin", "sin"},
             {"sinh", "sinh"},
             {"sqrt", "sqrt"},
             {"tan", "tan"},
             {"tanh", "tanh"},
             {"trunc", "trunc"}};

/* "llvm.sin.f64" is sin, "llvm.sin.f32" sinf; NULL if C has no such function. */
static const char *math_name(struct arena *a, LLVMValueRef call)
{
    static const char prefix[] = "llvm.";
    const char *name = LLVMGetValueName(LLVMGetCalledValue(call));
    if (strncmp(name, prefix, sizeof prefix - 1))
        return NULL;
    name += sizeof prefix - 1;
    size_t length = strcspn(name, ".");
    const char *end = !strcmp(name + length, ".f64")   ? ""
                      : !strcmp(name + length, ".f32") ? "f"
                      : !strcmp(name + length, ".f80") ? "l"
                                                       : NULL;
    for (size_t i = 0; end && i < sizeof maths / sizeof *maths; i++)
        if (strlen(maths[i].intrinsic) == length && !memcmp(maths[i].intrinsic, name, length))
            return a ? arena_printf(a, "%s%s", maths[i].name, end) : maths[i].name;
    return NULL;
}

static bool is_intrinsic(LLVMValueRef call, const char *name)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) && !strncmp(LLVMGetValueName(callee), name, strlen(name));
}

static const struct extremum {
    const char *name, *sign;
    bool is_signed;
} extrema[] = {{"llvm.smax.", ">", true},
               {"llvm.smin.", "<", true},
               {"llvm.umax.", ">", false},
               {"llvm.umin.", "<", false}};

static const struct extremum *extremum_of(LLVMValueRef call)
{
    for (size_t i = 0; i < sizeof extrema / sizeof *extrema; i++)
        if (is_intrinsic(call, extrema[i].name))
            return &extrema[i];
    return NULL;
}

bool listing_is_math(LLVMValueRef call)
{
    return LLVMIsAFunction(LLVMGetCalledValue(call)) &&
           (math_name(NULL, call) || is_intrinsic(call, "llvm.fmuladd.") || extremum_of(call) ||
            is_intrinsic(call, "llvm.sadd.sat."));
}

static const char *arguments(struct listed *c, LLVMValueRef call, unsigned n)
{
    const char *text = "";
    for (unsigned k = 0; k < n; k++)
        text = arena_printf(c->all->arena, "%s%s%s", text, k ? ", " : "",
                            listing_operand(c, LLVMGetOperand(call, k), false));
    return text;
}

static const char *pointed_call(struct listed *c, LLVMValueRef call)
{
    LLVMTypeRef t = LLVMGetCalledFunctionType(call), params[255];
    unsigned n = LLVMCountParamTypes(t) > 255 ? 0 : LLVMCountParamTypes(t);
    const char *types = "";
    LLVMGetParamTypes(t, params);
    for (unsigned k = 0; k < n; k++)
        types =
            arena_printf(c->all->arena, "%s%s%s", types, k ? ", " : "", print_type(c, params[k]));
    return arena_printf(c->all->arena, "((%s (*)(%s))%s)(%s)", print_type(c, LLVMGetReturnType(t)),
                        types, listing_operand(c, LLVMGetCalledValue(call), true),
                        arguments(c, call, LLVMGetNumArgOperands(call)));
}

static const char *call_text(struct listed *c, LLVMValueRef call)
{
    struct arena *a = c->all->arena;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    unsigned n = LLVMGetNumArgOperands(call);
    if (LLVMIsAInlineAsm(callee))
        return listing_as_llvm(c, call);
    if (!LLVMIsAFunction(callee))
        return pointed_call(c, call);
    if (is_intrinsic(call, "llvm.fmuladd."))
        return arena_printf(a, "%s * %s + %s", operand(c, call, 0), operand(c, call, 1),
                            operand(c, call, 2));
    const struct extremum *m = extremum_of(call);
    if (m)
        return arena_printf(a, "%s ? %s : %s", compare_text(c, call, m->sign, m->is_signed),
                            operand(c, call, 0), operand(c, call, 1));
    if (is_intrinsic(call, "llvm.sadd.sat."))
        return arena_printf(a, "__builtin_elementwise_add_sat((int%u_t)%s, (int%u_t)%s)",
                            LLVMGetIntTypeWidth(LLVMTypeOf(call)), operand(c, call, 0),
                            LLVMGetIntTypeWidth(LLVMTypeOf(call)), operand(c, call, 1));
    if (is_intrinsic(call, "llvm.trap"))
        return "__builtin_trap()";
    static const char *const copies[] = {"memcpy", "memmove", "memset"};
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++)
        if (is_intrinsic(call, arena_printf(a, "llvm.%s.", copies[i])))
            return arena_printf(a, "__builtin_%s(%s)", copies[i], arguments(c, call, 3));
    const char *math = math_name(a, call);
    if (!math && is_intrinsic(call, "llvm."))
        return listing_as_llvm(c, call);
    return arena_printf(a, "%s(%s)", math ? math : listing_global(c->all, callee),
                        arguments(c, call, n));
}

/* ---- atomic operations ---- */

static const char *order_text(LLVMAtomicOrdering order)
{
    switch (order) {
    case LLVMAtomicOrderingAcquire: return "__ATOMIC_ACQUIRE";
    case LLVMAtomicOrderingRelease: return "__ATOMIC_RELEASE";
    case LLVMAtomicOrderingAcquireRelease: return "__ATOMIC_ACQ_REL";
    case LLVMAtomicOrderingSequentiallyConsistent: return "__ATOMIC_SEQ_CST";
    default: return "__ATOMIC_RELAXED";
    }
}

static const char *update_text(struct listed *c, LLVMValueRef inst)
{
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(inst);
    bool adds = op == LLVMAtomicRMWBinOpAdd || op == LLVMAtomicRMWBinOpFAdd,
         subtracts = op == LLVMAtomicRMWBinOpSub || op == LLVMAtomicRMWBinOpFSub;
    if (!adds && !subtracts)
        return listing_as_llvm(c, inst);
    return arena_printf(c->all->arena, "__atomic_fetch_%s((%s *)%s, %s, %s)", adds ? "add" : "sub",
                        type_name(c, inst), operand(c, inst, 0),
                        listing_operand(c, LLVMGetOperand(inst, 1), false),
                        order_text(LLVMGetOrdering(inst)));
}

/* ---- expressions ---- */

static const char *cast_text(struct listed *c, LLVMValueRef inst, const char *value)
{
    return arena_printf(c->all->arena, "(%s)%s", type_name(c, inst), value);
}

static const char *bits_text(struct listed *c, LLVMValueRef inst)
{
    return arena_printf(c->all->arena, "__builtin_bit_cast(%s, %s)", type_name(c, inst),
                        listing_operand(c, LLVMGetOperand(inst, 0), false));
}

/* The aggregate of an extraction: a variable, as it has parts. */
static const char *part_text(struct listed *c, LLVMValueRef inst, const char *value)
{
    const unsigned *indices = LLVMGetIndices(inst);
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(inst, 0));
    if (LLVMIsAInsertValueInst(inst))
        t = LLVMTypeOf(inst);
    for (unsigned k = 0; k < LLVMGetNumIndices(inst); k++) {
        bool array = LLVMGetTypeKind(t) == LLVMArrayTypeKind;
        value = arena_printf(c->all->arena, array ? "%s.p0[%u]" : "%s.p%u", value, indices[k]);
        t = array ? LLVMGetElementType(t) : LLVMStructGetTypeAtIndex(t, indices[k]);
    }
    return value;
}

/* Of two numbers C would make a signed integer. */
static const char *choice_text(struct listed *c, LLVMValueRef inst)
{
    bool numbers =
        LLVMIsAConstantInt(LLVMGetOperand(inst, 1)) && LLVMIsAConstantInt(LLVMGetOperand(inst, 2));
    const char *text = arena_printf(c->all->arena, "%s ? %s : %s", operand(c, inst, 0),
                                    operand(c, inst, 1), operand(c, inst, 2));
    return numbers ? arena_printf(c->all->arena, "(%s)(%s)", type_name(c, inst), text) : text;
}

static const char *expression(struct listed *c, LLVMValueRef inst)
{
    struct arena *a = c->all->arena;
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (operations[i].op == op)
            return operation_text(c, inst, &operations[i]);
    switch (op) {
    case LLVMFRem: return arena_printf(a, "fmod(%s, %s)", operand(c, inst, 0), operand(c, inst, 1));
    case LLVMFNeg: return arena_printf(a, "-%s", operand(c, inst, 0));
    case LLVMICmp: return integer_compare(c, inst);
    case LLVMFCmp: return real_compare(c, inst);
    case LLVMSelect: return choice_text(c, inst);
    case LLVMLoad: return memory_text(c, LLVMGetOperand(inst, 0), LLVMTypeOf(inst));
    case LLVMGetElementPtr: return listing_address(c, inst);
    case LLVMAtomicRMW: return update_text(c, inst);
    case LLVMCall: return call_text(c, inst);
    case LLVMZExt:
    case LLVMTrunc:
        if (LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMIntegerTypeKind &&
            LLVMGetIntTypeWidth(LLVMTypeOf(inst)) == 1)
            return arena_printf(a, "%s & 1", operand(c, inst, 0));
        return cast_text(c, inst, operand(c, inst, 0));
    case LLVMFPExt:
    case LLVMFPTrunc:
    case LLVMUIToFP:
    case LLVMFPToUI:
    case LLVMIntToPtr:
    case LLVMPtrToInt: return cast_text(c, inst, operand(c, inst, 0));
    case LLVMSExt:
    case LLVMSIToFP: return cast_text(c, inst, signed_text(c, LLVMGetOperand(inst, 0)));
    case LLVMFPToSI: return cast_text(c, inst, arena_printf(a, "(int64_t)%s", operand(c, inst, 0)));
    case LLVMBitCast: return bits_text(c, inst);
    case LLVMFreeze: return operand(c, inst, 0);
    case LLVMExtractValue: return part_text(c, inst, operand(c, inst, 0));
    case LLVMExtractElement:
        return arena_printf(a, "%s[%s]", operand(c, inst, 0),
                            listing_operand(c, LLVMGetOperand(inst, 1), false));
    default: return listing_as_llvm(c, inst);
    }
}

/* ---- statements ---- */

/* Says nothing about what is computed. */
static bool is_silent(LLVMValueRef inst)
{
    static const char *const names[] = {"llvm.assume",    "llvm.dbg.",
                                        "llvm.lifetime.", "llvm.experimental.noalias.scope.decl",
                                        "llvm.donothing", "llvm.fake.use"};
    for (size_t i = 0; LLVMIsACallInst(inst) && i < sizeof names / sizeof *names; i++)
        if (is_intrinsic(inst, names[i]))
            return true;
    return LLVMIsAPHINode(inst) != NULL;
}

static const char *inserted(struct listed *c, LLVMValueRef inst, const char *name)
{
    LLVMValueRef whole = LLVMGetOperand(inst, 0);
    const char *part = LLVMIsAInsertValueInst(inst)
                           ? part_text(c, inst, name)
                           : arena_printf(c->all->arena, "%s[%s]", name,
                                          listing_operand(c, LLVMGetOperand(inst, 2), false)),
               *value = listing_operand(c, LLVMGetOperand(inst, 1), false);
    if (LLVMIsUndef(whole))
        return arena_printf(c->all->arena, "%s = %s;", part, value);
    return arena_printf(c->all->arena, "%s = %s, %s = %s;", name, listing_operand(c, whole, false),
                        part, value);
}

/* Memory of the call: the variable is its address. */
static const char *allocated(struct listed *c, LLVMValueRef inst)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(c->f->module);
    unsigned long long size = LLVMABISizeOfType(layout, LLVMGetAllocatedType(inst));
    LLVMValueRef count = LLVMGetOperand(inst, 0);
    const char *bytes = arena_printf(c->all->arena, "%llu", size);
    if (!LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1)
        bytes = arena_printf(c->all->arena, "%s * %s", bytes, listing_operand(c, count, true));
    return arena_printf(c->all->arena, "__builtin_alloca_with_align(%s, %u)", bytes,
                        8 * LLVMGetAlignment(inst));
}

const char *listing_statement(struct listed *c, unsigned v)
{
    struct arena *a = c->all->arena;
    LLVMValueRef inst = c->f->values[v];
    const char *name = listing_variable(c, inst);
    if (is_silent(inst) || bits_get(&c->folded, v))
        return NULL;
    if (LLVMIsAStoreInst(inst))
        return arena_printf(
            a, "%s = %s;",
            memory_text(c, LLVMGetOperand(inst, 1), LLVMTypeOf(LLVMGetOperand(inst, 0))),
            listing_operand(c, LLVMGetOperand(inst, 0), false));
    if (LLVMIsAInsertValueInst(inst) || LLVMIsAInsertElementInst(inst))
        return LLVMGetFirstUse(inst) ? inserted(c, inst, name) : NULL;
    bool empty = LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMVoidTypeKind || !LLVMGetFirstUse(inst);
    const char *value = LLVMIsAAllocaInst(inst) ? allocated(c, inst) : expression(c, inst);
    if (empty)
        return LLVMIsACallInst(inst) || listing_writes(inst) ? arena_printf(a, "%s;", value) : NULL;
    if (bits_get(&c->local, v))
        name = listing_declaration(c->all, LLVMTypeOf(inst), name);
    return arena_printf(a, "%s = %s;", name, value);
}
