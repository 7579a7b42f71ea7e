/* Primal values and shadows of the forward sweep; small builders that every file of this room uses.
 */
#include "base/options.h"
#include "base/target.h"
#include "emit/derivative.h"
#include "emit/distant.h"
#include <string.h>

LLVMTypeRef gen_ptr_type(struct gen *g)
{
    return target_pointer(g->module);
}
LLVMTypeRef gen_i64(struct gen *g)
{
    return LLVMInt64TypeInContext(g->context);
}
bool gen_is_word(struct gen *g, LLVMTypeRef t)
{
    return t == target_size(g->module);
}
LLVMValueRef gen_const_i64(struct gen *g, uint64_t v)
{
    return LLVMConstInt(gen_i64(g), v, 0);
}

uint8_t gen_state(struct gen *g, LLVMValueRef v)
{
    return activity_state(g->c, g->a, v);
}
bool gen_has_shadow(struct gen *g, LLVMValueRef v)
{
    return activity_has_shadow(gen_state(g, v));
}

bool gen_is_active(struct gen *g, LLVMValueRef v)
{
    unsigned id = func_id(g->f, v);
    return id != NO_ID && activity_active(g->a, id);
}

const struct plan_bytes *gen_bytes(const struct gen *g, LLVMValueRef inst)
{
    return &g->bytes[func_id(g->f, inst)];
}

LLVMValueRef gen_primal(struct gen *g, LLVMValueRef v)
{
    unsigned id = func_id(g->f, v);
    if (g->kind == GEN_TANGENTS)
        return gen_reverse_operand(g, v);
    return id == NO_ID ? v : g->primal[id];
}

static LLVMValueRef constant_gep_shadow(struct gen *g, LLVMValueRef v, unsigned direction)
{
    unsigned n = LLVMGetNumIndices(v);
    LLVMValueRef *indices = ARENA_ARRAY(g->arena, LLVMValueRef, n);
    for (unsigned i = 0; i < n; i++)
        indices[i] = LLVMGetOperand(v, i + 1);
    return LLVMBuildGEP2(g->entry, LLVMGetGEPSourceElementType(v),
                         gen_constant_shadow(g, LLVMGetOperand(v, 0), direction), indices, n, "");
}

/* Addresses, and integers that sums and differences make of them; NULL for others. */
static LLVMValueRef expression_shadow(struct gen *g, LLVMValueRef v, unsigned direction)
{
    LLVMOpcode op = LLVMGetConstOpcode(v);
    if (op == LLVMGetElementPtr)
        return constant_gep_shadow(g, v, direction);
    if (op != LLVMAddrSpaceCast && op != LLVMPtrToInt && op != LLVMIntToPtr && op != LLVMAdd &&
        op != LLVMSub)
        return NULL;
    LLVMValueRef x = gen_constant_shadow(g, LLVMGetOperand(v, 0), direction);
    switch (op) {
    case LLVMAddrSpaceCast: return LLVMBuildAddrSpaceCast(g->entry, x, LLVMTypeOf(v), "");
    case LLVMPtrToInt: return LLVMBuildPtrToInt(g->entry, x, LLVMTypeOf(v), "");
    case LLVMIntToPtr: return LLVMBuildIntToPtr(g->entry, x, LLVMTypeOf(v), "");
    case LLVMAdd:
        return LLVMBuildAdd(g->entry, x, gen_constant_shadow(g, LLVMGetOperand(v, 1), direction),
                            "");
    default:
        return LLVMBuildSub(g->entry, x, gen_constant_shadow(g, LLVMGetOperand(v, 1), direction),
                            "");
    }
}

LLVMValueRef gen_constant_shadow(struct gen *g, LLVMValueRef v, unsigned direction)
{
    if (!gen_has_shadow(g, v))
        return v;
    if (LLVMIsAGlobalVariable(v))
        return gen_state(g, v) & STATE_UNKNOWN ? gen_distant_global(g, v)
                                               : gen_global_shadow(g->emission, v, direction);
    LLVMValueRef shadow = LLVMIsAConstantExpr(v) ? expression_shadow(g, v, direction) : NULL;
    if (shadow)
        return shadow;
    diag(g->diags, DIAG_INTERNAL, g->f->fn, "", "a constant that the plan has not refused");
    return v;
}

LLVMValueRef gen_shadow(struct gen *g, LLVMValueRef v, unsigned direction)
{
    unsigned id = func_id(g->f, v);
    if (id == NO_ID)
        return gen_constant_shadow(g, v, direction);
    if (g->kind == GEN_TANGENTS)
        return gen_reverse_shadow(g, v, direction);
    return activity_has_shadow(g->a->state[id]) ? g->shadow[id * g->width + direction]
                                                : g->primal[id];
}

static LLVMValueRef add_fp(struct gen *g, LLVMValueRef a, LLVMValueRef b, LLVMValueRef like)
{
    if (LLVMIsNull(a))
        return b;
    if (LLVMIsNull(b))
        return a;
    LLVMValueRef sum = LLVMBuildFAdd(g->b, a, b, "");
    LLVMFastMathFlags flags = rule_flags((enum rule_fp)g->emission->options->fp, like);
    if (g->emission->options->deterministic)
        flags &= ~(LLVMFastMathFlags)LLVMFastMathAllowReassoc;
    if (LLVMIsAInstruction(sum) && LLVMCanValueUseFastMathFlags(sum))
        LLVMSetFastMathFlags(sum, flags);
    return sum;
}

/* Numbers that an integer in an aggregate carries, of types that nobody tells: one of both is zero,
 * or the run stops. */
static LLVMValueRef add_bits(struct gen *g, LLVMValueRef a, LLVMValueRef b, LLVMValueRef like)
{
    if (LLVMIsNull(a) || LLVMIsNull(b))
        return LLVMIsNull(a) ? b : a;
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(a));
    LLVMValueRef none = LLVMBuildICmp(g->b, LLVMIntEQ, a, zero, "");
    gen_check_zero(g, like ? like : g->f->fn, LLVMBuildSelect(g->b, none, zero, b, ""));
    return LLVMBuildOr(g->b, a, b, "");
}

static LLVMValueRef add_scalar(struct gen *g, LLVMValueRef a, LLVMValueRef b, LLVMValueRef like)
{
    LLVMTypeRef t = LLVMTypeOf(a);
    bool fp = false, ptr = false;
    activity_type_has(t, &fp, &ptr);
    if (fp)
        return add_fp(g, a, b, like);
    return ptr ? a : add_bits(g, a, b, like);
}

LLVMValueRef gen_add(struct gen *g, LLVMValueRef a, LLVMValueRef b, LLVMValueRef like)
{
    LLVMTypeRef t = LLVMTypeOf(a);
    LLVMTypeKind k = LLVMGetTypeKind(t);
    if (k != LLVMStructTypeKind && k != LLVMArrayTypeKind)
        return add_scalar(g, a, b, like);
    unsigned n =
        k == LLVMStructTypeKind ? LLVMCountStructElementTypes(t) : (unsigned)LLVMGetArrayLength2(t);
    LLVMValueRef sum = a;
    for (unsigned i = 0; i < n; i++)
        sum = LLVMBuildInsertValue(g->b, sum,
                                   gen_add(g, LLVMBuildExtractValue(g->b, a, i, ""),
                                           LLVMBuildExtractValue(g->b, b, i, ""), like),
                                   i, "");
    return sum;
}

LLVMValueRef gen_stack_slot(struct gen *g, LLVMTypeRef t, bool zero)
{
    LLVMValueRef slot = LLVMBuildAlloca(g->entry, t, "");
    if (zero)
        LLVMBuildStore(g->entry, LLVMConstNull(t), slot);
    return slot;
}

/* Where the program has rounded an address its shadow is moved as far (gen_moved_shadow): it is
 * aligned no better than allocators align blocks. */
unsigned gen_alignment(struct gen *g, unsigned align, enum access_kind k)
{
    unsigned block = target_block_alignment(g->module);
    return k == ACCESS_SHADOW && align > block ? block : align;
}

/* Bytes of a floating-point register are stored wrongly by ptxas (CUDA 13): on a device a number is
 * where its type may be, which the hardware checks. */
static unsigned access_alignment(struct gen *g, LLVMTypeRef t, unsigned align, enum access_kind k)
{
    bool fp = false, ptr = false;
    unsigned known = gen_alignment(g, align, k);
    if (!target_is_device(g->module) || !activity_type_has(t, &fp, &ptr) || !fp)
        return known;
    unsigned natural = LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(g->module), t);
    return known < natural ? natural : known;
}

LLVMValueRef gen_load(struct gen *g, LLVMTypeRef t, LLVMValueRef p, unsigned align,
                      enum access_kind k)
{
    LLVMValueRef v = LLVMBuildLoad2(g->b, t, p, "");
    LLVMSetAlignment(v, access_alignment(g, t, align, k));
    gen_mark_access(g, v, k);
    return v;
}

LLVMValueRef gen_store(struct gen *g, LLVMValueRef v, LLVMValueRef p, unsigned align,
                       enum access_kind k)
{
    LLVMValueRef s = LLVMBuildStore(g->b, v, p);
    LLVMSetAlignment(s, access_alignment(g, LLVMTypeOf(v), align, k));
    gen_mark_access(g, s, k);
    return s;
}

LLVMValueRef gen_offset(struct gen *g, LLVMValueRef p, LLVMValueRef bytes)
{
    return LLVMBuildInBoundsGEP2(g->b, LLVMInt8TypeInContext(g->context), p, &bytes, 1, "");
}

LLVMBasicBlockRef gen_block(struct gen *g)
{
    return LLVMAppendBasicBlockInContext(g->context, g->fn, "");
}

LLVMValueRef gen_call(struct gen *g, LLVMValueRef fn, LLVMValueRef *args, unsigned n)
{
    return LLVMBuildCall2(g->b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

LLVMValueRef gen_declare(struct gen *g, const char *name, LLVMTypeRef ret, LLVMTypeRef *params,
                         unsigned n)
{
    LLVMValueRef f = LLVMGetNamedFunction(g->module, name);
    return f ? f : LLVMAddFunction(g->module, name, LLVMFunctionType(ret, params, n, 0));
}

void gen_memset(struct gen *g, LLVMValueRef p, LLVMValueRef bytes)
{
    gen_mark_access(
        g,
        LLVMBuildMemSet(g->b, p, LLVMConstInt(LLVMInt8TypeInContext(g->context), 0, 0), bytes, 1),
        ACCESS_SHADOW);
}

static struct gen_guard guard_if(struct gen *g, LLVMValueRef condition)
{
    LLVMBasicBlockRef body = gen_block(g);
    struct gen_guard guard = {gen_block(g)};
    LLVMBuildCondBr(g->b, condition, body, guard.rest);
    LLVMPositionBuilderAtEnd(g->b, body);
    return guard;
}

struct gen_guard gen_guard_begin(struct gen *g, uint8_t state, LLVMValueRef primal,
                                 LLVMValueRef shadow)
{
    return state & STATE_CONST ? guard_if(g, LLVMBuildICmp(g->b, LLVMIntNE, primal, shadow, ""))
                               : (struct gen_guard){NULL};
}

struct gen_guard gen_guard_nonzero(struct gen *g, LLVMValueRef number)
{
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(number));
    return guard_if(g, LLVMBuildFCmp(g->b, LLVMRealUNE, number, zero, ""));
}

struct gen_guard gen_guard_constant(struct gen *g, LLVMValueRef primal, LLVMValueRef shadow)
{
    return guard_if(g, LLVMBuildICmp(g->b, LLVMIntEQ, primal, shadow, ""));
}

void gen_guard_end(struct gen *g, struct gen_guard guard)
{
    if (!guard.rest)
        return;
    LLVMBuildBr(g->b, guard.rest);
    LLVMPositionBuilderAtEnd(g->b, guard.rest);
}

bool gen_unsupported(struct gen *g, LLVMValueRef inst, const char *what)
{
    return diag(g->diags, DIAG_UNSUPPORTED, inst, what);
}

struct rule_env gen_rule_env(struct gen *g, LLVMValueRef inst, LLVMValueRef (*value)(void *, int),
                             void *user)
{
    const struct enz_options *o = g->emission->options;
    return (struct rule_env){.cx = g->cx,
                             .module = g->module,
                             .builder = g->b,
                             .primal = inst,
                             .strong_zero = o->strong_zero,
                             .singular_ieee = o->singular_ieee,
                             .value = value,
                             .user = user,
                             .ties = (enum rule_ties)o->ties,
                             .fp = (enum rule_fp)o->fp};
}
