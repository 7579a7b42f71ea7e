/* Shadows of integers from which addresses are calculated (facts/words.h).
 *
 * The shadow of a word is what the program would have there if all blocks were where their shadows
 * are. So an integer that is none of an address is its own shadow; in memory it may also have a
 * zero beside it. What is calculated by sums, differences and exclusive ors has the same of the
 * shadows of its operands: the difference of addresses in two blocks is that of the shadows, and
 * added to an address in the one it gives the shadow in the other. So it is with marks in bits that
 * are put in or masked out, and with halves that are laid together again. What else is made of an
 * address, a hash, say, is no address, and lies elsewhere in a table than the same of the shadow
 * would: its shadow is lost (ENZ_RT_LOST), unless it is the same. It stays lost whatever is done
 * with it, and ends the run where a pointer is made of it. */
#include "base/limits.h"
#include "base/target.h"
#include "emit/derivative.h"
#include "enz_rt.h"
#include "facts/words.h"
#include <string.h>

/* An operation on two words, in one direction. */
struct word_pair {
    struct gen *g;
    LLVMValueRef inst;
    LLVMValueRef primal[2], shadow[2]; /* operands */
    LLVMValueRef lost;                 /* i1: the shadow of one is */
};

static const uint64_t each_byte = UINT64_C(0x0101010101010101);

static LLVMValueRef lost_word(LLVMTypeRef t)
{
    return LLVMConstInt(t, ENZ_RT_LOST * each_byte, 0);
}

static LLVMValueRef equal(struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildICmp(g->b, LLVMIntEQ, a, b, "");
}

/* What has nothing beside it, or is nothing, is its own shadow. */
static LLVMValueRef own_or_shadow(struct gen *g, LLVMValueRef primal, LLVMValueRef shadow)
{
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(primal)),
                 own = LLVMBuildOr(g->b, equal(g, shadow, zero), equal(g, primal, zero), "");
    return LLVMBuildSelect(g->b, own, primal, shadow, "");
}

static struct word_pair operands_of(struct gen *g, LLVMValueRef inst, unsigned direction)
{
    struct word_pair w = {
        .g = g, .inst = inst, .lost = LLVMConstNull(LLVMInt1TypeInContext(g->context))};
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef v = LLVMGetOperand(inst, k);
        w.primal[k] = w.shadow[k] = gen_primal(g, v);
        if (!gen_has_shadow(g, v))
            continue;
        w.shadow[k] = own_or_shadow(g, w.primal[k], gen_shadow(g, v, direction));
        w.lost = LLVMBuildOr(g->b, w.lost, equal(g, w.shadow[k], lost_word(LLVMTypeOf(v))), "");
    }
    return w;
}

static LLVMValueRef is_own(const struct word_pair *w, unsigned k)
{
    return equal(w->g, w->primal[k], w->shadow[k]);
}

static LLVMValueRef calculated(const struct word_pair *w)
{
    return LLVMBuildBinOp(w->g->b, LLVMGetInstructionOpcode(w->inst), w->shadow[0], w->shadow[1],
                          "");
}

static LLVMValueRef unless(const struct word_pair *w, LLVMValueRef ok, LLVMValueRef shadow)
{
    return LLVMBuildSelect(w->g->b, ok, shadow, lost_word(LLVMTypeOf(shadow)), "");
}

static LLVMValueRef either(const struct word_pair *w, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildOr(w->g->b, a, b, "");
}

/* Operand k is no address; the result is as far from the other one as in the primal. Blocks and
 * their shadows need not be aligned alike: what is rounded down is moved as far. */
static LLVMValueRef moved(const struct word_pair *w, unsigned k)
{
    return gen_moved_shadow(w->g, w->primal[!k], w->shadow[!k], gen_primal(w->g, w->inst));
}

/* Mask k leaves an address. (Its lowest bits are zero, or marks.) */
static LLVMValueRef keeps_address(const struct word_pair *w, unsigned k)
{
    LLVMValueRef bits = LLVMConstInt(LLVMTypeOf(w->inst), WORD_ADDRESS_BITS, 0);
    return LLVMBuildAnd(w->g->b, is_own(w, k),
                        equal(w->g, LLVMBuildAnd(w->g->b, w->primal[k], bits, ""), bits), "");
}

/* It leaves bits by which blocks are aligned, or that are alike in all addresses: they say nothing
 * of where the block is. */
static LLVMValueRef keeps_no_address(const struct word_pair *w, unsigned k)
{
    LLVMTypeRef t = LLVMTypeOf(w->inst);
    LLVMValueRef bits = LLVMConstInt(t, WORD_ADDRESS_BITS, 0),
                 none =
                     equal(w->g, LLVMBuildAnd(w->g->b, w->primal[k], bits, ""), LLVMConstNull(t));
    return LLVMBuildAnd(w->g->b, is_own(w, k), none, "");
}

/* It leaves half of an address. */
static LLVMValueRef keeps_half(const struct word_pair *w, unsigned k)
{
    enum { HALF_BITS = 32, MARKS = 15 };
    LLVMTypeRef t = LLVMTypeOf(w->inst);
    LLVMValueRef high = LLVMConstInt(t, UINT32_MAX, 0),
                 mask = LLVMBuildOr(w->g->b, w->primal[k], LLVMConstInt(t, MARKS, 0), ""),
                 upper = LLVMBuildShl(w->g->b, high, LLVMConstInt(t, HALF_BITS, 0), "");
    return LLVMBuildAnd(w->g->b, is_own(w, k),
                        either(w, equal(w->g, mask, high), equal(w->g, w->primal[k], upper)), "");
}

/* Other bits of an address are none, and have no shadow if they are not the same in it. */
static LLVMValueRef masked(const struct word_pair *w)
{
    LLVMValueRef primal = gen_primal(w->g, w->inst), shadow = calculated(w),
                 same = equal(w->g, shadow, primal);
    shadow = unless(w, either(w, same, either(w, keeps_half(w, 0), keeps_half(w, 1))), shadow);
    for (unsigned k = 0; k < 2; k++) {
        shadow = LLVMBuildSelect(w->g->b, keeps_address(w, k), moved(w, k), shadow, "");
        shadow = LLVMBuildSelect(w->g->b, keeps_no_address(w, k), primal, shadow, "");
    }
    return shadow;
}

/* Both have bits in different places: parts of one word, laid together. */
static LLVMValueRef are_apart(const struct word_pair *w)
{
    LLVMValueRef both = either(w, LLVMBuildAnd(w->g->b, w->primal[0], w->primal[1], ""),
                               LLVMBuildAnd(w->g->b, w->shadow[0], w->shadow[1], ""));
    return equal(w->g, both, LLVMConstNull(LLVMTypeOf(both)));
}

/* Marks are put into an address, or two parts are laid together. */
static LLVMValueRef joined(const struct word_pair *w)
{
    LLVMValueRef shadow = unless(w, are_apart(w), calculated(w));
    for (unsigned k = 0; k < 2; k++)
        shadow = LLVMBuildSelect(w->g->b, is_own(w, k), moved(w, k), shadow, "");
    return shadow;
}

/* A product, a hash: no address. */
static LLVMValueRef other(const struct word_pair *w)
{
    return unless(w, LLVMBuildAnd(w->g->b, is_own(w, 0), is_own(w, 1), ""),
                  gen_primal(w->g, w->inst));
}

/* How far an address lies behind where a block might begin says nothing of where the block is. */
static LLVMValueRef rest(const struct word_pair *w)
{
    LLVMValueRef most = LLVMConstInt(LLVMTypeOf(w->inst), WORD_LOW_BITS + 1, 0),
                 low = LLVMBuildICmp(w->g->b, LLVMIntULE, w->primal[1], most, "");
    return LLVMBuildSelect(w->g->b, LLVMBuildAnd(w->g->b, is_own(w, 1), low, ""),
                           gen_primal(w->g, w->inst), other(w), "");
}

/* ---- parts of words ---- */

static LLVMValueRef apart_slot(struct gen *g, unsigned v)
{
    struct gen_part *part = &g->parts[v];
    if (!part->apart)
        part->apart = gen_stack_slot(g, LLVMInt1TypeInContext(g->context), true);
    return part->apart;
}

static void note_apart(struct gen *g, unsigned v, LLVMValueRef apart)
{
    LLVMValueRef slot = apart_slot(g, v);
    if (g->bytes[v].ever)
        apart = LLVMBuildOr(g->b, apart,
                            LLVMBuildLoad2(g->b, LLVMInt1TypeInContext(g->context), slot, ""), "");
    LLVMBuildStore(g->b, apart, slot);
}

static LLVMValueRef differ(struct gen *g, LLVMValueRef primal, LLVMValueRef shadow)
{
    return LLVMBuildICmp(g->b, LLVMIntNE, own_or_shadow(g, primal, shadow), primal, "");
}

/* What is loaded is part of a word if its shadow says so. */
static void note_loaded_part(struct gen *g, unsigned v)
{
    LLVMValueRef load = g->f->values[v], from = LLVMGetOperand(load, 0),
                 at = gen_shadow(g, from, 0); /* those of all directions are alike */
    note_apart(g, v, LLVMConstNull(LLVMInt1TypeInContext(g->context)));
    struct gen_guard guard = gen_guard_begin(g, gen_state(g, from), gen_primal(g, from), at);
    LLVMValueRef shadow = gen_load(g, LLVMTypeOf(load), at, LLVMGetAlignment(load), ACCESS_SHADOW);
    note_apart(
        g, v,
        g->bytes[v].tracked
            ? gen_kind_has_address(
                  g, at, LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module), LLVMTypeOf(load)))
            : differ(g, gen_primal(g, load), shadow));
    gen_guard_end(g, guard);
}

void gen_note_word_part(struct gen *g, unsigned v)
{
    LLVMValueRef part = g->f->values[v], whole = LLVMGetOperand(part, 0);
    if (!g->bytes[v].perhaps_word || g->kind == GEN_REVERSE)
        return;
    if (LLVMIsALoadInst(part)) {
        note_loaded_part(g, v);
        return;
    }
    LLVMValueRef shadow = own_or_shadow(g, gen_primal(g, whole), gen_shadow(g, whole, 0));
    shadow = LLVMBuildTrunc(g->b, shadow, LLVMTypeOf(part), "");
    note_apart(g, v, LLVMBuildICmp(g->b, LLVMIntNE, shadow, gen_primal(g, part), ""));
}

/* The narrower integer that inst widens or stores is, or is made of, part of an address, an i1. */
static LLVMValueRef is_part(struct gen *g, LLVMValueRef inst)
{
    const struct plan_sources *parts = gen_bytes(g, inst)->parts_of_words;
    LLVMTypeRef flag = LLVMInt1TypeInContext(g->context);
    LLVMValueRef found = LLVMConstNull(flag);
    if (!parts)
        return found;
    if (parts->certain)
        return LLVMConstAllOnes(flag);
    for (unsigned i = 0; i < parts->count; i++) {
        LLVMValueRef slot = apart_slot(g, func_id(g->f, parts->items[i].value));
        found = LLVMBuildOr(g->b, found, LLVMBuildLoad2(g->b, flag, slot, ""), "");
    }
    return found;
}

static LLVMValueRef lost_or_own(struct gen *g, LLVMValueRef lost, LLVMValueRef primal)
{
    return LLVMBuildSelect(g->b, lost, lost_word(LLVMTypeOf(primal)), primal, "");
}

/* ---- LLVM's functions ---- */

static bool is_choice(LLVMValueRef call)
{
    static const char *const names[] = {"llvm.umin", "llvm.umax", "llvm.smin", "llvm.smax"};
    const char *name = LLVMGetValueName(LLVMGetCalledValue(call));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(name, names[i], strlen(names[i])))
            return true;
    return false;
}

/* The result is one of two words; or it is no address. */
static LLVMValueRef shadow_of_call(struct gen *g, LLVMValueRef call, unsigned direction)
{
    LLVMValueRef result = gen_primal(g, call), shadow = result,
                 lost = LLVMConstNull(LLVMInt1TypeInContext(g->context));
    bool choice = is_choice(call);
    for (unsigned k = LLVMGetNumArgOperands(call); k-- > 0;) {
        LLVMValueRef v = LLVMGetOperand(call, k), primal = gen_primal(g, v);
        if (!gen_is_word(g, LLVMTypeOf(v)) || (!choice && !gen_has_shadow(g, v)))
            continue;
        LLVMValueRef s =
            gen_has_shadow(g, v) ? own_or_shadow(g, primal, gen_shadow(g, v, direction)) : primal;
        if (choice)
            shadow = LLVMBuildSelect(g->b, equal(g, result, primal), s, shadow, "");
        else
            lost = LLVMBuildOr(g->b, lost, LLVMBuildNot(g->b, equal(g, s, primal), ""), "");
    }
    return lost_or_own(g, lost, shadow);
}

void gen_note_call_words(struct gen *g, unsigned v)
{
    LLVMValueRef call = g->f->values[v];
    if (g->primal_only || !LLVMIsAIntrinsicInst(call) || !gen_is_word(g, LLVMTypeOf(call)) ||
        !gen_has_shadow(g, call))
        return;
    for (unsigned direction = 0; direction < g->width; direction++)
        gen_note_shadow(g, v, direction, shadow_of_call(g, call, direction));
}

/* ---- arithmetic ---- */

static LLVMValueRef of_pair(struct gen *g, LLVMValueRef inst, unsigned direction,
                            LLVMValueRef (*make)(const struct word_pair *))
{
    struct word_pair w = operands_of(g, inst, direction);
    LLVMValueRef shadow = make(&w);
    return LLVMBuildSelect(g->b, w.lost, lost_word(LLVMTypeOf(shadow)), shadow, "");
}

LLVMValueRef gen_word_shadow(struct gen *g, LLVMValueRef inst, unsigned direction)
{
    static LLVMValueRef (*const make[])(const struct word_pair *) = {
        [WORD_CALCULATED] = calculated, [WORD_JOINED] = joined,
        [WORD_MASKED] = masked,         [WORD_REST] = rest,
        [WORD_OTHER] = other,
    };
    enum word_rule rule = (enum word_rule)gen_bytes(g, inst)->word;
    if (rule == WORD_LANE)
        return lost_word(LLVMTypeOf(inst));
    if (rule == WORD_WIDENED)
        return lost_or_own(g, is_part(g, inst), gen_primal(g, inst));
    return of_pair(g, inst, direction, make[rule]);
}

/* ---- memory ---- */

/* Half of the word is not known: then the word is not. */
LLVMValueRef gen_loaded_word(struct gen *g, LLVMValueRef load, LLVMValueRef shadow)
{
    enum { HALF_BITS = 32 };
    LLVMTypeRef t = LLVMTypeOf(shadow), half = LLVMInt32TypeInContext(g->context);
    if (!g->c->words || !gen_is_word(g, t))
        return shadow;
    LLVMValueRef any = LLVMConstNull(LLVMInt1TypeInContext(g->context)),
                 primal = gen_primal(g, load);
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef by = LLVMConstInt(t, k * HALF_BITS, 0),
                     p = LLVMBuildTrunc(g->b, LLVMBuildLShr(g->b, primal, by, ""), half, ""),
                     s = LLVMBuildTrunc(g->b, LLVMBuildLShr(g->b, shadow, by, ""), half, ""),
                     lost = LLVMBuildAnd(g->b, equal(g, s, lost_word(half)),
                                         LLVMBuildICmp(g->b, LLVMIntNE, p, s, ""), "");
        any = LLVMBuildOr(g->b, any, lost, "");
    }
    return LLVMBuildSelect(g->b, any, lost_word(t), shadow, "");
}

static uint64_t stored_bytes(struct gen *g, LLVMValueRef store)
{
    return LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module),
                               LLVMTypeOf(LLVMGetOperand(store, 0)));
}

/* Vectors that addresses went into are not followed. */
static void clear_words(struct gen *g, LLVMValueRef store, LLVMValueRef shadow)
{
    bool lost = gen_bytes(g, store)->store->of_address;
    LLVMValueRef byte = LLVMConstInt(LLVMInt8TypeInContext(g->context), lost ? ENZ_RT_LOST : 0, 0);
    LLVMValueRef bytes = gen_const_i64(g, stored_bytes(g, store)),
                 fill = LLVMBuildMemSet(g->b, shadow, byte, bytes, 1);
    gen_mark_access(g, fill, ACCESS_SHADOW);
}

void gen_clear_word(struct gen *g, LLVMValueRef store, unsigned direction)
{
    LLVMValueRef to = LLVMGetOperand(store, 1), shadow = gen_shadow(g, to, direction);
    if (gen_bytes(g, store)->store->part_of_word) /* see gen_store_word_part */
        return;
    struct gen_guard guard = gen_guard_begin(g, gen_state(g, to), gen_primal(g, to), shadow);
    clear_words(g, store, shadow);
    gen_guard_end(g, guard);
}

/* void enz_rt_kind_word_part(shadow, primal, n, value, lost) */
static void store_part(struct gen *g, LLVMValueRef store, LLVMValueRef shadow, LLVMValueRef lost)
{
    LLVMTypeRef ptr = gen_ptr_type(g), i64 = gen_i64(g), i32 = LLVMInt32TypeInContext(g->context),
                none = LLVMVoidTypeInContext(g->context), params[] = {ptr, ptr, i64, i64, i32};
    uint64_t n = stored_bytes(g, store);
    LLVMTypeRef bits = LLVMIntTypeInContext(g->context, (unsigned)(8 * n));
    LLVMValueRef value = gen_primal(g, LLVMGetOperand(store, 0));
    value = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind
                ? LLVMBuildBitCast(g->b, value, bits, "")
                : value;
    LLVMValueRef args[] = {shadow, gen_primal(g, LLVMGetOperand(store, 1)), gen_const_i64(g, n),
                           LLVMBuildZExt(g->b, value, i64, ""), LLVMBuildZExt(g->b, lost, i32, "")};
    gen_call(g, gen_declare(g, "enz_rt_kind_word_part", none, params, 5), args, 5);
}

void gen_store_word_part(struct gen *g, LLVMValueRef store)
{
    LLVMValueRef to = LLVMGetOperand(store, 1), v = LLVMGetOperand(store, 0);
    const struct plan_store *plan = gen_bytes(g, store)->store;
    if (g->primal_only || !plan || !plan->part_of_word)
        return;
    LLVMValueRef lost = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind
                            ? LLVMConstInt(LLVMInt1TypeInContext(g->context), plan->of_address, 0)
                            : is_part(g, store);
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef shadow = gen_shadow(g, to, direction);
        struct gen_guard guard = gen_guard_begin(g, gen_state(g, to), gen_primal(g, to), shadow);
        store_part(g, store, shadow, lost);
        gen_guard_end(g, guard);
    }
}

void gen_fill_words(struct gen *g, LLVMValueRef fill)
{
    LLVMValueRef p = LLVMGetOperand(fill, 0), bytes = gen_primal(g, LLVMGetOperand(fill, 2));
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef shadow = gen_shadow(g, p, direction);
        struct gen_guard guard = gen_guard_begin(g, gen_state(g, p), gen_primal(g, p), shadow);
        gen_memset(g, shadow, bytes);
        gen_guard_end(g, guard);
    }
}

/* ---- where addresses are used ---- */

static void check_root(struct gen *g, LLVMValueRef inst, LLVMValueRef root)
{
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef shadow = gen_shadow(g, root, direction), primal = gen_primal(g, root);
        if (!primal || !shadow)
            continue;
        LLVMValueRef none = LLVMBuildOr(g->b, equal(g, primal, shadow),
                                        equal(g, shadow, LLVMConstNull(LLVMTypeOf(shadow))), "");
        gen_end_at(g, none, "enz_rt_address_made", gen_where(g, inst));
    }
}

void gen_check_words(struct gen *g, LLVMValueRef inst, LLVMValueRef pointer)
{
    LLVMValueRef root = ezb_underlying_object(pointer, ADDRESS_STEPS);
    unsigned id = func_id(g->f, root);
    if (id != NO_ID && g->bytes[id].calculated)
        check_root(g, inst, root);
}

void gen_check_kept_word(struct gen *g, LLVMValueRef store, unsigned direction)
{
    LLVMValueRef v = LLVMGetOperand(store, 0);
    if (!gen_bytes(g, store)->store->keeps_word)
        return;
    LLVMValueRef primal = gen_primal(g, v),
                 shadow = own_or_shadow(g, primal, gen_shadow(g, v, direction));
    gen_end_at(g, LLVMBuildNot(g->b, equal(g, primal, shadow), ""), "enz_rt_address_lost",
               gen_where(g, store));
}
