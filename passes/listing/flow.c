/* Control flow as loops and conditions, after N. Ramsey, Beyond Relooper: recursive translation of
 * unstructured control flow to structured control flow, ICFP 2022: the code that a block dominates
 * stands inside of what the block does, where several ways lead behind it. What neither continues
 * nor ends the innermost loop, nor goes on with what follows, is a goto. Exits of a loop stand
 * behind it. */
#include "listing/c.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct flow {
    struct listed *c;
    unsigned loop; /* the innermost one, or NO_ID */
    unsigned exit; /* the block behind it, or NO_ID */
};

/* ---- lines ---- */

static void print_line(struct listed *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void print_line(struct listed *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(c->out, "%*s", 4 * (int)c->depth, "");
    vfprintf(c->out, format, args);
    fputc('\n', c->out);
    va_end(args);
}

static const char *label(struct listed *c, unsigned block)
{
    return arena_printf(c->all->arena, "L%u", block);
}

/* ---- where blocks stand ---- */

static bool is_inside(const struct func *f, unsigned loop, unsigned block)
{
    return func_loop_contains(f, loop, f->blocks[block].loop);
}

static bool is_header(const struct func *f, unsigned block)
{
    unsigned l = f->blocks[block].loop;
    return l != NO_ID && f->loops[l].header == block;
}

/* The outermost loop around block a, but not around b; NO_ID: none. */
static unsigned left_loop(const struct func *f, unsigned a, unsigned b)
{
    unsigned left = NO_ID;
    for (unsigned l = f->blocks[a].loop; l != NO_ID && !is_inside(f, l, b); l = f->loops[l].parent)
        left = l;
    return left;
}

static unsigned ways_to(const struct func *f, unsigned block)
{
    unsigned n = 0;
    for (unsigned k = 0; k < f->blocks[block].pred_count; k++)
        n += !func_dominates(f, block, f->blocks[block].preds[k]);
    return n;
}

/* The block stands in the arm of the one branch that leads there. A landing pad follows its call.
 */
static bool is_arm(const struct func *f, unsigned block)
{
    unsigned from = f->blocks[block].idom;
    return from != NO_ID && ways_to(f, block) == 1 && left_loop(f, from, block) == NO_ID &&
           !LLVMIsAInvokeInst(LLVMGetBasicBlockTerminator(f->blocks[from].ref)) &&
           !LLVMIsASwitchInst(LLVMGetBasicBlockTerminator(f->blocks[from].ref));
}

/* But the branch back to a loop does not. */
static bool leads_to_arm(const struct func *f, unsigned from, unsigned to)
{
    return is_arm(f, to) && !func_dominates(f, to, from);
}

/* Block b stands behind loop l, or, without a loop, behind what block `at` does. */
static bool stands_behind(const struct func *f, unsigned b, unsigned at, unsigned l)
{
    unsigned from = f->blocks[b].idom;
    if (from == NO_ID || is_arm(f, b) || left_loop(f, from, b) != l)
        return false;
    return l == NO_ID ? from == at : true;
}

/* The next such block from *i on, in the order in which they stand; NO_ID: none. */
static unsigned next_behind(const struct func *f, unsigned *i, unsigned at, unsigned l)
{
    while (*i < f->block_count) {
        unsigned b = (*i)++;
        if (stands_behind(f, b, at, l))
            return b;
    }
    return NO_ID;
}

/* ---- edges ---- */

static void print_from(struct flow *w, unsigned block, unsigned next);

static bool is_copied(LLVMValueRef phi, LLVMValueRef value)
{
    return LLVMGetFirstUse(phi) && value != phi && !LLVMIsUndef(value);
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (LLVMGetIncomingBlock(phi, k) == from)
            return LLVMGetIncomingValue(phi, k);
    return NULL;
}

/* One of them reads what another one writes. */
static bool copies_meet(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef value = incoming(phi, from);
        if (value != phi && LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == to)
            return true;
    }
    return false;
}

static void print_copies(struct listed *c, unsigned from, unsigned to)
{
    LLVMBasicBlockRef source = c->f->blocks[from].ref, target = c->f->blocks[to].ref;
    bool meet = copies_meet(source, target);
    for (int pass = meet ? 0 : 1; pass < 2; pass++)
        for (LLVMValueRef phi = LLVMGetFirstInstruction(target); phi && LLVMIsAPHINode(phi);
             phi = LLVMGetNextInstruction(phi)) {
            LLVMValueRef value = incoming(phi, source);
            const char *name = listing_variable(c, phi);
            if (!is_copied(phi, value))
                continue;
            const char *text = listing_operand(c, value, false);
            if (!pass)
                print_line(c, "next_%s = %s;", name, text);
            else
                print_line(c, "%s = %s;", name,
                           meet ? arena_printf(c->all->arena, "next_%s", name) : text);
        }
}

/* Goes on with block `to`, where `next` is what follows in the text. */
static void print_edge(struct flow *w, unsigned from, unsigned to, unsigned next)
{
    struct listed *c = w->c;
    const struct func *f = c->f;
    print_copies(c, from, to);
    if (leads_to_arm(f, from, to))
        print_from(w, to, next);
    else if (to == next)
        return;
    else if (w->loop != NO_ID && to == f->loops[w->loop].header)
        print_line(c, "continue;");
    else if (w->loop != NO_ID && to == w->exit)
        print_line(c, "break;");
    else {
        bits_set(&c->labels, to);
        print_line(c, "goto %s;", label(c, to));
    }
}

/* ---- ends of blocks ---- */

static unsigned successor(struct listed *c, LLVMValueRef end, unsigned k)
{
    return func_block_id(c->f, LLVMGetSuccessor(end, k));
}

/* Prints nothing. */
static bool is_empty_edge(struct flow *w, unsigned from, unsigned to, unsigned next)
{
    LLVMBasicBlockRef source = w->c->f->blocks[from].ref, target = w->c->f->blocks[to].ref;
    if (to != next || leads_to_arm(w->c->f, from, to))
        return false;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(target); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi))
        if (is_copied(phi, incoming(phi, source)))
            return false;
    return true;
}

static const char *negation(struct listed *c, LLVMValueRef cond)
{
    return arena_printf(c->all->arena, "!%s", listing_operand(c, cond, true));
}

/* What is printed for the edge ends with break, continue, or goto. */
static bool jumps(struct flow *w, unsigned from, unsigned to, unsigned next)
{
    return to != next && !leads_to_arm(w->c->f, from, to);
}

static void print_branch(struct flow *w, unsigned block, LLVMValueRef end, unsigned next)
{
    struct listed *c = w->c;
    const char *cond = listing_operand(c, LLVMGetCondition(end), false);
    unsigned yes = successor(c, end, 0), no = successor(c, end, 1);
    if (is_empty_edge(w, block, yes, next)) {
        unsigned other = yes;
        yes = no, no = other;
        cond = negation(c, LLVMGetCondition(end));
    } else if (!jumps(w, block, yes, next) && jumps(w, block, no, next)) {
        unsigned other = yes;
        yes = no, no = other;
        cond = negation(c, LLVMGetCondition(end));
    }
    if (is_empty_edge(w, block, yes, next))
        return;
    print_line(c, "if (%s) {", cond);
    c->depth++;
    print_edge(w, block, yes, next);
    c->depth--;
    if (jumps(w, block, yes, next)) {
        print_line(c, "}");
        print_edge(w, block, no, next);
        return;
    }
    if (!is_empty_edge(w, block, no, next)) {
        print_line(c, "} else {");
        c->depth++;
        print_edge(w, block, no, next);
        c->depth--;
    }
    print_line(c, "}");
}

static void print_switch(struct flow *w, unsigned block, LLVMValueRef end, unsigned next)
{
    struct listed *c = w->c;
    const char *value = listing_operand(c, LLVMGetOperand(end, 0), true);
    for (unsigned k = 1; k < LLVMGetNumSuccessors(end); k++) {
        print_line(c, "if (%s == %s) {", value, listing_operand(c, ezb_switch_case(end, k), false));
        c->depth++;
        unsigned to = successor(c, end, k);
        print_edge(w, block, to, to == next ? NO_ID : next); /* the other cases are in between */
        c->depth--;
        print_line(c, "}");
    }
    print_edge(w, block, successor(c, end, 0), next);
}

static void print_invoke(struct flow *w, unsigned block, LLVMValueRef end, unsigned next)
{
    struct listed *c = w->c;
    unsigned pad = func_block_id(c->f, LLVMGetUnwindDest(end));
    bits_set(&c->labels, pad);
    print_line(c, "LLVM(\"an exception goes to %s\");", label(c, pad));
    const char *called = LLVMIsAFunction(LLVMGetCalledValue(end))
                             ? listing_global(c->all, LLVMGetCalledValue(end))
                             : "LLVM(\"a pointer\")";
    const char *arguments = "";
    for (unsigned k = 0; k < LLVMGetNumArgOperands(end); k++)
        arguments = arena_printf(c->all->arena, "%s%s%s", arguments, k ? ", " : "",
                                 listing_operand(c, LLVMGetOperand(end, k), false));
    bool used = LLVMGetFirstUse(end) != NULL;
    print_line(c, "%s%s%s(%s);", used ? listing_variable(c, end) : "", used ? " = " : "", called,
               arguments);
    print_edge(w, block, func_block_id(c->f, LLVMGetNormalDest(end)), next);
}

static void print_end(struct flow *w, unsigned block, unsigned next)
{
    struct listed *c = w->c;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(c->f->blocks[block].ref);
    switch (LLVMGetInstructionOpcode(end)) {
    case LLVMRet:
        if (LLVMGetNumOperands(end))
            print_line(c, "return %s;", listing_operand(c, LLVMGetOperand(end, 0), false));
        else
            print_line(c, "return;");
        return;
    case LLVMBr:
        if (LLVMIsConditional(end))
            print_branch(w, block, end, next);
        else
            print_edge(w, block, successor(c, end, 0), next);
        return;
    case LLVMSwitch: print_switch(w, block, end, next); return;
    case LLVMInvoke: print_invoke(w, block, end, next); return;
    case LLVMUnreachable: print_line(c, "__builtin_unreachable();"); return;
    default: print_line(c, "LLVM(\"the exception goes on\");"); return;
    }
}

/* ---- blocks ---- */

/* Where a statement comes from, once per line of the source. */
static const char *place_of(struct listed *c, LLVMValueRef inst, unsigned *line)
{
    const char *file;
    unsigned at, column;
    if (LLVMGetDebugLocLine(inst) == 0 || !ezb_debug_loc(inst, &file, &at, &column) || at == *line)
        return "";
    const char *slash = strrchr(file, '/');
    *line = at;
    return arena_printf(c->all->arena, " /* %s:%u */", slash ? slash + 1 : file, at);
}

static void print_statements(struct listed *c, unsigned block)
{
    const struct func_block *b = &c->f->blocks[block];
    unsigned line = 0;
    for (unsigned v = b->first; v < b->first + b->count; v++) {
        const char *text = LLVMIsATerminatorInst(c->f->values[v]) ? NULL : listing_statement(c, v);
        if (text)
            print_line(c, "%s%s", text, place_of(c, c->f->values[v], &line));
    }
}

/* What stands behind block `at` or loop l, one after the other. */
static void print_behind(struct flow *w, unsigned at, unsigned l, unsigned next)
{
    unsigned i = 0;
    for (unsigned b = next_behind(w->c->f, &i, at, l); b != NO_ID;) {
        unsigned after = next_behind(w->c->f, &i, at, l);
        print_from(w, b, after == NO_ID ? next : after);
        b = after;
    }
}

static void print_block(struct flow *w, unsigned block, unsigned next)
{
    unsigned i = 0, first = next_behind(w->c->f, &i, block, NO_ID);
    print_statements(w->c, block);
    print_end(w, block, first == NO_ID ? next : first);
    print_behind(w, block, NO_ID, next);
}

static void print_loop(struct flow *w, unsigned block, unsigned next)
{
    struct listed *c = w->c;
    unsigned l = c->f->blocks[block].loop, i = 0, first = next_behind(c->f, &i, block, l);
    struct flow inner = {c, l, first == NO_ID ? next : first};
    print_line(c, "for (;;) {");
    c->depth++;
    print_block(&inner, block, block);
    c->depth--;
    print_line(c, "}");
    print_behind(w, block, l, next);
}

static void print_from(struct flow *w, unsigned block, unsigned next)
{
    if (bits_get(&w->c->labels, block))
        fprintf(w->c->out, "%s:;\n", label(w->c, block));
    (is_header(w->c->f, block) ? print_loop : print_block)(w, block, next);
}

/* ---- the function ---- */

/* Variables of one type, until it changes or the line is full. */
struct declarations {
    struct listed *c;
    LLVMTypeRef type;
    const char *names;
};
static void print_names(struct declarations *d);

static void declare_name(struct declarations *d, LLVMTypeRef type, const char *name)
{
    struct arena *a = d->c->all->arena;
    const char *text = listing_declaration(d->c->all, type, name), *more = strrchr(text, ' ');
    if (d->names && (d->type != type || strlen(d->names) > 80))
        print_names(d);
    d->names = d->names ? arena_printf(a, "%s,%s", d->names, more) : text;
    d->type = type;
}

static bool is_copied_by_way_of_another(LLVMValueRef phi)
{
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (copies_meet(LLVMGetIncomingBlock(phi, k), LLVMGetInstructionParent(phi)))
            return true;
    return false;
}

static void declare(struct declarations *d, unsigned v)
{
    struct listed *c = d->c;
    LLVMValueRef inst = c->f->values[v];
    bool kept = LLVMGetFirstUse(inst) && !bits_get(&c->folded, v) && !bits_get(&c->local, v);
    if (!kept || LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMVoidTypeKind)
        return;
    const char *name = listing_variable(c, inst);
    declare_name(d, LLVMTypeOf(inst), name);
    if (LLVMIsAPHINode(inst) && is_copied_by_way_of_another(inst))
        declare_name(d, LLVMTypeOf(inst), arena_printf(c->all->arena, "next_%s", name));
}

static void print_names(struct declarations *d)
{
    if (d->names)
        print_line(d->c, "%s;", d->names);
    d->names = NULL;
}

static void print_all(struct listed *c)
{
    struct flow w = {c, NO_ID, NO_ID};
    c->depth = 1;
    struct declarations d = {c, NULL, NULL};
    for (unsigned v = c->f->arg_count; v < c->f->value_count; v++)
        declare(&d, v);
    print_names(&d);
    print_from(&w, 0, NO_ID);
}

/* Once to nowhere, for the labels. */
void listing_print_body(struct listed *c)
{
    FILE *out = c->out;
    char *text = NULL;
    size_t size;
    c->out = open_memstream(&text, &size);
    if (c->out) {
        print_all(c);
        fclose(c->out);
    }
    free(text);
    c->out = out;
    print_all(c);
}
