/* Sums that a thread keeps to itself (runtime/sums.h). */
#include "emit/derivative.h"
#include "sums.h"

#include <stddef.h>

static LLVMTypeRef void_type(struct gen *g)
{
    return LLVMVoidTypeInContext(g->context);
}

static bool is_number(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMFloatTypeKind || LLVMGetTypeKind(t) == LLVMDoubleTypeKind;
}

void gen_begin_sums(struct gen *g)
{
    LLVMBuilderRef b = g->b;
    if (!g->plan->sums)
        return;
    g->b = g->entry;
    g->sums = gen_call(g, gen_declare(g, "enz_rt_sums", gen_ptr_type(g), NULL, 0), NULL, 0);
    g->b = b;
}

void gen_end_sums(struct gen *g)
{
    LLVMTypeRef ptr = gen_ptr_type(g);
    gen_call(g, gen_declare(g, "enz_rt_sums_add", void_type(g), &ptr, 1), &g->sums, 1);
}

/* Of the sum for an address. */
struct sum {
    LLVMValueRef place; /* the sum is there if its line has it: */
    LLVMValueRef line, is_there;
};

static struct sum find_sum(struct gen *g, LLVMValueRef shadow, LLVMTypeRef t)
{
    LLVMTypeRef i64 = gen_i64(g);
    uint64_t is_float = LLVMGetTypeKind(t) == LLVMFloatTypeKind;
    LLVMValueRef address = LLVMBuildPtrToInt(g->b, shadow, i64, ""),
                 at = LLVMBuildURem(g->b, address, gen_const_i64(g, ENZ_SUMS_BYTES), ""),
                 number = LLVMBuildUDiv(g->b, address, gen_const_i64(g, ENZ_LINE), ""),
                 place = LLVMBuildURem(g->b, number, gen_const_i64(g, ENZ_SUMS_LINES), ""),
                 line = LLVMBuildMul(g->b, number, gen_const_i64(g, 2), "");
    line = LLVMBuildAdd(g->b, line, gen_const_i64(g, is_float), "");
    LLVMValueRef lines =
                     gen_offset(g, g->sums, gen_const_i64(g, offsetof(struct enz_rt_sums, lines))),
                 of_place = LLVMBuildInBoundsGEP2(g->b, i64, lines, &place, 1, ""),
                 found = gen_load(g, i64, of_place, sizeof(uint64_t), ACCESS_SHADOW);
    _Static_assert(!offsetof(struct enz_rt_sums, sums), "sums are at the start");
    return (struct sum){.place = gen_offset(g, g->sums, at),
                        .line = line,
                        .is_there = LLVMBuildICmp(g->b, LLVMIntEQ, found, line, "")};
}

static void begin_line(struct gen *g, const struct sum *s)
{
    LLVMTypeRef types[] = {gen_ptr_type(g), gen_i64(g)};
    LLVMValueRef args[] = {g->sums, s->line},
                 call = gen_call(
                     g,
                     gen_declare(g,
                                 g->plan->sums_in_order ? "enz_rt_sums_move" : "enz_rt_sums_begin",
                                 void_type(g), types, 2),
                     args, 2);
    gen_mark_access(g, call, ACCESS_SHADOW);
}

/* Of sums that are kept the table may have the line: then it gets its place. */
static LLVMValueRef comes_back(struct gen *g, const struct sum *s)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(g->context), types[] = {gen_ptr_type(g), gen_i64(g)};
    LLVMValueRef args[] = {g->sums, s->line},
                 call = gen_call(g, gen_declare(g, "enz_rt_sums_find", i32, types, 2), args, 2);
    gen_mark_access(g, call, ACCESS_SHADOW);
    return LLVMBuildIsNotNull(g->b, call, "");
}

static unsigned size_of(struct gen *g, LLVMTypeRef t)
{
    return (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(g->module), t);
}

static void add_number(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount)
{
    LLVMTypeRef t = LLVMTypeOf(amount);
    struct sum s = find_sum(g, shadow, t);
    LLVMBasicBlockRef absent = gen_block(g), rest = gen_block(g);
    LLVMBuildCondBr(g->b, s.is_there, rest, absent);
    LLVMPositionBuilderAtEnd(g->b, absent);
    begin_line(g, &s);
    LLVMBuildBr(g->b, rest);
    LLVMPositionBuilderAtEnd(g->b, rest);
    LLVMValueRef old = gen_load(g, t, s.place, size_of(g, t), ACCESS_SHADOW);
    gen_store(g, LLVMBuildFAdd(g->b, old, amount, ""), s.place, size_of(g, t), ACCESS_SHADOW);
}

static LLVMValueRef lane_address(struct gen *g, LLVMValueRef shadow, LLVMTypeRef vector, unsigned i)
{
    uint64_t offset = (uint64_t)i * size_of(g, LLVMGetElementType(vector));
    return gen_offset(g, shadow, gen_const_i64(g, offset));
}

void gen_add_to_sums(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount)
{
    LLVMTypeRef t = LLVMTypeOf(amount);
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind) {
        add_number(g, shadow, amount);
        return;
    }
    for (unsigned i = 0; i < LLVMGetVectorSize(t); i++)
        add_number(g, lane_address(g, shadow, t, i), gen_lane(g, amount, i));
}

static LLVMValueRef take_number(struct gen *g, LLVMValueRef shadow, LLVMTypeRef t, bool clears)
{
    struct sum s = find_sum(g, shadow, t);
    LLVMBasicBlockRef from = LLVMGetInsertBlock(g->b), there = gen_block(g), rest = gen_block(g);
    if (g->plan->sums_in_order) {
        LLVMBasicBlockRef absent = gen_block(g);
        LLVMBuildCondBr(g->b, s.is_there, there, absent);
        LLVMPositionBuilderAtEnd(g->b, absent);
        s.is_there = comes_back(g, &s);
        from = absent;
    }
    LLVMBuildCondBr(g->b, s.is_there, there, rest);
    LLVMPositionBuilderAtEnd(g->b, there);
    LLVMValueRef sum = gen_load(g, t, s.place, size_of(g, t), ACCESS_SHADOW);
    if (clears)
        gen_store(g, LLVMConstNull(t), s.place, size_of(g, t), ACCESS_SHADOW);
    LLVMBuildBr(g->b, rest);
    LLVMPositionBuilderAtEnd(g->b, rest);
    LLVMValueRef taken = LLVMBuildPhi(g->b, t, ""), values[] = {LLVMConstNull(t), sum};
    LLVMBasicBlockRef blocks[] = {from, there};
    LLVMAddIncoming(taken, values, blocks, 2);
    return taken;
}

LLVMValueRef gen_take_from_sums(struct gen *g, LLVMValueRef shadow, LLVMTypeRef t, bool clears)
{
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
        return take_number(g, shadow, t, clears);
    LLVMValueRef all = LLVMGetPoison(t);
    for (unsigned i = 0; i < LLVMGetVectorSize(t); i++) {
        LLVMValueRef lane =
            take_number(g, lane_address(g, shadow, t, i), LLVMGetElementType(t), clears);
        all = LLVMBuildInsertElement(g->b, all, lane,
                                     LLVMConstInt(LLVMInt32TypeInContext(g->context), i, 0), "");
    }
    return all;
}

/* ---- kept until the team adds them ---- */

void gen_settle(struct gen *g, LLVMValueRef shadow, LLVMValueRef bytes)
{
    LLVMTypeRef types[] = {gen_ptr_type(g), gen_ptr_type(g), gen_i64(g)};
    LLVMValueRef args[] = {g->sums, shadow, LLVMBuildIntCast2(g->b, bytes, gen_i64(g), 0, "")},
                 fn = gen_declare(g, "enz_rt_sums_settle", void_type(g), types, 3);
    gen_mark_access(g, gen_call(g, fn, args, 3), ACCESS_SHADOW);
}

static const char *number_function(struct gen *g, const char *what, LLVMTypeRef t)
{
    bool is_float = LLVMGetTypeKind(t) == LLVMFloatTypeKind;
    return arena_printf(g->arena, "enz_rt_sums_%s_%s", what, is_float ? "float" : "double");
}

void gen_keep_number(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount)
{
    LLVMTypeRef t = LLVMTypeOf(amount), types[] = {gen_ptr_type(g), t};
    LLVMValueRef args[] = {shadow, amount},
                 fn = gen_declare(g, number_function(g, "keep", t), void_type(g), types, 2);
    gen_mark_access(g, gen_call(g, fn, args, 2), ACCESS_SHADOW);
}

LLVMValueRef gen_take_kept(struct gen *g, LLVMValueRef shadow, LLVMTypeRef t)
{
    LLVMTypeRef ptr = gen_ptr_type(g);
    LLVMValueRef taken =
        gen_call(g, gen_declare(g, number_function(g, "take", t), t, &ptr, 1), &shadow, 1);
    gen_mark_access(g, taken, ACCESS_SHADOW);
    return taken;
}

/* The runtime's function for the format, under its locks; NULL: it has none. */
static const char *adding_function(struct gen *g, LLVMTypeRef t)
{
    if (!g->plan->locks_lines || !is_number(t))
        return NULL;
    return LLVMGetTypeKind(t) == LLVMFloatTypeKind ? "enz_rt_add_float" : "enz_rt_add_double";
}

bool gen_add_locked(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount)
{
    LLVMTypeRef types[] = {gen_ptr_type(g), LLVMTypeOf(amount)};
    LLVMValueRef args[] = {shadow, amount};
    const char *name = adding_function(g, LLVMTypeOf(amount));
    if (name)
        gen_mark_access(g, gen_call(g, gen_declare(g, name, void_type(g), types, 2), args, 2),
                        ACCESS_SHADOW);
    return name != NULL;
}

void gen_exclude_others(struct gen *g, bool begins)
{
    const char *name = begins ? "enz_rt_lines_take" : "enz_rt_lines_release";
    gen_call(g, gen_declare(g, name, void_type(g), NULL, 0), NULL, 0);
}
