/* What has to be written down while a unit is compiled, because optimisation or the bitcode format
 * loses it.
 *
 * Runs when the plugin is loaded into the compiler (-fpass-plugin=), before optimisation:
 *  - which IR parameters are the second piece of one source parameter: both are stored to its
 * variable;
 *  - which integers are a `float` and an integer of a struct that C puts into one register, or
 * numbers of a struct for which there was no other register;
 *  - arguments of derivative calls passed in memory by value: LLVM may take them for copies that
 * nobody can change, but the derivative accumulates into the shadow's own memory. They become plain
 * pointers with a note. Operations are marked that are where the program has them (ir/in_place.h),
 * and accesses to floating-point values that are such (ir/value_access.h).
 * Variables that messages may be about get a note of their source file (base/source.h). Names of
 * values are dropped, also where the user has the compiler keep them. */
#include "base/source.h"
#include "ir/code.h"
#include "ir/in_place.h"
#include "ir/value_access.h"
#include "request/read.h"
#include "rules/registry.h"
#include <string.h>

static void add_note(LLVMContextRef context, LLVMValueRef fn, unsigned param, const char *note)
{
    LLVMAttributeRef a = LLVMCreateStringAttribute(context, note, (unsigned)strlen(note), "", 0);
    LLVMAddAttributeAtIndex(fn, param + 1, a);
}

/* Bytes [begin, end) of a variable. */
struct range {
    LLVMTargetDataRef layout;
    int64_t begin, end;
};

/* Whether a floating-point number of `type`, which lies at `at`, is in the range. */
static bool has_floating_in(const struct range *r, LLVMTypeRef type, int64_t at)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (at >= r->end || at + (int64_t)LLVMABISizeOfType(r->layout, type) <= r->begin ||
        !type_has_fp(type))
        return false;
    if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind)
        return true;
    bool is_struct = kind == LLVMStructTypeKind;
    uint64_t count = is_struct ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
    for (uint64_t i = 0; i < count; i++) {
        LLVMTypeRef element =
            is_struct ? LLVMStructGetTypeAtIndex(type, (unsigned)i) : LLVMGetElementType(type);
        uint64_t offset = is_struct ? LLVMOffsetOfElement(r->layout, type, (unsigned)i)
                                    : i * LLVMABISizeOfType(r->layout, element);
        if (has_floating_in(r, element, at + (int64_t)offset))
            return true;
    }
    return false;
}

/* Whether the integers of a value of `type` at this address are numbers of the variable there. */
static bool is_mixed_at(LLVMModuleRef m, LLVMValueRef address, LLVMTypeRef type)
{
    int64_t offset;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m);
    LLVMValueRef base = ezb_strip_const_offsets(m, address, &offset, 1);
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    if (!LLVMIsAAllocaInst(base) ||
        LLVMGetTypeKind(LLVMGetAllocatedType(base)) != LLVMStructTypeKind)
        return false;
    for (unsigned i = 0, n = is_struct ? LLVMCountStructElementTypes(type) : 1; i < n; i++) {
        LLVMTypeRef element = is_struct ? LLVMStructGetTypeAtIndex(type, i) : type;
        int64_t begin = offset + (is_struct ? (int64_t)LLVMOffsetOfElement(layout, type, i) : 0);
        struct range r = {layout, begin, begin + (int64_t)LLVMStoreSizeOfType(layout, element)};
        if (LLVMGetTypeKind(element) == LLVMIntegerTypeKind &&
            has_floating_in(&r, LLVMGetAllocatedType(base), 0))
            return true;
    }
    return false;
}

static bool record_mixed_parameters(LLVMModuleRef m, LLVMContextRef context, LLVMValueRef fn)
{
    bool changed = false;
    unsigned i = 0;
    for (LLVMValueRef p = LLVMGetFirstParam(fn); p; p = LLVMGetNextParam(p), i++) {
        if (LLVMGetTypeKind(LLVMTypeOf(p)) != LLVMIntegerTypeKind)
            continue;
        for (LLVMUseRef u = LLVMGetFirstUse(p); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef store = LLVMGetUser(u);
            if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != p ||
                !is_mixed_at(m, LLVMGetOperand(store, 1), LLVMTypeOf(p)))
                continue;
            add_note(context, fn, i, NOTE_MIXED);
            changed = true;
        }
    }
    return changed;
}

static bool record_mixed_result(LLVMModuleRef m, LLVMContextRef context, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        LLVMValueRef v = end && LLVMIsAReturnInst(end) && LLVMGetNumOperands(end)
                             ? LLVMGetOperand(end, 0)
                             : NULL;
        if (!v || !LLVMIsALoadInst(v) || !is_mixed_at(m, LLVMGetOperand(v, 0), LLVMTypeOf(v)))
            continue;
        LLVMAddAttributeAtIndex(
            fn, LLVMAttributeReturnIndex,
            LLVMCreateStringAttribute(context, NOTE_MIXED, (unsigned)strlen(NOTE_MIXED), "", 0));
        return true;
    }
    return false;
}

/* The variable that a parameter is stored to at the beginning, or NULL. */
static LLVMValueRef variable_of(LLVMModuleRef m, LLVMValueRef param)
{
    int64_t offset;
    for (LLVMUseRef u = LLVMGetFirstUse(param); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef store = LLVMGetUser(u);
        if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != param)
            continue;
        LLVMValueRef base = ezb_strip_const_offsets(m, LLVMGetOperand(store, 1), &offset, 1);
        if (LLVMIsAAllocaInst(base))
            return base;
    }
    return NULL;
}

/* The pieces of a source parameter are stored to one variable, those of others to variables of
 * their own. */
static bool record_pieces(LLVMModuleRef m, LLVMContextRef context, LLVMValueRef fn)
{
    bool changed = false;
    unsigned i = 0;
    LLVMValueRef previous = NULL;
    for (LLVMValueRef p = LLVMGetFirstParam(fn); p; p = LLVMGetNextParam(p), i++) {
        LLVMValueRef variable = variable_of(m, p);
        if (variable && variable == previous) {
            add_note(context, fn, i, NOTE_PIECE);
            changed = true;
        }
        previous = variable;
    }
    return changed;
}

/* A struct of floating-point values that C passes as an integer, because all registers for numbers
 * are taken. */
static bool record_mixed_operands(LLVMModuleRef m, LLVMContextRef context, LLVMValueRef call)
{
    bool changed = false;
    for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
        LLVMValueRef v = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind || !LLVMIsALoadInst(v) ||
            !is_mixed_at(m, LLVMGetOperand(v, 0), LLVMTypeOf(v)))
            continue;
        LLVMAddCallSiteAttribute(
            call, i + 1,
            LLVMCreateStringAttribute(context, NOTE_MIXED, (unsigned)strlen(NOTE_MIXED), "", 0));
        changed = true;
    }
    return changed;
}

static bool record_memory_operands(LLVMContextRef context, LLVMValueRef call)
{
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    bool changed = false;
    for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
        if (!LLVMGetCallSiteEnumAttribute(call, i + 1, byval))
            continue;
        LLVMRemoveCallSiteEnumAttribute(call, i + 1, byval);
        LLVMAddCallSiteAttribute(
            call, i + 1,
            LLVMCreateStringAttribute(context, NOTE_BYVAL, (unsigned)strlen(NOTE_BYVAL), "", 0));
        changed = true;
    }
    return changed;
}

static bool record_calls(LLVMModuleRef m, LLVMContextRef context, LLVMValueRef entry)
{
    bool changed = false;
    for (LLVMUseRef u = LLVMGetFirstUse(entry); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (code_is_call(user) && LLVMGetCalledValue(user) == entry)
            changed |=
                record_memory_operands(context, user) | record_mixed_operands(m, context, user);
    }
    return changed;
}

static void ignore_body(struct diag_sink *s, LLVMValueRef entry)
{
    diag(s, DIAG_ENTRY_BODY, entry, diag_name(s, entry));
    ezb_delete_body(entry);
}

/* Variables in whose initialisers a value is. */
static bool note_sources(LLVMValueRef v)
{
    bool noted = false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAGlobalVariable(user)) {
            noted |= LLVMIsAConstant(user) && note_sources(user);
        } else if (strncmp(LLVMGetValueName(user), "llvm.", 5)) {
            source_note(user);
            noted = true;
        }
    }
    return noted;
}

/* Variables that register something, or look as if. */
static bool note_registrations(LLVMModuleRef m)
{
    bool noted = false;
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
        if (LLVMIsDeclaration(g) || !strstr(LLVMGetValueName(g), "__enzyme_"))
            continue;
        source_note(g);
        noted = true;
    }
    return noted;
}

static void drop_names(LLVMValueRef fn)
{
    for (LLVMValueRef p = LLVMGetFirstParam(fn); p; p = LLVMGetNextParam(p))
        LLVMSetValueName2(p, "", 0);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMSetValueName2(LLVMBasicBlockAsValue(b), "", 0);
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
                LLVMSetValueName2(i, "", 0);
    }
}

bool request_record(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *options)
{
    LLVMContextRef context = LLVMGetModuleContext(m);
    const struct diag_policy policy = {options->warnings, options->color,
                                       (enum diag_format)options->format};
    struct diag_sink *s = diag_sink_new(cx, m, &policy);
    bool changed = note_registrations(m);
    registry_report_unknown(m, s);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        enum entry_role role = entry_role_of(f);
        bool has_body = !LLVMIsDeclaration(f);
        if (entry_is_lowered(role) || role == ENTRY_TRACE) {
            if (has_body)
                ignore_body(s, f);
            changed |= record_calls(m, context, f) | note_sources(f) | has_body;
        } else if (has_body) {
            changed |= record_pieces(m, context, f);
            changed |= record_mixed_parameters(m, context, f);
            changed |= record_mixed_result(m, context, f);
            changed |= in_place_mark(f);
            changed |= value_access_mark(f);
            changed |= record_integer_atomics(cx, f);
            drop_names(f);
        }
    }
    LLVMContextSetDiscardValueNames(context, 1);
    diag_flush(s);
    diag_sink_free(s);
    return changed;
}
