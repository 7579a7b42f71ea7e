#include "report/page.h"
#include "plan/nest.h"
#include "base/team.h"
#include "plan/order.h"
#include "plan/program.h"
#include "plan/remarks.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* One derivative, while its notes are collected. */
struct collector {
    struct report_page *page;
    const struct derivative *d;
    unsigned number;
};

/* A value that is merged from several paths has no place of its own: that of the branch behind. */
static LLVMValueRef with_place(LLVMValueRef at)
{
    bool bare = at && LLVMIsAPHINode(at) && LLVMGetDebugLocLine(at) == 0;
    return bare ? LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(at)) : at;
}

static void add_note(struct collector *c, LLVMValueRef at, enum note_kind kind, const char *text,
                     uint64_t bytes)
{
    unsigned column;
    struct report_note n = {.derivative = c->number, .kind = kind, .text = text, .bytes = bytes};
    at = with_place(at);
    if (!at || !report_find_place(at, &n.file, &n.line, &column) || !n.line)
        return;
    n.file = arena_strdup(c->page->arena, n.file); /* the code may go */
    VEC_PUSH(c->page->arena, &c->page->notes, n);
}

/* ---- active values --------------------------------------------------------------------------- */

static bool is_stored_active(const struct collector *c, LLVMValueRef inst)
{
    unsigned v = LLVMIsAStoreInst(inst) ? func_id(c->d->facts->f, LLVMGetOperand(inst, 0)) : NO_ID;
    return v != NO_ID && (c->d->facts->state[v] & STATE_VARIED);
}

static void note_active(struct collector *c)
{
    const struct activity_facts *a = c->d->facts;
    for (unsigned v = a->f->arg_count; v < a->f->value_count; v++) {
        bool active = c->d->plan ? activity_active(a, v) : (a->state[v] & STATE_VARIED) != 0;
        const char *name = ezb_variable_name(a->f->values[v]);
        bool written = LLVMGetDebugLocLine(a->f->values[v]) != 0 || /* in a line of its own */
                       team_is_marked(a->f->fn);
        if (written && (active || is_stored_active(c, a->f->values[v])))
            add_note(c, a->f->values[v], NOTE_ACTIVE,
                     name ? arena_strdup(c->page->arena, name) : "", 0);
    }
}

/* ---- loops ----------------------------------------------------------------------------------- */

static const char *const schedule_texts[] = {
    [SCHEDULE_SKIP] = "nothing in this loop has a derivative, and the reverse sweep steps over it",
    [SCHEDULE_STORE] = "the forward sweep runs it and keeps what is needed of each iteration; the "
                       "reverse sweep goes back through the iterations",
    [SCHEDULE_REPLAY] = "the forward sweep keeps only what an iteration starts from; the reverse "
                        "sweep runs each iteration once more before it reverses it",
    [SCHEDULE_CHECKPOINT] =
        "only some iterations at a time are kept: the reverse sweep runs the others once more, "
        "from states that were kept in between, where all of them would take too much memory",
    [SCHEDULE_FUSE] = "it runs in the reverse sweep only: each iteration is computed and reversed "
                      "at once, so that nothing of it is kept",
};

static const char *loop_text(struct collector *c, unsigned l)
{
    const struct plan *p = c->d->plan;
    struct arena *a = c->page->arena;
    const char *text = schedule_texts[p->schedule[l]];
    if (p->nests[l])
        text = arena_printf(a,
                            p->nests[l]->gathers.count
                                ? "%s; what iterations of it, and of the loops inside, add to one "
                                  "element is summed up first"
                                : "%s; in it this loop becomes the innermost one of its nest",
                            text);
    if (!p->passes[l])
        return text;
    unsigned n = plan_whole_passes(p, l);
    text = n == 1 ? arena_printf(a, "%s, in the order of the source", text)
                  : arena_printf(a, "%s, in the order of the source, as %u loops", text, n);
    return p->gathers[l] ? arena_printf(a,
                                        "%s; what several iterations add to one element is summed "
                                        "up first",
                                        text)
                         : text;
}

static void note_loops(struct collector *c)
{
    const struct func *f = c->d->facts->f;
    for (unsigned l = 0; l < f->loop_count; l++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks[f->loops[l].latch].ref);
        add_note(c, end, NOTE_LOOP, loop_text(c, l), report_bytes_per(c->d->plan, l));
    }
}

/* ---- what is kept and computed again --------------------------------------------------------- */

/* Addresses and counters are computed again all the time. */
static bool is_worth_telling(const struct collector *c, const struct plan_remark *r)
{
    return LLVMIsAInstruction(r->at) && (r->load || plan_is_floating(LLVMTypeOf(r->at))) &&
           c->d->plan;
}

static void note_values(struct collector *c)
{
    struct plan_remark r;
    struct arena *a = c->page->arena;
    for (unsigned n = 0; n < c->d->plan->cached_count; n++) {
        if (!plan_remark(c->d->plan, n, &r))
            continue;
        if (r.kind == PLAN_REMARK_KEPT)
            add_note(c, r.at, NOTE_KEPT,
                     arena_printf(a, "%s: %s, because %s", r.name, r.amount, r.reason), r.bytes);
        else if (is_worth_telling(c, &r))
            add_note(c, r.at, NOTE_RECOMPUTED, arena_strdup(a, r.name), 0);
    }
}

/* ---- shadows --------------------------------------------------------------------------------- */

static const char *const row_texts[] = {
    [ADJOINT_NONE] = "",
#define ADJOINT(row, text, ...) [ADJOINT_##row] = text,
#include "plan/adjoint.def"
#undef ADJOINT
};

static const char *const add_texts[ACCUMULATE_KINDS] = {
    [ACCUMULATE_ADD] = "is added to, in the order of the iterations",
    [ACCUMULATE_ADD_VECTOR] = "is added to, in any order, so that several additions may be one "
                              "vector operation",
    [ACCUMULATE_ADD_ATOMIC] = "is added to by atomic operations, because other threads may add to "
                              "it at the same time",
    [ACCUMULATE_ADD_PRIVATE] = "is added to at the end: until then the thread has sums of its own, "
                               "because other threads may add to it at the same time",
    [ACCUMULATE_ADD_REDUCED] = "is added to by one atomic operation for the threads that run "
                               "together, which add up theirs first",
    [ACCUMULATE_GATHER] = "is added to once, with the sum of what several iterations contribute",
    [ACCUMULATE_ADD_TRACKED] = "is added to where the run finds that there are numbers",
};

/* The operand that points to the memory, by row. */
static int memory_operand(uint8_t row)
{
    switch (row) {
    case ADJOINT_UNSTORE:
    case ADJOINT_STORE: return 1;
    case ADJOINT_LOAD:
    case ADJOINT_UPDATE:
    case ADJOINT_MINMAX:
    case ADJOINT_EXCHANGE:
    case ADJOINT_COPY:
    case ADJOINT_FILL: return 0;
    default: return -1;
    }
}

static const char *effect_text(const struct adjoint_op *op)
{
    if (op->row == ADJOINT_LOAD)
        return add_texts[op->memory];
    if (op->row == ADJOINT_STORE)
        return op->clears ? "is read, and set to zero" : "is read";
    return row_texts[op->row];
}

static const char *memory_name(const struct plan *p, LLVMValueRef pointer)
{
    static const char of[] = "memory of ";
    const char *name = plan_memory_name(p, pointer);
    return strncmp(name, of, sizeof of - 1) ? name : name + sizeof of - 1;
}

/* What is kept of a range of memory at a time, of the size that the run says. */
static const char *range_text(uint8_t row)
{
    return row == ADJOINT_RESTORE ? "a copy of the range that is overwritten here, which the "
                                    "reverse sweep puts back"
           : row == ADJOINT_HOLD  ? "a copy of what the range holds in the end"
                                  : NULL;
}

static void note_op(struct collector *c, const struct adjoint_op *op)
{
    const struct plan *p = c->d->plan;
    LLVMValueRef inst = p->f->values[op->inst];
    const char *range = range_text(op->row);
    int k = memory_operand(op->row);
    if (range)
        add_note(
            c, inst, NOTE_KEPT,
            arena_printf(c->page->arena, "%s: %s", memory_name(p, LLVMGetOperand(inst, 0)), range),
            0);
    const char *effect = k < 0 ? NULL : effect_text(op);
    if (!effect || op->keeps)
        return;
    const char *memory = memory_name(p, LLVMGetOperand(inst, (unsigned)k));
    bool accesses = op->row == ADJOINT_LOAD || op->row == ADJOINT_STORE;
    add_note(c, inst, NOTE_SHADOW,
             accesses ? arena_printf(c->page->arena, "the shadow of %s %s", memory, effect)
                      : arena_printf(c->page->arena, "%s: the reverse sweep %s", memory, effect),
             0);
}

static void note_shadows(struct collector *c)
{
    const struct plan *p = c->d->plan;
    for (unsigned b = 0; b < p->f->block_count; b++)
        for (unsigned k = 0; k < p->program->blocks[b].count; k++) {
            const struct adjoint_part *part = &p->program->blocks[b].parts[k];
            for (unsigned i = 0; i < part->ops.count; i++)
                note_op(c, &part->ops.items[i]);
            for (unsigned t = 0; t < part->term_count; t++)
                for (unsigned i = 0; i < part->terms[t].ops.count; i++)
                    note_op(c, &part->terms[t].ops.items[i]);
        }
}

/* ---- derivatives ----------------------------------------------------------------------------- */

static void add_derivative(struct report_page *page, struct emission *m, struct derivative *d,
                           unsigned call)
{
    struct arena *a = page->arena;
    struct collector c = {page, d, page->derivatives.count};
    struct report_derivative r = {.name = arena_strdup(a, report_name(m, d->key.fn)),
                                  .mode = report_mode(d),
                                  .width = d->key.width,
                                  .instructions = report_size(d),
                                  .call = call,
                                  .bytes = d->plan ? report_bytes_per(d->plan, NO_ID) : 0,
                                  .seconds = d->seconds,
                                  .custom = d->custom != NULL,
                                  .reverse = d->plan != NULL};
    unsigned column;
    if (report_find_place(d->key.fn, &r.file, &r.line, &column))
        r.file = arena_strdup(a, r.file);
    else
        r.file = NULL;
    VEC_PUSH(a, &page->derivatives, r);
    if (d->custom)
        return;
    note_active(&c);
    if (!d->plan)
        return;
    note_loops(&c);
    note_values(&c);
    note_shadows(&c);
}

struct report_page *report_page_new(struct arena *a, const char *program)
{
    struct report_page *page = ARENA_NEW(a, struct report_page);
    const char *slash = strrchr(program, '/');
    page->arena = a;
    page->program = slash ? slash + 1 : program;
    return page;
}

/* Without template arguments, parameters and result: C++ names are long. */
static const char *short_entry(struct arena *a, const char *name)
{
    const char *start = strstr(name, "__enzyme_");
    return start ? arena_strndup(a, start, strcspn(start, "<(")) : name;
}

void report_page_add(struct report_page *page, struct emission *m, const struct report *r)
{
    struct report_call call = {
        .place = report_place(m, r->request->call),
        .entry = short_entry(page->arena, report_entry(m, r->request->call)),
        .function = arena_strdup(page->arena, diag_name(m->diags, r->request->target)),
        .seconds = r->seconds};
    for (unsigned i = 0; i < r->count; i++)
        add_derivative(page, m, r->made[i], page->calls.count);
    VEC_PUSH(page->arena, &page->calls, call);
}

/* ---- the file -------------------------------------------------------------------------------- */

const char *report_kind_name(enum note_kind kind)
{
    static const char *const names[] = {"active", "loop", "kept", "recomputed", "shadow"};
    return names[kind];
}

static int compare_notes(const void *left, const void *right)
{
    const struct report_note *a = left, *b = right;
    int order = strcmp(a->file, b->file);
    if (!order)
        order = (a->line > b->line) - (a->line < b->line);
    if (!order)
        order = (a->kind > b->kind) - (a->kind < b->kind);
    if (!order)
        order = (a->derivative > b->derivative) - (a->derivative < b->derivative);
    return order ? order : strcmp(a->text, b->text);
}

static void sort_notes(struct report_page *page)
{
    unsigned count = 0;
    struct report_note *notes = page->notes.items;
    if (page->notes.count)
        qsort(notes, page->notes.count, sizeof *notes, compare_notes);
    for (unsigned i = 0; i < page->notes.count; i++)
        if (!count || compare_notes(&notes[count - 1], &notes[i]))
            notes[count++] = notes[i];
    page->notes.count = count;
}

bool report_page_write(struct report_page *page, const char *path)
{
    path = arena_strndup(page->arena, path, strcspn(path, " \t\n"));
    size_t length = strlen(path);
    bool json = length > 5 && !strcmp(path + length - 5, ".json");
    FILE *out = fopen(path, "w");
    sort_notes(page);
    if (out)
        (json ? report_write_json : report_write_html)(out, page);
    if (out && fclose(out) == 0)
        return true;
    fprintf(stderr, "enzcc: error: cannot write '%s': %s\n", path, strerror(errno));
    return false;
}
