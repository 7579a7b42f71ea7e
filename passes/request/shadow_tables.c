/* __enzyme_virtualreverse and __enzyme_virtualforward of a vtable, and of an address that only the
 * run knows.
 *
 * The shadow of a constant table of functions is a table with the same layout, in which each
 * function is replaced by its record. A function whose record the program asks for by name has a
 * real one (emit/record.c, forward_records.c); that of any other ends the program when it is called
 * by hand. Derivatives call neither: they find the function by the address in the primal table. An
 * address that is no constant is looked up, when the program runs, among all tables and all
 * functions whose address is taken. */
#include "base/target.h"
#include "ir/address.h"
#include "ir/code.h"
#include "ir/constants.h"
#include "ir/text.h"
#include "llvm-c/DebugInfo.h"
#include "request/read.h"
#include <string.h>

#define LOOK_UP   "enz_rt_shadow_of"
#define NO_RECORD "enz_rt_no_record"

/* Indexed by whether the shadows are those of forward mode: what names begin or end with, and how
 * many functions are in a record. */
static const struct {
    const char *record, *table, *all;
    unsigned members;
} kinds[] = {{"_enzyme_reverse", "_shadow", "enz.shadows", 2},
             {"_enzyme_forward", "_shadow_forward", "enz.shadows.forward", 1}};

const char *record_name(struct arena *a, LLVMValueRef fn, unsigned width, bool forward)
{
    const char *of = text_function_name(a, fn), *begin = kinds[forward].record;
    return width > 1 ? arena_printf(a, "%s%u_%s'", begin, width, of)
                     : arena_printf(a, "%s_%s'", begin, of);
}

static LLVMTypeRef ptr_type(struct reader *r)
{
    return target_pointer(r->module);
}

static LLVMValueRef library(struct reader *r, const char *name, LLVMTypeRef type)
{
    LLVMValueRef fn = LLVMGetNamedFunction(r->module, name);
    return fn ? fn : LLVMAddFunction(r->module, name, type);
}

static LLVMValueRef add_constant(struct reader *r, const char *name, LLVMTypeRef type)
{
    LLVMValueRef g = target_add_global(r->module, type, name);
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetGlobalConstant(g, 1);
    return g;
}

/* The record of a function; its members are filled in later if the program asks for it by name. */
static LLVMValueRef record_of(struct reader *r, LLVMValueRef fn, bool forward)
{
    const char *name = record_name(r->arena, fn, 1, forward);
    LLVMValueRef record = LLVMGetNamedGlobal(r->module, name);
    if (record)
        return record;
    LLVMValueRef none = library(r, NO_RECORD,
                                LLVMFunctionType(LLVMVoidTypeInContext(r->context), NULL, 0, 0)),
                 members[2] = {none, none};
    LLVMValueRef value = LLVMConstStructInContext(r->context, members, kinds[forward].members, 0);
    record = add_constant(r, name, LLVMTypeOf(value));
    LLVMSetInitializer(record, value);
    return record;
}

/* In the C++ ABI's own words: what is called when a pure virtual function is. */
static bool is_pure(LLVMValueRef fn)
{
    const char *name = LLVMGetValueName(fn);
    return !strcmp(name, "__cxa_pure_virtual") || !strcmp(name, "__cxa_deleted_virtual");
}

static LLVMValueRef shadow_table(struct reader *r, LLVMValueRef table, bool forward);

static bool is_information(LLVMValueRef g)
{
    return !strncmp(LLVMGetValueName(g), "_ZTI", 4) || !strncmp(LLVMGetValueName(g), "_ZTS", 4);
}

static LLVMValueRef shadow_constant(struct reader *r, LLVMValueRef c, bool forward)
{
    LLVMTypeRef t = LLVMTypeOf(c);
    if (LLVMIsAGlobalAlias(c))
        return shadow_constant(r, LLVMAliasGetAliasee(c), forward);
    if (LLVMIsAFunction(c))
        return is_pure(c) ? c : record_of(r, c, forward);
    if (LLVMIsAGlobalVariable(c))
        return is_information(c) || LLVMIsDeclaration(c) ? c : shadow_table(r, c, forward);
    if (LLVMIsAConstantExpr(c) && LLVMGetConstOpcode(c) == LLVMGetElementPtr) {
        int64_t offset;
        LLVMValueRef base = ezb_strip_const_offsets(r->module, c, &offset, 1),
                     at = target_bytes(r->module, (uint64_t)offset);
        return LLVMConstGEP2(LLVMInt8TypeInContext(r->context), shadow_constant(r, base, forward),
                             &at, 1);
    }
    if (!LLVMIsAConstantStruct(c) && !LLVMIsAConstantArray(c))
        return c;
    unsigned n = (unsigned)LLVMGetNumOperands(c);
    LLVMValueRef *parts = ARENA_ARRAY(r->arena, LLVMValueRef, n);
    for (unsigned i = 0; i < n; i++)
        parts[i] = shadow_constant(r, LLVMGetOperand(c, i), forward);
    if (LLVMIsAConstantArray(c))
        return LLVMConstArray2(LLVMGetElementType(t), parts, n);
    return LLVMGetStructName(t)
               ? LLVMConstNamedStruct(t, parts, n)
               : LLVMConstStructInContext(r->context, parts, n, LLVMIsPackedStruct(t));
}

static LLVMValueRef shadow_table(struct reader *r, LLVMValueRef table, bool forward)
{
    const char *name =
        arena_printf(r->arena, "%s%s", text_function_name(r->arena, table), kinds[forward].table);
    LLVMValueRef shadow = LLVMGetNamedGlobal(r->module, name);
    if (shadow)
        return shadow;
    shadow = add_constant(r, name, LLVMGlobalGetValueType(table));
    LLVMSetAlignment(shadow, LLVMGetAlignment(table));
    LLVMSetInitializer(shadow, shadow_constant(r, LLVMGetInitializer(table), forward));
    return shadow;
}

static bool is_table(LLVMValueRef g)
{
    return LLVMIsAGlobalVariable(g) && !LLVMIsDeclaration(g) && code_is_table(g) &&
           !is_information(g);
}

/* ---- addresses that the run knows ------------------------------------------------------------ */

/* {address, bytes, shadow}; for a function, no bytes: only its very address means it. */
static LLVMValueRef row(struct reader *r, LLVMValueRef address, uint64_t size, LLVMValueRef shadow)
{
    LLVMValueRef members[3] = {address, target_bytes(r->module, size), shadow};
    return LLVMConstStructInContext(r->context, members, 3, 0);
}

static bool has_record(LLVMValueRef fn)
{
    const char *name = LLVMGetValueName(fn);
    return strncmp(name, "llvm.", 5) && strncmp(name, "enz", 3) &&
           entry_role_of(fn) == ENTRY_NONE && !is_pure(fn) && address_taken(fn);
}

static LLVMValueRef all_rows(struct reader *r, bool forward, unsigned *count)
{
    const char *name = kinds[forward].all;
    LLVMValueRef known = LLVMGetNamedGlobal(r->module, name);
    if (known) {
        *count = (unsigned)LLVMGetArrayLength2(LLVMGlobalGetValueType(known));
        return known;
    }
    struct value_list tables = {0}, rows = {0};
    for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g; g = LLVMGetNextGlobal(g))
        if (is_table(g))
            VEC_PUSH(r->arena, &tables, g);
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
        if (has_record(f))
            VEC_PUSH(r->arena, &rows, row(r, f, 0, record_of(r, f, forward)));
    for (unsigned i = 0; i < tables.count; i++) {
        LLVMValueRef g = tables.items[i];
        VEC_PUSH(r->arena, &rows,
                 row(r, g, LLVMABISizeOfType(r->layout, LLVMGlobalGetValueType(g)),
                     shadow_table(r, g, forward)));
    }
    LLVMTypeRef type = rows.count ? LLVMTypeOf(rows.items[0]) : LLVMInt8TypeInContext(r->context);
    LLVMValueRef all = LLVMConstArray2(type, rows.items, rows.count),
                 g = add_constant(r, name, LLVMTypeOf(all));
    LLVMSetInitializer(g, all);
    *count = rows.count;
    return g;
}

static LLVMValueRef look_up(struct reader *r, LLVMValueRef call, LLVMValueRef address, bool forward)
{
    LLVMTypeRef ptr = ptr_type(r), params[4] = {ptr, ptr, target_size(r->module), ptr};
    LLVMTypeRef type = LLVMFunctionType(ptr, params, 4, 0);
    const char *file = "unknown place";
    unsigned line = 0, col = 0, count;
    ezb_debug_loc(call, &file, &line, &col);
    LLVMValueRef rows = all_rows(r, forward, &count),
                 where = constants_text(r->builder,
                                        arena_printf(r->arena, "%s:%u:%u", file, line, col));
    LLVMValueRef args[4] = {address, rows, LLVMConstInt(params[2], count, 0), where},
                 fn = library(r, LOOK_UP, type);
    LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(call));
    return LLVMBuildCall2(r->builder, type, fn, args, 4, "");
}

bool replace_by_shadow_table(struct reader *r, LLVMValueRef call, bool forward)
{
    LLVMTypeRef ptr = ptr_type(r);
    LLVMValueRef address = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL, shadow;
    if (!LLVMIsACallInst(call) || !address || LLVMTypeOf(address) != ptr || LLVMTypeOf(call) != ptr)
        return false;
    int64_t offset;
    LLVMValueRef base = ezb_strip_const_offsets(r->module, address, &offset, 1);
    LLVMPositionBuilderBefore(r->builder, call);
    if (is_table(base))
        shadow = shadow_constant(r, address, forward);
    else if (LLVMIsAConstant(base))
        return false;
    else
        shadow = look_up(r, call, address, forward);
    LLVMReplaceAllUsesWith(call, shadow);
    LLVMInstructionEraseFromParent(call);
    return true;
}
