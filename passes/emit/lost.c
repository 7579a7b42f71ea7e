/* Shadows that are lost: an integer that arithmetic makes of an address, or of its bytes, has none.
 *
 * Where such an integer is stored, and pointers may be loaded, the shadow says so until something
 * else is stored: the kind map has a tag for it, elsewhere the bytes of the shadow are ENZ_RT_LOST,
 * which no address has. A pointer whose shadow is lost ends the program when it is loaded. Whether
 * an integer was made of an address is often for the run to say, because the memory it was loaded
 * from has integers beside pointers: where it is loaded, what its shadow has is looked at and
 * noted. */
#include "base/target.h"
#include "emit/derivative.h"
#include "enz_rt.h"

static LLVMTypeRef flag_type(struct gen *g)
{
    return LLVMInt1TypeInContext(g->context);
}

/* Outside of the kind map. A byte of a shadow may be zero where the others of the pointer are not.
 */
static LLVMValueRef word_has_address(struct gen *g, LLVMValueRef load, LLVMValueRef shadow,
                                     uint64_t n)
{
    unsigned word = target_pointer_bytes(g->module);
    LLVMTypeRef ptr = gen_ptr_type(g), i64 = gen_i64(g), i32 = LLVMInt32TypeInContext(g->context),
                params[] = {ptr, i64};
    LLVMValueRef args[] = {shadow, gen_const_i64(g, n)}, found;
    if (n == word && LLVMGetAlignment(load) >= word)
        found = gen_load(g, target_size(g->module), shadow, word, ACCESS_SHADOW);
    else
        found = gen_call(g, gen_declare(g, "enz_rt_has_address", i32, params, 2), args, 2);
    return LLVMBuildICmp(g->b, LLVMIntNE, found, LLVMConstNull(LLVMTypeOf(found)), "");
}

/* Bytes of an address are, or may be, in the shadow of what is loaded. */
static LLVMValueRef has_address(struct gen *g, LLVMValueRef load, LLVMValueRef shadow)
{
    uint64_t n = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module), LLVMTypeOf(load));
    return gen_bytes(g, load)->tracked ? gen_kind_has_address(g, shadow, n)
                                       : word_has_address(g, load, shadow, n);
}

static LLVMValueRef found_slot(struct gen *g, unsigned v)
{
    struct gen_part *part = &g->parts[v];
    if (!part->found)
        part->found = gen_stack_slot(g, flag_type(g), true);
    return part->found;
}

static void note_found(struct gen *g, unsigned v, LLVMValueRef found)
{
    LLVMValueRef slot = found_slot(g, v);
    if (g->bytes[v].ever)
        found = LLVMBuildOr(g->b, found, LLVMBuildLoad2(g->b, flag_type(g), slot, ""), "");
    LLVMBuildStore(g->b, found, slot);
}

void gen_look_for_address(struct gen *g, unsigned v)
{
    if (!g->bytes[v].perhaps_bytes || g->kind == GEN_REVERSE)
        return;
    LLVMValueRef load = g->f->values[v], from = LLVMGetOperand(load, 0),
                 shadow = gen_shadow(g, from, 0); /* those of all directions are alike */
    note_found(g, v, LLVMConstNull(flag_type(g)));
    struct gen_guard guard = gen_guard_begin(g, gen_state(g, from), gen_primal(g, from), shadow);
    note_found(g, v, has_address(g, load, shadow));
    gen_guard_end(g, guard);
}

LLVMValueRef gen_stores_address(struct gen *g, LLVMValueRef store)
{
    const struct plan_sources *addresses = gen_bytes(g, store)->store->addresses;
    LLVMValueRef found = LLVMConstNull(flag_type(g));
    if (!addresses)
        return found;
    if (addresses->certain)
        return LLVMConstAllOnes(flag_type(g));
    for (unsigned i = 0; i < addresses->count; i++) {
        LLVMValueRef slot = found_slot(g, func_id(g->f, addresses->items[i].value));
        found = LLVMBuildOr(g->b, found, LLVMBuildLoad2(g->b, flag_type(g), slot, ""), "");
    }
    return found;
}

void gen_lose_shadow(struct gen *g, LLVMValueRef store, unsigned direction)
{
    LLVMValueRef to = LLVMGetOperand(store, 1), shadow = gen_shadow(g, to, direction),
                 lost = gen_stores_address(g, store);
    LLVMTypeRef i8 = LLVMInt8TypeInContext(g->context), t = LLVMTypeOf(LLVMGetOperand(store, 0));
    LLVMValueRef bytes =
        gen_const_i64(g, LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module), t));
    LLVMValueRef mark =
        LLVMBuildSelect(g->b, lost, LLVMConstInt(i8, ENZ_RT_LOST, 0), LLVMConstNull(i8), "");
    struct gen_guard guard = gen_guard_begin(g, gen_state(g, to), gen_primal(g, to), shadow);
    gen_mark_access(g, LLVMBuildMemSet(g->b, shadow, mark, bytes, 1), ACCESS_SHADOW);
    gen_guard_end(g, guard);
}

/* ---- where such an integer is used as an address ---- */

void gen_check_made(struct gen *g, LLVMValueRef v)
{
    if (gen_bytes(g, v)->made)
        gen_end_unless_null(g, v, "enz_rt_address_made");
}

void gen_check_lost(struct gen *g, LLVMValueRef v, LLVMValueRef shadow)
{
    LLVMTypeRef ptr = gen_ptr_type(g), none = LLVMVoidTypeInContext(g->context), t = LLVMTypeOf(v),
                params[3] = {ptr, ptr, ptr};
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    if ((!g->c->addresses_lost && !g->c->words && !LLVMIsAIntToPtrInst(v)) ||
        LLVMGetTypeKind(vector ? LLVMGetElementType(t) : t) != LLVMPointerTypeKind)
        return;
    for (unsigned i = 0, n = vector ? LLVMGetVectorSize(t) : 1; i < n; i++) {
        LLVMValueRef args[3] = {gen_lane(g, gen_primal(g, v), i), gen_lane(g, shadow, i),
                                gen_where(g, v)};
        gen_call(g, gen_declare(g, "enz_rt_check_lost", none, params, 3), args, 3);
    }
}
