#include "report/audit.h"
#include "ir/code.h"
#include "ir/text.h"
#include "rules/bundle.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The words of the file: driver/audit.c has the same. */
enum audit_status { AUDIT_OPAQUE, AUDIT_BITCODE, AUDIT_RULE, AUDIT_INACTIVE, AUDIT_NOTHING };
static const char *const status_names[] = {"opaque", "bitcode", "rule", "inactive"};

struct audit_row {
    LLVMValueRef fn;
    const char *symbol, *name, *place; /* kept: the function may go */
    enum audit_status status;
    bool active;
};

struct audit {
    struct prepare *prepare;
    const struct registry *registry;
    struct map rows; /* function -> its number */
    VEC(struct audit_row) list;
    unsigned requests, planned;
};

/* ---- what a function is ---------------------------------------------------------------------- */

static bool is_own(const char *symbol)
{
    static const char *const prefixes[] = {"enz.", "enz_", "llvm.", "__enzyme_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(symbol, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

static enum audit_status status_of(const struct audit *a, LLVMValueRef call,
                                   const struct call_info *info)
{
    if (registry_rule(a->registry, info->callee))
        return AUDIT_RULE;
    switch (info->cls) {
    case CALL_DEFINED: return AUDIT_BITCODE;
    case CALL_INACTIVE: return AUDIT_INACTIVE;
    case CALL_NOP:
    case CALL_NONE: return AUDIT_NOTHING;
    case CALL_UNKNOWN:
        return bundle_body(a->prepare->module, info->callee, LLVMGetCalledFunctionType(call))
                   ? AUDIT_RULE
                   : AUDIT_OPAQUE;
    default: return AUDIT_RULE;
    }
}

static const char *place_of(struct arena *arena, LLVMValueRef at)
{
    const char *file;
    unsigned line, column;
    if (!ezb_debug_loc(at, &file, &line, &column))
        return "";
    return column ? arena_printf(arena, "%s:%u:%u", file, line, column)
                  : arena_printf(arena, "%s:%u", file, line);
}

static void add_row(struct audit *a, LLVMValueRef call, const struct call_info *info)
{
    struct prepare *p = a->prepare;
    enum audit_status status = status_of(a, call, info);
    const char *symbol = text_function_name(p->arena, info->callee);
    if (status == AUDIT_NOTHING || is_own(symbol) ||
        map_get_id(&a->rows, info->callee) != MAP_NO_ID)
        return;
    LLVMValueRef at = status == AUDIT_BITCODE ? info->callee : call;
    struct audit_row row = {.fn = info->callee,
                            .symbol = symbol,
                            .name = arena_strdup(p->arena, diag_name(p->diags, info->callee)),
                            .place = place_of(p->arena, at),
                            .status = status};
    map_put_id(&a->rows, row.fn, a->list.count);
    VEC_PUSH(p->arena, &a->list, row);
}

/* ---- the walk -------------------------------------------------------------------------------- */

struct walk {
    struct audit *audit;
    struct map seen;
    VEC(LLVMValueRef) functions;
};

static void reach(struct walk *w, LLVMValueRef fn)
{
    if (LLVMIsDeclaration(fn) || map_get(&w->seen, fn) ||
        registry_rule(w->audit->registry, fn)) /* its body does not matter */
        return;
    map_put(&w->seen, fn, fn);
    VEC_PUSH(w->audit->prepare->arena, &w->functions, fn);
}

static void look_at(struct walk *w, LLVMValueRef inst)
{
    struct prepare *p = w->audit->prepare;
    bool call = code_is_call(inst);
    struct call_info info =
        call ? rule_classify(p->cx, inst) : (struct call_info){.cls = CALL_NONE};
    bool differentiated =
        !call || info.cls == CALL_DEFINED || info.cls == CALL_UNKNOWN || info.cls == CALL_INDIRECT;
    if (info.callee)
        add_row(w->audit, inst, &info);
    if (info.cls == CALL_INDIRECT) {
        struct prepare_targets to = prepare_address_taken(p, LLVMGetCalledFunctionType(inst));
        for (unsigned k = 0; k < to.count; k++)
            reach(w, to.items[k]);
    }
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n && differentiated; k++)
        if (LLVMIsAFunction(LLVMGetOperand(inst, (unsigned)k)))
            reach(w, LLVMGetOperand(inst, (unsigned)k));
}

static void walk_all(struct walk *w)
{
    for (unsigned i = 0; i < w->functions.count; i++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(w->functions.items[i]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
                look_at(w, v);
}

/* A function that is asked for by name and has no body, which nothing calls. */
static void add_target(struct audit *a, const struct request *r)
{
    struct prepare *p = a->prepare;
    if (!LLVMIsDeclaration(r->fn) || map_get_id(&a->rows, r->fn) != MAP_NO_ID ||
        is_own(text_function_name(p->arena, r->fn)))
        return;
    bool known = registry_rule(a->registry, r->fn) || rule_is_library_function(r->fn) ||
                 bundle_body(p->module, r->fn, LLVMGlobalGetValueType(r->fn));
    struct audit_row row = {.fn = r->fn,
                            .symbol = text_function_name(p->arena, r->fn),
                            .name = arena_strdup(p->arena, diag_name(p->diags, r->fn)),
                            .place = place_of(p->arena, r->call),
                            .status = known ? AUDIT_RULE : AUDIT_OPAQUE};
    map_put_id(&a->rows, row.fn, a->list.count);
    VEC_PUSH(p->arena, &a->list, row);
}

struct audit *audit_begin(struct prepare *p, const struct registry *registry,
                          const struct request_list *requests)
{
    struct audit *a = ARENA_NEW(p->arena, struct audit);
    struct walk w = {.audit = a};
    a->prepare = p;
    a->registry = registry;
    map_init(&a->rows, p->arena);
    map_init(&w.seen, p->arena);
    for (unsigned i = 0; i < requests->count; i++) {
        if (requests->items[i].mode == MODE_BATCH)
            continue;
        a->requests++;
        reach(&w, requests->items[i].fn);
        add_target(a, &requests->items[i]);
    }
    walk_all(&w);
    return a;
}

/* ---- what is active -------------------------------------------------------------------------- */

static bool gets_active(struct activity_context *c, const struct activity_facts *facts,
                        LLVMValueRef call)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
        if (activity_state(c, facts, LLVMGetOperand(call, k)) & (STATE_VARIED | STATE_ACTIVE))
            return true;
    return false;
}

void audit_note_active(struct audit *a, struct activity_context *c,
                       const struct activity_facts *facts)
{
    const struct func *f = facts->f;
    for (unsigned v = a ? f->arg_count : f->value_count; v < f->value_count; v++) {
        unsigned row = f->calls[v].callee ? map_get_id(&a->rows, f->calls[v].callee) : MAP_NO_ID;
        if (f->calls[v].cls == CALL_UNKNOWN && row != MAP_NO_ID &&
            gets_active(c, facts, f->values[v]))
            a->list.items[row].active = true;
    }
}

void audit_note_planned(struct audit *a)
{
    if (a)
        a->planned++;
}

/* ---- the file -------------------------------------------------------------------------------- */

bool audit_write(const struct audit *a, const char *path)
{
    FILE *out = fopen(path, "w");
    for (unsigned i = 0; out && i < a->list.count; i++) {
        const struct audit_row *r = &a->list.items[i];
        const char *blocks = r->status != AUDIT_OPAQUE   ? "no"
                             : r->active                 ? "yes"
                             : a->planned == a->requests ? "no"
                                                         : "perhaps";
        fprintf(out, "%s\t%s\t%s\t%s\t%s\n", status_names[r->status], blocks, r->symbol, r->name,
                r->place);
    }
    if (out && fclose(out) == 0)
        return true;
    fprintf(stderr, "enzcc: error: cannot write '%s': %s\n", path, strerror(errno));
    return false;
}
