/* What generated accesses say of aliases.
 *
 * Accesses to memory of the primal, to shadows and to tapes never overlap. Where the primal's
 * accesses say which of several objects they are to, that are apart (ir/scopes.h), so do theirs and
 * those of their shadows.
 *
 * Both hold in one call of the function, and of objects whose scopes are declared in a loop, in one
 * iteration of it: that is said where a call or an iteration begins, in either sweep, so that what
 * LLVM makes of calls that it inlines and of loops that it unrolls stays right. */
#include "base/limits.h"
#include "base/options.h"
#include "emit/derivative.h"
#include "ir/scopes.h"

static void make_kinds(struct gen *g)
{
    LLVMMetadataRef domain = scopes_domain(g->context, "enz.kinds");
    for (unsigned i = 0; i < 3; i++)
        g->kinds[i] = scopes_new(g->context, domain);
}

void gen_mark_access(struct gen *g, LLVMValueRef inst, enum access_kind k)
{
    if (!LLVMIsAInstruction(inst))
        return;
    if (!g->kinds[0]) /* around a rule of the program's, which is no function of ours */
        make_kinds(g);
    LLVMMetadataRef others[2] = {g->kinds[(k + 1) % 3], g->kinds[(k + 2) % 3]};
    scopes_forget(inst);
    scopes_append(g->arena, inst, "alias.scope", &g->kinds[k], 1);
    scopes_append(g->arena, inst, "noalias", others, 2);
}

/* ---- objects --------------------------------------------------------------------------------- */

/* The domain, in this function, of scopes of one of the primal's domains. */
static LLVMMetadataRef domain_here(struct gen *g, LLVMMetadataRef scope)
{
    LLVMMetadataRef primal = scopes_domain_of(g->arena, scope, g->context),
                    domain = map_get(&g->object_domains, primal);
    if (!domain)
        map_put(&g->object_domains, primal, domain = scopes_domain(g->context, "enz.derivative"));
    return domain;
}

/* The scopes of the object in this function and of its shadows. */
static LLVMMetadataRef *scopes_here(struct gen *g, LLVMMetadataRef scope)
{
    LLVMMetadataRef *scopes = map_get(&g->object_scopes, scope);
    if (scopes)
        return scopes;
    scopes = ARENA_ARRAY(g->arena, LLVMMetadataRef, 1 + g->width);
    for (unsigned i = 0; i <= g->width; i++)
        scopes[i] = scopes_new(g->context, domain_here(g, scope));
    map_put(&g->object_scopes, scope, scopes);
    return scopes;
}

static void scopes_to_here(struct gen *g, LLVMMetadataRef *scopes, unsigned n, enum access_kind k,
                           unsigned direction)
{
    for (unsigned i = 0; i < n; i++)
        scopes[i] = scopes_here(g, scopes[i])[k == ACCESS_PRIMAL ? 0 : 1 + direction];
}

/* ---- shadows of arguments that are apart ----------------------------------------------------- */

/* Of more there is no scope for each. */
enum { ARGUMENT_SCOPES = 32 };

bool derivative_shadows_apart(const struct emission *e, const struct derivative *d)
{
    return e->options->noalias_shadow && d->key.outermost;
}

/* The argument that an address is based on, or NO_ID. */
static unsigned argument_of(struct gen *g, LLVMValueRef pointer)
{
    LLVMValueRef base = ezb_underlying_object(pointer, ADDRESS_STEPS);
    return LLVMIsAArgument(base) ? func_id(g->f, base) : NO_ID;
}

static void make_argument_scopes(struct gen *g)
{
    LLVMMetadataRef domain = scopes_domain(g->context, "enz.arguments");
    g->argument_scopes = ARENA_ARRAY(g->arena, LLVMMetadataRef, ARGUMENT_SCOPES);
    g->argument_scope = ARENA_ARRAY(g->arena, unsigned, g->f->arg_count);
    for (unsigned k = 0; k < g->f->arg_count; k++) {
        g->argument_scope[k] = g->argument_scope_count;
        if (derivative_param_shadow(g->deriv, k))
            g->argument_scope_count += g->width;
    }
    if (g->argument_scope_count > ARGUMENT_SCOPES)
        g->argument_scope_count = 0;
    for (unsigned i = 0; i < g->argument_scope_count; i++)
        g->argument_scopes[i] = scopes_new(g->context, domain);
    scopes_declare(g->module, g->entry, g->argument_scopes, g->argument_scope_count);
}

static void mark_argument(struct gen *g, LLVMValueRef access, LLVMValueRef inst, unsigned direction)
{
    if (!derivative_shadows_apart(g->emission, g->deriv) || !LLVMIsAInstruction(access))
        return;
    if (!g->argument_scopes)
        make_argument_scopes(g);
    unsigned k = argument_of(g, LLVMGetOperand(inst, LLVMIsAStoreInst(inst) ? 1 : 0));
    if (k != NO_ID && derivative_param_shadow(g->deriv, k) && g->argument_scope_count)
        scopes_mark(g->arena, access, g->argument_scopes, g->argument_scope_count,
                    UINT64_C(1) << (g->argument_scope[k] + direction));
}

void gen_mark_access_like(struct gen *g, LLVMValueRef access, enum access_kind k, LLVMValueRef inst,
                          unsigned direction)
{
    LLVMMetadataRef in[SCOPES_MAX], out[SCOPES_MAX];
    unsigned n = scopes_of(g->arena, inst, in), m = scopes_not_of(g->arena, inst, out);
    /* The second half of a split derivative may get other shadows than the first has tested. */
    bool tested = k == ACCESS_PRIMAL || !g->plan || !g->plan->reusable;
    gen_mark_access(g, access, k);
    if (k == ACCESS_SHADOW)
        mark_argument(g, access, inst, direction);
    if (n == SCOPES_MAX || !tested || !LLVMIsAInstruction(access))
        return;
    scopes_to_here(g, in, n, k, direction);
    scopes_to_here(g, out, m, k, direction);
    if (n)
        scopes_append(g->arena, access, "alias.scope", in, n);
    if (m)
        scopes_append(g->arena, access, "noalias", out, m);
}

void gen_declare_objects(struct gen *g, LLVMBuilderRef b, unsigned v)
{
    LLVMMetadataRef scope = scopes_declared(g->f->values[v]);
    if (scope && scopes_is_object(g->arena, scope, g->context))
        scopes_declare(g->module, b, scopes_here(g, scope), 1 + g->width);
}

void gen_declare_objects_of(struct gen *g, LLVMBuilderRef b, unsigned loop)
{
    const struct func *f = g->f;
    for (unsigned k = 0; k < f->block_count; k++)
        for (unsigned i = 0; f->blocks[k].loop == loop && i < f->blocks[k].count; i++)
            if (f->calls[f->blocks[k].first + i].cls == CALL_NOP)
                gen_declare_objects(g, b, f->blocks[k].first + i);
}

void gen_declare_kinds(struct gen *g)
{
    make_kinds(g);
    scopes_declare(g->module, g->entry, g->kinds, 3);
}

/* ---- enz.disjoint ---------------------------------------------------------------------------- */

static LLVMValueRef saturating_add(struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef i64 = gen_i64(g);
    static const char name[] = "llvm.sadd.sat";
    unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(g->module, id, &i64, 1), args[] = {a, b};
    return gen_call(g, fn, args, 2);
}

struct two_places {
    LLVMValueRef p, q; /* as integers */
};

/* p + high <= q + low, as numbers that do not wrap around. In code that is differentiated again
 * addresses are compared, not subtracted: that would say that both are in one object. */
static LLVMValueRef ends_before(struct gen *g, struct two_places at, LLVMValueRef high,
                                LLVMValueRef low)
{
    LLVMValueRef start = at.q;
    if (g->deriv->key.nested)
        high = saturating_add(g, at.p, high);
    else
        start = LLVMBuildSub(g->b, at.q, at.p, "");
    return LLVMBuildICmp(g->b, LLVMIntSLE, high, saturating_add(g, start, low), "");
}

static LLVMValueRef are_disjoint(struct gen *g, LLVMValueRef p, LLVMValueRef q,
                                 const LLVMValueRef *bounds)
{
    LLVMTypeRef i64 = gen_i64(g);
    struct two_places at = {LLVMBuildPtrToInt(g->b, p, i64, ""),
                            LLVMBuildPtrToInt(g->b, q, i64, "")};
    LLVMValueRef before = ends_before(g, at, bounds[1], bounds[2]),
                 behind = ends_before(g, (struct two_places){at.q, at.p}, bounds[3], bounds[0]);
    return LLVMBuildOr(g->b, before, behind, "");
}

/* The shadow, unless it is null, points to other words than the record has. A word is not read
 * where those in front of it differ. */
static LLVMValueRef holds_others(struct gen *g, LLVMValueRef shadow, LLVMValueRef record,
                                 uint64_t words)
{
    LLVMTypeRef ptr = gen_ptr_type(g);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(g->module), ptr);
    LLVMValueRef others = LLVMBuildIsNull(g->b, shadow, "");
    for (uint64_t i = 0; i < words; i++) {
        LLVMValueRef from = LLVMBuildSelect(g->b, others, record, shadow, ""),
                     at = gen_const_i64(g, i * size),
                     word = LLVMBuildLoad2(g->b, ptr, gen_offset(g, from, at), ""),
                     want = LLVMBuildLoad2(g->b, ptr, gen_offset(g, record, at), "");
        LLVMSetAlignment(word, 1);
        others = LLVMBuildOr(g->b, others, LLVMBuildICmp(g->b, LLVMIntNE, word, want, ""), "");
    }
    return others;
}

static LLVMValueRef shadows_apart(struct gen *g, LLVMValueRef inst, unsigned direction,
                                  const LLVMValueRef *bounds)
{
    bool record = rule_compares_record(inst);
    LLVMValueRef p = gen_shadow(g, LLVMGetOperand(inst, 0), direction), q = LLVMGetOperand(inst, 3),
                 high = LLVMGetOperand(inst, 5);
    if (record && LLVMIsAConstantInt(high) && LLVMConstIntGetZExtValue(high) > 1)
        return holds_others(g, p, gen_primal(g, q), LLVMConstIntGetZExtValue(high) - 1);
    return are_disjoint(g, p, record ? gen_primal(g, q) : gen_shadow(g, q, direction), bounds);
}

bool gen_disjoint(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v], p = LLVMGetOperand(inst, 0), q = LLVMGetOperand(inst, 3),
                 bounds[4];
    static const unsigned places[] = {1, 2, 4, 5};
    for (unsigned i = 0; i < 4; i++)
        bounds[i] = gen_primal(g, LLVMGetOperand(inst, places[i]));
    LLVMValueRef apart = are_disjoint(g, gen_primal(g, p), gen_primal(g, q), bounds);
    unsigned k = argument_of(g, p), l = argument_of(g, q);
    bool promised =
             derivative_shadows_apart(g->emission, g->deriv) && k != NO_ID && l != NO_ID && k != l,
         record = rule_compares_record(inst),
         shadows = !g->primal_only && !promised && gen_has_shadow(g, p) &&
                   (record || gen_has_shadow(g, q));
    for (unsigned direction = 0; direction < g->width && shadows; direction++)
        apart = LLVMBuildAnd(g->b, apart, shadows_apart(g, inst, direction, bounds), "");
    gen_note_value(g, v, apart);
    return true;
}
