/* Records of derivatives that the program has written by hand.
 *
 * The shadow of a pointer to a function may be the address of a record {augmented, reverse},
 * {augmented, split forward} or {forward}: a call through the pointer then has these derivatives,
 * whatever function it runs. Which globals of the program can be such records is known, what local
 * variables are filled with, and which fit the type of a call. For each there is an arm in the
 * chain that the call becomes (indirect.c):
 *
 *     if (!enz.disjoint.record(p, 0, 1, record, 0, 1))        compares the shadow of p
 *         enz.through.record.N(args..., p);                   has the custom rule
 *
 * where enz.through.record.N(args..., p) is p(args...). With 1 + n as the last operand what the
 * shadow points to is compared with the n functions of the record. A global that is not constant
 * holds what it is initialised with, or the program ends there. One whose functions lack parameters
 * has an arm, too, in which the program ends. */
#include "base/limits.h"
#include "base/target.h"
#include "prepare/calls/calls.h"
#include "prepare/loops/loops.h"
#include "rules/registry.h"
#include <string.h>

/* ---- what may be a record -------------------------------------------------------------------- */

static LLVMValueRef function_at(LLVMValueRef aggregate, unsigned i)
{
    LLVMValueRef v = LLVMGetOperand(aggregate, i);
    return LLVMIsAFunction(v) && !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(v)) ? v : NULL;
}

static LLVMValueRef address_at(struct prepare *p, LLVMValueRef global, uint64_t offset)
{
    LLVMValueRef at = target_bytes(p->module, offset);
    return offset ? LLVMConstGEP2(LLVMInt8TypeInContext(LLVMGetModuleContext(p->module)), global,
                                  &at, 1)
                  : global;
}

static bool is_record(LLVMValueRef c, unsigned n)
{
    for (unsigned i = 0; i < n && n <= 2; i++)
        if (!function_at(c, i))
            return false;
    return n == 1 || n == 2;
}

/* The records in a constant at an offset of a global. */
static void find_in(struct prepare *p, LLVMValueRef global, LLVMValueRef c, uint64_t offset)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(p->module);
    LLVMTypeRef t = LLVMTypeOf(c);
    if (!LLVMIsAConstantStruct(c) && !LLVMIsAConstantArray(c))
        return;
    unsigned n = (unsigned)LLVMGetNumOperands(c);
    if (is_record(c, n)) {
        struct prepare_record r = {.address = address_at(p, global, offset),
                                   .count = n,
                                   .may_change = !LLVMIsGlobalConstant(global),
                                   .copied = map_get(&p->copied_globals, global) != NULL};
        for (unsigned i = 0; i < n; i++)
            r.functions[i] = function_at(c, i);
        VEC_PUSH(p->arena, &p->records, r);
        return;
    }
    for (unsigned i = 0; i < n; i++)
        find_in(p, global, LLVMGetOperand(c, i),
                offset + (LLVMIsAConstantStruct(c)
                              ? LLVMOffsetOfElement(layout, t, i)
                              : i * LLVMABISizeOfType(layout, LLVMGetElementType(t))));
}

/* Vtables, the frame of a coroutine that does nothing, lists of the linker's, and records that were
 * made here are no records of the user's. */
static bool is_of_compiler(LLVMValueRef global)
{
    static const char *const begins[] = {"_ZT", "NoopCoro.", "_enzyme_", "enz.", "llvm."};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(LLVMGetValueName(global), begins[i], strlen(begins[i])))
            return true;
    return false;
}

static bool is_about_lifetime(LLVMValueRef user)
{
    static const char name[] = "llvm.lifetime.";
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           !strncmp(LLVMGetValueName(callee), name, sizeof name - 1);
}

/* Its address is a value, of a pointer to it say; else there is nothing that could be a shadow. */
static bool is_value(LLVMValueRef address)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool element = LLVMIsAGetElementPtrInst(user) ||
                       (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr),
             accessed = LLVMIsALoadInst(user) || is_about_lifetime(user) ||
                        (LLVMIsAStoreInst(user) && ezb_use_operand_no(u) == 1);
        if (element ? is_value(user) : !accessed)
            return true;
    }
    return false;
}

static bool may_have_records(LLVMValueRef global)
{
    return !LLVMIsDeclaration(global) && !is_of_compiler(global) &&
           (LLVMIsGlobalConstant(global) || is_value(global));
}

/* ---- what local variables are filled with ---------------------------------------------------- */

/* A function stored to a variable. */
struct filled {
    LLVMValueRef variable, fn;
    int64_t at;
};
struct filled_list {
    struct filled *items;
    unsigned count, cap;
};

static LLVMValueRef stored_function(LLVMValueRef store)
{
    LLVMValueRef v = LLVMGetOperand(store, 0);
    if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMPtrToInt)
        v = LLVMGetOperand(v, 0);
    return LLVMIsAFunction(v) && !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(v)) ? v : NULL;
}

static void note_store(struct prepare *p, LLVMValueRef store, struct filled_list *out)
{
    struct filled f = {.fn = stored_function(store)};
    if (!f.fn)
        return;
    f.variable = ezb_strip_const_offsets(p->module, LLVMGetOperand(store, 1), &f.at, 1);
    if (LLVMIsAAllocaInst(f.variable) && is_value(f.variable))
        VEC_PUSH(p->arena, out, f);
}

/* Constants that initialise local variables. */
static void note_copy(struct prepare *p, LLVMValueRef call)
{
    static const char name[] = "llvm.memcpy.";
    int64_t at;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee) || strncmp(LLVMGetValueName(callee), name, sizeof name - 1))
        return;
    LLVMValueRef from = ezb_strip_const_offsets(p->module, LLVMGetOperand(call, 1), &at, 1);
    if (LLVMIsAGlobalVariable(from) && LLVMIsGlobalConstant(from))
        map_put(&p->copied_globals, from, from);
}

static void find_filled(struct prepare *p, LLVMValueRef fn, struct filled_list *out)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAStoreInst(i))
                note_store(p, i, out);
            else if (LLVMIsACallInst(i))
                note_copy(p, i);
}

/* A record of these functions, somewhere. */
static void add_filled(struct prepare *p, LLVMValueRef first, LLVMValueRef second)
{
    unsigned n = second ? 2 : 1;
    LLVMValueRef functions[2] = {first, second};
    for (unsigned i = 0; i < p->records.count; i++) {
        const struct prepare_record *r = &p->records.items[i];
        if (r->copied && r->count == n && !memcmp(r->functions, functions, sizeof functions))
            return;
    }
    LLVMValueRef value = LLVMConstStructInContext(LLVMGetModuleContext(p->module), functions, n, 0),
                 global = target_add_global(p->module, LLVMTypeOf(value), "enz.record");
    LLVMSetInitializer(global, value);
    LLVMSetGlobalConstant(global, 1);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    struct prepare_record r = {
        .address = global, .functions = {first, second}, .count = n, .copied = true};
    VEC_PUSH(p->arena, &p->records, r);
}

/* How many pointers the innermost struct or array has that begins at this offset of the type, if it
 * has nothing else; 0: something else, or no room for a record. */
static unsigned pointers_at(struct prepare *p, LLVMTypeRef t, uint64_t at)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(p->module);
    unsigned pointers = 0;
    for (;;) {
        LLVMTypeKind kind = LLVMGetTypeKind(t);
        bool is_struct = kind == LLVMStructTypeKind;
        if ((!is_struct && kind != LLVMArrayTypeKind) || at >= LLVMABISizeOfType(layout, t))
            return at ? 0 : pointers;
        LLVMTypeRef element = is_struct ? NULL : LLVMGetElementType(t);
        unsigned k = is_struct ? LLVMElementAtOffset(layout, t, at)
                               : (unsigned)(at / LLVMABISizeOfType(layout, element)),
                 n = is_struct ? LLVMCountStructElementTypes(t) : (unsigned)LLVMGetArrayLength2(t);
        pointers = n <= 2 ? n : 0;
        for (unsigned i = 0; i < n && is_struct; i++)
            if (LLVMGetTypeKind(LLVMStructGetTypeAtIndex(t, i)) != LLVMPointerTypeKind)
                pointers = 0;
        if (k)
            pointers = 0;
        at -=
            is_struct ? LLVMOffsetOfElement(layout, t, k) : k * LLVMABISizeOfType(layout, element);
        t = is_struct ? LLVMStructGetTypeAtIndex(t, k) : element;
    }
}

static void add_all_filled(struct prepare *p, const struct filled_list *list)
{
    int64_t next = (int64_t)target_pointer_bytes(p->module);
    for (unsigned i = 0; i < list->count; i++) {
        const struct filled *f = &list->items[i];
        LLVMTypeRef type = LLVMGetAllocatedType(f->variable);
        unsigned n = f->at < 0 ? 0 : pointers_at(p, type, (uint64_t)f->at);
        if (n == 1)
            add_filled(p, f->fn, NULL);
        for (unsigned k = 0; k < list->count && n == 2; k++)
            if (list->items[k].variable == f->variable && list->items[k].at == f->at + next)
                add_filled(p, f->fn, list->items[k].fn);
    }
}

static void find_records(struct prepare *p)
{
    struct filled_list filled = {0};
    if (p->records_known)
        return;
    p->records_known = true;
    map_init(&p->copied_globals, p->arena);
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
        if (strncmp(LLVMGetValueName(f), "enz.", 4))
            find_filled(p, f, &filled);
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->module); g; g = LLVMGetNextGlobal(g))
        if (may_have_records(g))
            find_in(p, g, LLVMGetInitializer(g), 0);
    add_all_filled(p, &filled);
}

/* ---- whether it is one for a call ------------------------------------------------------------ */

static LLVMAttributeRef memory_result(LLVMValueRef fn)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
    return LLVMCountParams(fn) ? LLVMGetEnumAttributeAtIndex(fn, 1, kind) : NULL;
}

static bool returns_in_memory(LLVMValueRef call)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
    return LLVMGetNumArgOperands(call) && LLVMGetCallSiteEnumAttribute(call, 1, kind);
}

static bool is_number(LLVMTypeRef t)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    if (kind == LLVMVectorTypeKind)
        kind = LLVMGetTypeKind(LLVMGetElementType(t));
    return kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind || kind == LLVMFloatTypeKind ||
           kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind;
}

static bool is_small(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) < RULE_WIDE_INTEGER;
}

/* fn begins with the arguments of the call, each with its shadow, or has some of them and no more;
 * *next: its parameter behind them. */
static bool takes_arguments(LLVMValueRef fn, LLVMValueRef call, bool forward, unsigned *next)
{
    unsigned first = memory_result(fn) ? 1 : 0, n = first, count = LLVMCountParams(fn);
    *next = count;
    for (unsigned k = returns_in_memory(call); k < LLVMGetNumArgOperands(call); k++) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, k));
        unsigned times = is_small(t) || (is_number(t) && !forward) ? 1 : 2;
        for (unsigned i = 0; i < times; i++, n++) {
            if (n >= count)
                return n > first;
            if (LLVMTypeOf(LLVMGetParam(fn, n)) != t)
                return false;
        }
    }
    *next = n;
    return true;
}

static bool is_void(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVoidTypeKind;
}

static bool returns_something(LLVMValueRef fn)
{
    return memory_result(fn) || !is_void(LLVMGetReturnType(LLVMGlobalGetValueType(fn)));
}

static bool is_reverse(LLVMValueRef fn, LLVMValueRef call)
{
    unsigned next;
    LLVMTypeRef result = LLVMTypeOf(call);
    return takes_arguments(fn, call, false, &next) &&
           (!is_number(result) || next >= LLVMCountParams(fn) ||
            LLVMTypeOf(LLVMGetParam(fn, next)) == result);
}

/* What a pair is for, the derivative decides that is made: all have the first function. */
static bool fits_pair(const struct prepare_record *r, LLVMValueRef call)
{
    unsigned next;
    bool returns = returns_in_memory(call) || !is_void(LLVMTypeOf(call));
    if (r->count != 2 || !takes_arguments(r->functions[0], call, false, &next) ||
        next != LLVMCountParams(r->functions[0]) ||
        (returns && !returns_something(r->functions[0])))
        return false;
    return is_reverse(r->functions[1], call) || takes_arguments(r->functions[1], call, true, &next);
}

static uint64_t result_size(struct prepare *p, LLVMTypeRef in_register, LLVMAttributeRef in_memory)
{
    LLVMTypeRef t = in_memory ? LLVMGetTypeAttributeValue(in_memory) : in_register;
    return is_void(t) ? 0 : LLVMABISizeOfType(LLVMGetModuleDataLayout(p->module), t);
}

/* Any copy of a function of a type without result would do, if it could lack parameters. */
static bool has_all_parameters(LLVMValueRef fn, LLVMValueRef call)
{
    unsigned n = memory_result(fn) ? 1 : 0;
    for (unsigned k = returns_in_memory(call); k < LLVMGetNumArgOperands(call); k++)
        n += is_small(LLVMTypeOf(LLVMGetOperand(call, k))) ? 1 : 2;
    return n == LLVMCountParams(fn);
}

static bool fits_forward(struct prepare *p, const struct prepare_record *r, LLVMValueRef call)
{
    unsigned next, kind = LLVMGetEnumAttributeKindForName("sret", 4);
    LLVMValueRef fn = r->functions[0];
    LLVMAttributeRef memory =
        returns_in_memory(call) ? LLVMGetCallSiteEnumAttribute(call, 1, kind) : NULL;
    return r->count == 1 && takes_arguments(fn, call, true, &next) && next == LLVMCountParams(fn) &&
           (!r->copied || has_all_parameters(fn, call)) &&
           result_size(p, LLVMGetReturnType(LLVMGlobalGetValueType(fn)), memory_result(fn)) ==
               2 * result_size(p, LLVMTypeOf(call), memory);
}

/* The table of an object that is the first argument: its shadow is as the program has made it, and
 * nobody follows it. */
static bool is_virtual(struct prepare *p, LLVMValueRef call)
{
    LLVMValueRef table;
    int64_t slot, at;
    return LLVMGetNumArgOperands(call) && prepare_table_slot(p->module, call, &table, &slot) &&
           LLVMIsALoadInst(table) &&
           ezb_strip_const_offsets(p->module, LLVMGetOperand(table, 0), &at, 0) ==
               LLVMGetOperand(call, 0) &&
           !at;
}

/* A function out of a table of constants, such as one by which a variant is visited: the function
 * is its own shadow. */
static bool is_of_constant_table(LLVMValueRef call)
{
    LLVMValueRef load = LLVMGetCalledValue(call),
                 table = LLVMIsALoadInst(load)
                             ? ezb_underlying_object(LLVMGetOperand(load, 0), ADDRESS_STEPS)
                             : NULL;
    return table && LLVMIsAGlobalVariable(table) && LLVMIsGlobalConstant(table) &&
           !LLVMIsDeclaration(table);
}

/* ---- the arm --------------------------------------------------------------------------------- */

/* How structs and small integers are passed. */
static void copy_attributes(struct prepare *p, LLVMValueRef call, LLVMValueRef fn,
                            LLVMValueRef inner)
{
    for (unsigned k = 0; k <= LLVMGetNumArgOperands(call); k++) {
        unsigned n = LLVMGetCallSiteAttributeCount(call, k);
        LLVMAttributeRef *list = ARENA_ARRAY(p->arena, LLVMAttributeRef, n);
        LLVMGetCallSiteAttributes(call, k, list);
        for (unsigned i = 0; i < n; i++) {
            LLVMAddAttributeAtIndex(fn, k, list[i]);
            LLVMAddCallSiteAttribute(inner, k, list[i]);
        }
    }
}

/* R fn(args..., p): R p(args...). */
static LLVMValueRef build_through(struct prepare *p, LLVMValueRef call)
{
    static const char noinline_name[] = "noinline";
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    unsigned n = LLVMCountParamTypes(type);
    LLVMTypeRef *types = ARENA_ARRAY(p->arena, LLVMTypeRef, n + 1);
    LLVMValueRef *args = ARENA_ARRAY(p->arena, LLVMValueRef, n + 1);
    LLVMGetParamTypes(type, types);
    types[n] = target_pointer(p->module);
    LLVMValueRef fn = LLVMAddFunction(p->module, "enz.through.record",
                                      LLVMFunctionType(LLVMGetReturnType(type), types, n + 1, 0));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(
            c, LLVMGetEnumAttributeKindForName(noinline_name, sizeof noinline_name - 1), 0));
    LLVMGetParams(fn, args);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, fn, ""));
    LLVMValueRef inner = LLVMBuildCall2(b, type, args[n], args, n, "");
    copy_attributes(p, call, fn, inner);
    is_void(LLVMGetReturnType(type)) ? LLVMBuildRetVoid(b) : LLVMBuildRet(b, inner);
    LLVMDisposeBuilder(b);
    return fn;
}

bool prepare_any_records(struct prepare *p)
{
    find_records(p);
    return p->records.count;
}

bool prepare_fits_record(struct prepare *p, LLVMValueRef call, unsigned i)
{
    const struct prepare_record *r = &p->records.items[i];
    bool fits = p->mode == RULE_FORWARD ? fits_forward(p, r, call) : fits_pair(r, call);
    return fits && !LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)) && !is_virtual(p, call) &&
           !is_of_constant_table(call);
}

LLVMValueRef prepare_through_record(struct prepare *p, LLVMValueRef call, unsigned i)
{
    const struct prepare_record *r = &p->records.items[i];
    if (!prepare_fits_record(p, call, i))
        return NULL;
    LLVMValueRef fn = build_through(p, call);
    registry_add_record(p->registry, fn, r->functions, r->count);
    return fn;
}

LLVMValueRef prepare_is_no_record(struct prepare *p, LLVMBuilderRef b, LLVMValueRef pointer,
                                  unsigned i)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(p->module));
    const struct prepare_record *r = &p->records.items[i];
    LLVMValueRef from = LLVMConstInt(i64, 0, 0), to = LLVMConstInt(i64, 1, 0),
                 last = LLVMConstInt(i64, r->copied ? 1 + r->count : 1, 0);
    LLVMValueRef args[] = {pointer, from, to, r->address, from, last};
    LLVMValueRef fn = prepare_disjoint_function(p, RULE_DISJOINT_RECORD);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, 6, "");
}

LLVMValueRef prepare_is_unchanged(struct prepare *p, LLVMBuilderRef b, unsigned i)
{
    const struct prepare_record *r = &p->records.items[i];
    LLVMTypeRef ptr = target_pointer(p->module),
                byte = LLVMInt8TypeInContext(LLVMGetModuleContext(p->module));
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(p->module), ptr);
    LLVMValueRef all = NULL;
    for (unsigned k = 0; k < r->count && r->may_change; k++) {
        LLVMValueRef at = target_bytes(p->module, k * size),
                     held =
                         LLVMBuildLoad2(b, ptr, LLVMBuildGEP2(b, byte, r->address, &at, 1, ""), ""),
                     same = LLVMBuildICmp(b, LLVMIntEQ, held, r->functions[k], "");
        all = all ? LLVMBuildAnd(b, all, same, "") : same;
    }
    return all;
}
