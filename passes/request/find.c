/* Finding derivative calls, and bringing their operands into a readable form.
 *
 * Functions are visited in module order and calls in instruction order, so the same input gives the
 * same output. The functions that contain derivative calls are simplified first where operands do
 * not speak for themselves (-O0: operands travel through local variables and small helpers);
 * everything else in the module stays as it is. */
#include "base/distance.h"
#include "base/map.h"
#include "ir/code.h"
#include "request/read.h"
#include "request/traces.h"
#include <stdlib.h>
#include <string.h>

#define PREFIX "__enzyme_"
#define SIMPLIFY                                                                                   \
    "sroa<modify-cfg>,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,simplifycfg"

struct entry_row {
    const char *name;
    enum entry_role role;
};

static const struct entry_row entries[] = {
#define ENTRY(key, role) {PREFIX key, ENTRY_##role},
#include "request/entries.def"
#undef ENTRY
};

enum entry_role entry_role_of(LLVMValueRef fn)
{
    const char *name = LLVMGetValueName(fn);
    if (!strstr(name, "__enzyme_"))
        return ENTRY_NONE;
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (strstr(name, entries[i].name))
            return entries[i].role;
    return ENTRY_NONE;
}

/* A name that only derivative calls have, but is none of theirs. */
static bool is_unknown_entry(LLVMValueRef fn)
{
    return LLVMIsDeclaration(fn) && strstr(LLVMGetValueName(fn), PREFIX) &&
           entry_role_of(fn) == ENTRY_NONE;
}

bool request_any(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (LLVMGetFirstUse(f) && (entry_role_of(f) != ENTRY_NONE || is_unknown_entry(f)))
            return true;
    return false;
}

/* The entry of which a name is a misspelling; NULL if it is like none. */
static const char *entry_nearest(const char *name)
{
    const char *word = strstr(name, PREFIX) + strlen(PREFIX), *nearest = NULL;
    unsigned best = 0;
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        const char *entry = entries[i].name + strlen(PREFIX);
        unsigned distance = word_distance_begin(word, entry);
        if (word_is_near(distance, entry) && (!nearest || distance < best))
            nearest = entry, best = distance;
    }
    return nearest;
}

/* The linker would say only that the symbol is undefined, without the place. */
static void report_unknown_entry(struct reader *r, LLVMValueRef fn)
{
    const char *name = diag_name(r->diags, fn), *nearest = entry_nearest(name);
    enum diag_id id = nearest ? DIAG_UNKNOWN_ENTRY : DIAG_UNKNOWN_ENTRY_FAR;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (LLVMIsAInstruction(LLVMGetUser(u)))
            diag(r->diags, id, LLVMGetUser(u), name, nearest);
}

/* The function a call names, through aliases; NULL for anything else. */
static LLVMValueRef called_function(LLVMValueRef inst)
{
    if (!code_is_call(inst))
        return NULL;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    while (LLVMIsAGlobalAlias(callee))
        callee = LLVMAliasGetAliasee(callee);
    return LLVMIsAFunction(callee) ? callee : NULL;
}

static enum entry_role call_role(LLVMValueRef inst)
{
    LLVMValueRef fn = called_function(inst);
    return fn ? entry_role_of(fn) : ENTRY_NONE;
}

static LLVMValueRef function_around(LLVMValueRef inst)
{
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
}

struct find {
    struct reader *r;
    bool some_wait;        /* some calls are truncated later */
    struct map containing; /* functions with derivative calls */
    struct value_list functions;
};

/* llvm.used and llvm.compiler.used keep symbols alive and take no address that code could see. */
static bool only_kept_alive(LLVMValueRef user)
{
    if (LLVMIsAGlobalVariable(user))
        return !strncmp(LLVMGetValueName(user), "llvm.", 5);
    if (!LLVMIsAConstant(user))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(user); u; u = LLVMGetNextUse(u))
        if (!only_kept_alive(LLVMGetUser(u)))
            return false;
    return true;
}

static void note_containing(struct find *f, LLVMValueRef fn)
{
    if (!map_get(&f->containing, fn))
        map_put(&f->containing, fn, fn);
}

/* The variable in whose initialiser a constant is, or NULL. */
static LLVMValueRef variable_with(LLVMValueRef user)
{
    while (user && !LLVMIsAGlobalVariable(user))
        user = LLVMIsAConstant(user) && LLVMGetFirstUse(user) ? LLVMGetUser(LLVMGetFirstUse(user))
                                                              : NULL;
    return user;
}

static void report_value(struct find *f, LLVMValueRef entry, LLVMValueRef user)
{
    LLVMValueRef variable = variable_with(user);
    diag(f->r->diags, DIAG_ADDRESS_TAKEN_ENTRY, LLVMIsAInstruction(user) ? user : variable,
         diag_name(f->r->diags, entry), variable ? " in the initialiser of " : "",
         variable ? diag_name(f->r->diags, variable) : "");
}

/* Marks the functions that call `entry` and reports other uses of it. */
static void note_uses(struct find *f, LLVMValueRef entry, LLVMValueRef symbol)
{
    for (LLVMUseRef u = LLVMGetFirstUse(symbol); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (code_is_call(user) && LLVMGetCalledValue(user) == symbol &&
            ezb_use_operand_no(u) >= LLVMGetNumArgOperands(user))
            note_containing(f, function_around(user));
        else if (LLVMIsAGlobalAlias(user))
            note_uses(f, entry, user);
        else if (!only_kept_alive(user))
            report_value(f, entry, user);
    }
}

static bool has_attribute(LLVMValueRef fn, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName(name, strlen(name))) != NULL;
}

static void remove_attribute(LLVMValueRef fn, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                   LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static void add_attribute(LLVMContextRef context, LLVMValueRef fn, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context, kind, 0));
}

static bool is_always_inline(LLVMValueRef fn)
{
    return fn && !LLVMIsDeclaration(fn) && has_attribute(fn, "alwaysinline");
}

static LLVMValueRef find_inlinable_call(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = called_function(i);
            if (is_always_inline(callee) && callee != fn && entry_role_of(callee) == ENTRY_NONE)
                return i;
        }
    return NULL;
}

/* Small helpers around derivative calls disappear into the function that uses them. */
static void inline_helpers(struct find *f, LLVMValueRef fn)
{
    enum { MAX_INLINED = 10000 };
    for (unsigned n = 0; n < MAX_INLINED; n++) {
        LLVMValueRef call = find_inlinable_call(fn);
        if (!call || ezb_inline_call(f->r->cx, call))
            return;
    }
}

/* Callers of an always-inline function with a derivative call contain that call themselves once it
 * is inlined. */
static void note_callers_of_helpers(struct find *f)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (LLVMValueRef fn = LLVMGetFirstFunction(f->r->module); fn;
             fn = LLVMGetNextFunction(fn)) {
            if (!is_always_inline(fn) || !map_get(&f->containing, fn))
                continue;
            for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
                LLVMValueRef user = LLVMGetUser(u);
                if (code_is_call(user) && LLVMGetCalledValue(user) == fn &&
                    !map_get(&f->containing, function_around(user))) {
                    note_containing(f, function_around(user));
                    changed = true;
                }
            }
        }
    }
}

static bool is_dead(LLVMValueRef fn)
{
    LLVMLinkage l = LLVMGetLinkage(fn);
    bool local = l == LLVMInternalLinkage || l == LLVMPrivateLinkage ||
                 l == LLVMLinkOnceODRLinkage || l == LLVMLinkOnceAnyLinkage ||
                 l == LLVMAvailableExternallyLinkage;
    return local && !LLVMGetFirstUse(fn);
}

/* The functions with derivative calls in module order, helpers inlined and dead ones dropped. */
static void collect_functions(struct find *f)
{
    LLVMValueRef next;
    for (LLVMValueRef fn = LLVMGetFirstFunction(f->r->module); fn; fn = LLVMGetNextFunction(fn))
        if (map_get(&f->containing, fn))
            inline_helpers(f, fn);
    for (LLVMValueRef fn = LLVMGetFirstFunction(f->r->module); fn; fn = next) {
        next = LLVMGetNextFunction(fn);
        if (!map_get(&f->containing, fn))
            continue;
        if (is_dead(fn)) {
            ezb_forget_function(f->r->cx, fn);
            LLVMDeleteFunction(fn);
        } else {
            VEC_PUSH(f->r->arena, &f->functions, fn);
        }
    }
}

/* False for operands that simplification may make readable. */
static bool speaks_for_itself(LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v))
        return true;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMLoad: return !LLVMIsAInstruction(LLVMGetOperand(v, 0));
    case LLVMPHI:
    case LLVMSelect:
    case LLVMExtractValue: return false;
    default: return true;
    }
}

static void collect_calls(struct find *f, LLVMValueRef fn, struct value_list *out)
{
    out->count = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (call_role(i) != ENTRY_NONE)
                VEC_PUSH(f->r->arena, out, i);
}

static bool needs_simplification(const struct value_list *calls)
{
    for (unsigned i = 0; i < calls->count; i++)
        for (unsigned k = 0, n = LLVMGetNumArgOperands(calls->items[i]); k < n; k++)
            if (!speaks_for_itself(LLVMGetOperand(calls->items[i], k)))
                return true;
    return false;
}

static bool has_role(const struct value_list *calls, enum entry_role role)
{
    for (unsigned i = 0; i < calls->count; i++)
        if (call_role(calls->items[i]) == role)
            return true;
    return false;
}

void function_simplify(struct reader *r, LLVMValueRef fn, const char *pipeline)
{
    bool optnone = has_attribute(fn, "optnone");
    char *error = NULL;
    if (optnone)
        remove_attribute(fn, "optnone");
    ezb_invalidate(r->cx, fn);
    if (ezb_run_function_passes(r->cx, fn, pipeline, &error)) {
        diag(r->diags, DIAG_INTERNAL, fn, diag_name(r->diags, fn), error ? error : "pipeline");
        free(error);
    }
    if (optnone)
        add_attribute(r->context, fn, "optnone");
    ezb_invalidate(r->cx, fn);
}

static void add_request(struct find *f, LLVMValueRef call, LLVMValueRef fn, enum deriv_mode mode,
                        struct request_list *out)
{
    struct request request;
    if (call_role(call) == ENTRY_FORWARD_SHADOW)
        replace_by_forward_record(f->r, call, fn, &f->functions);
    else if (request_parse(f->r, call, function_with_body(f->r, fn, call), mode, &request)) {
        if (mode == MODE_FORWARD)
            arrays_note_unread(f->r, &request);
        VEC_PUSH(f->r->arena, out, request);
    }
}

/* Operands that are derivative calls themselves are erased when those are lowered; an instruction
 * in between stays. */
static void keep_operands(struct find *f, LLVMValueRef call)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(call, k);
        if (!LLVMIsAInstruction(v) || call_role(v) == ENTRY_NONE)
            continue;
        LLVMPositionBuilderBefore(f->r->builder, call);
        LLVMSetOperand(call, k, LLVMBuildFreeze(f->r->builder, v, ""));
    }
}

/* Its function is truncated later, or calls one that is. */
static bool waits(struct find *f, LLVMValueRef call)
{
    unsigned operand = operand_attribute_type(call, 0, "sret") ? 1 : 0;
    if (!f->some_wait || operand >= LLVMGetNumArgOperands(call))
        return false;
    struct value_list functions = {0};
    LLVMValueRef v = LLVMGetOperand(call, operand);
    while (LLVMIsAFreezeInst(v) || LLVMIsABitCastInst(v))
        v = LLVMGetOperand(v, 0);
    bool later = entry_truncates(call_role(v));
    if (!later && !operand_functions(f->r, v, &functions))
        return false;
    for (unsigned i = 0; i < functions.count && !later; i++)
        later = truncations_within(f->r, functions.items[i]);
    return later;
}

static void read_derivative_call(struct find *f, LLVMValueRef call, enum deriv_mode mode,
                                 struct request_list *out)
{
    unsigned operand = operand_attribute_type(call, 0, "sret") ? 1 : 0;
    keep_operands(f, call);
    if (operand >= LLVMGetNumArgOperands(call)) {
        diag(f->r->diags, DIAG_FN_NOT_FOUND, call, "missing");
        return;
    }
    struct value_list functions = {0}, calls = {0};
    LLVMValueRef v = LLVMGetOperand(call, operand), copy, through;
    if (!operand_functions(f->r, v, &functions)) {
        bool forward = call_role(call) == ENTRY_FORWARD_SHADOW;
        if (mode == MODE_SHADOW && replace_by_shadow_table(f->r, call, forward))
            return;
        if ((copy = call_through_pointer(f->r, call, mode, &through)))
            add_request(f, copy, through, mode, out);
        else
            diag(f->r->diags, DIAG_FN_NOT_FOUND, call, operand_describe(v));
    } else if (functions.count == 1) {
        add_request(f, call, functions.items[0], mode, out);
    } else {
        calls_split_by_function(f->r, call, operand, &functions, &calls);
        for (unsigned i = 0; i < calls.count; i++)
            add_request(f, calls.items[i], functions.items[i], mode, out);
    }
}

static enum deriv_mode mode_of(enum entry_role role)
{
    switch (role) {
    case ENTRY_FORWARD:
    case ENTRY_ERRORS: return MODE_FORWARD;
    case ENTRY_AUGMENTED: return MODE_AUGMENTED;
    case ENTRY_SPLIT_REVERSE: return MODE_SPLIT_REVERSE;
    case ENTRY_SPLIT_FORWARD: return MODE_SPLIT_FORWARD;
    case ENTRY_TAPE_SIZE: return MODE_TAPE_SIZE;
    case ENTRY_BATCH: return MODE_BATCH;
    case ENTRY_FORWARD_SHADOW:
    case ENTRY_SHADOW: return MODE_SHADOW;
    default: return MODE_REVERSE;
    }
}

static void read_call(struct find *f, LLVMValueRef call, struct request_list *out)
{
    LLVMValueRef entry = called_function(call);
    enum entry_role role = entry_role_of(entry);
    if (LLVMIsAInvokeInst(call) &&
        (role == ENTRY_SHADOW || role == ENTRY_FORWARD_SHADOW ||
         role == ENTRY_ITERATIONS)) /* nothing that throws is left of it */
        call = ezb_invoke_to_call(call, 0);
    if (entry_is_lowered(role) && waits(f, call)) {
        out->some_wait = true;
        return;
    }
    if (entry_is_lowered(role)) {
        if (!LLVMIsDeclaration(entry))
            diag(f->r->diags, DIAG_ENTRY_BODY, entry, diag_name(f->r->diags, entry));
        unsigned first = out->count;
        read_derivative_call(f, call, mode_of(role), out);
        for (unsigned i = first; i < out->count; i++)
            out->items[i].errors = role == ENTRY_ERRORS;
        return;
    }
    switch (role) {
    case ENTRY_ITERATIONS: iterations_replace(f->r, call); break;
    case ENTRY_INACTIVE: replace_inactive_call(f->r, call); break;
    case ENTRY_SAMPLE:
    case ENTRY_OBSERVE: sample_replace(f->r, call, NULL); break;
    default: break;
    }
}

/* Before functions are copied: copies have no calls of what is mere arithmetic. */
static void lower_folds(struct find *f)
{
    struct value_list calls = {0};
    for (unsigned i = 0; i < f->functions.count; i++) {
        collect_calls(f, f->functions.items[i], &calls);
        for (unsigned k = 0; k < calls.count; k++) {
            enum entry_role role = call_role(calls.items[k]);
            if (role == ENTRY_SUM || role == ENTRY_PRODUCT)
                fold_replace(f->r, calls.items[k], role == ENTRY_PRODUCT);
        }
    }
}

/* Runs of probabilistic programs become derivative calls, also those in functions made for others.
 * Before anything else is read: the functions are copied as they are. */
static void lower_traces(struct find *f)
{
    struct traces traces = {.r = f->r};
    struct value_list calls = {0};
    for (unsigned i = 0; i < f->functions.count; i++) {
        LLVMValueRef fn = f->functions.items[i];
        unsigned made = traces.made.count;
        collect_calls(f, fn, &calls);
        if (has_role(&calls, ENTRY_TRACE) && needs_simplification(&calls)) {
            function_simplify(f->r, fn, SIMPLIFY);
            collect_calls(f, fn, &calls);
        }
        for (unsigned k = 0; k < calls.count; k++)
            if (call_role(calls.items[k]) == ENTRY_TRACE)
                trace_replace(&traces, calls.items[k]);
        for (; made < traces.made.count; made++)
            VEC_PUSH(f->r->arena, &f->functions, traces.made.items[made]);
    }
}

static void read_function(struct find *f, LLVMValueRef fn, struct request_list *out)
{
    struct value_list calls = {0};
    collect_calls(f, fn, &calls);
    if (needs_simplification(&calls)) {
        function_simplify(f->r, fn, SIMPLIFY);
        collect_calls(f, fn, &calls);
    }
    for (unsigned i = 0; i < calls.count; i++)
        read_call(f, calls.items[i], out);
    ezb_invalidate(f->r->cx, fn);
}

static struct reader reader_of(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s)
{
    LLVMContextRef context = LLVMGetModuleContext(m);
    return (struct reader){.cx = cx,
                           .module = m,
                           .context = context,
                           .layout = LLVMGetModuleDataLayout(m),
                           .builder = LLVMCreateBuilderInContext(context),
                           .arena = a,
                           .diags = s};
}

static bool any_truncations(struct find *f)
{
    for (unsigned i = 0; i < f->functions.count; i++) {
        LLVMValueRef fn = f->functions.items[i];
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
                if (entry_truncates(call_role(v)))
                    return true;
    }
    return false;
}

static void read_functions(struct find *f, struct request_list *out)
{
    truncations_lower(f->r, &out->truncations, &f->functions, false);
    f->some_wait = any_truncations(f);
    for (unsigned i = 0; i < f->functions.count; i++)
        read_function(f, f->functions.items[i], out);
}

void request_collect(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                     bool runtime_activity, struct request_list *out)
{
    struct reader r = reader_of(cx, m, a, s);
    struct find f = {.r = &r};
    r.runtime_activity = runtime_activity;
    map_init(&f.containing, a);
    markers_protect(m);
    type_checks_drop(&r);
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        if (entry_role_of(fn) != ENTRY_NONE)
            note_uses(&f, fn, fn);
        else if (is_unknown_entry(fn))
            report_unknown_entry(&r, fn);
    note_callers_of_helpers(&f);
    collect_functions(&f);
    lower_folds(&f);
    lower_traces(&f);
    out->truncations = (struct truncations){.cx = cx, .module = m, .arena = a, .diags = s};
    read_functions(&f, out);
    LLVMDisposeBuilder(r.builder);
}

bool request_continue(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                      bool runtime_activity, struct request_list *list)
{
    if (!list->some_wait)
        return false;
    struct reader r = reader_of(cx, m, a, s);
    struct find f = {.r = &r};
    r.runtime_activity = runtime_activity;
    map_init(&f.containing, a);
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        if (entry_role_of(fn) != ENTRY_NONE)
            note_uses(&f, fn, fn);
    note_callers_of_helpers(&f);
    collect_functions(&f);
    *list = (struct request_list){.truncations = list->truncations};
    read_functions(&f, list);
    LLVMDisposeBuilder(r.builder);
    return list->count > 0;
}

void request_finish(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                    struct request_list *list, bool optimise)
{
    struct value_list functions = {0};
    struct reader r = reader_of(cx, m, a, s);
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn))
            VEC_PUSH(a, &functions, fn);
    truncations_lower(&r, &list->truncations, &functions, true);
    iterations_lower(&r);
    arrays_lower(&r, optimise);
    LLVMDisposeBuilder(r.builder);
}
