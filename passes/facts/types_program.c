/* The parts of the program between which no evidence of types travels. */
#include "facts/types_program.h"
#include "facts/types_state.h"
#include "ir/address.h"
#include "ir/code.h"
#include <string.h>

/* Numbers of parts, functions or instructions. */
typedef VEC(unsigned) id_list;

/* What has to do with one part. */
struct part {
    id_list insts; /* among `insts` below */
    id_list fns;   /* whose parameters or result do */
};

struct program_parts {
    struct map fn_ids; /* function -> id */
    VEC(LLVMValueRef) fns;
    id_list *slots_of; /* per function: the parts of its parameters and its result */
    struct map taken;  /* function whose address is taken -> itself */
    struct map allocators;
    struct part *parts;
    unsigned part_count;
    EzbValues *insts; /* those of the program that have to do with any part */
    unsigned inst_count;
    struct map globals;    /* global -> its part */
    struct map values;     /* value that a derivative call hands over -> id */
    EzbValues *handed;     /* per such id: the value */
    id_list parts_of;      /* per such id: its part, or NO_NODE */
    struct map signatures; /* type of functions called through pointers -> id_list * */
    bool integers_lead;
    bool unsettled; /* a limit was reached: they may have to do with each other */
};

struct types_program *types_program_new(EzbCtx *cx, struct arena *a, LLVMModuleRef m, bool tbaa)
{
    struct types_program *p = ARENA_NEW(a, struct types_program);
    *p = (struct types_program){.cx = cx, .arena = a, .module = m, .tbaa = tbaa};
    return p;
}

void types_program_free(struct types_program *p)
{
    if (!p->parts)
        return;
    ezb_values_free(p->parts->insts);
    ezb_values_free(p->parts->handed);
}

bool types_program_is_divided(const struct types_program *p)
{
    return p->parts != NULL;
}

bool types_program_has(const struct types_program *p, LLVMValueRef fn)
{
    return map_get(&p->parts->fn_ids, fn) != NULL;
}

bool types_program_allocates(const struct types_program *p, LLVMValueRef fn)
{
    return map_get(&p->parts->allocators, fn) != NULL;
}

bool types_program_takes_address(const struct types_program *p, LLVMValueRef fn)
{
    return map_get(&p->parts->taken, fn) != NULL;
}

bool types_program_integers_lead(const struct types_program *p)
{
    return p->parts->integers_lead;
}

/* ---- finding the parts ----------------------------------------------------------------------- */

/* A union-find over the nodes of the graph. */
struct division {
    struct program_parts *p;
    struct arena *arena; /* of p */
    struct types *t;
    unsigned *parent; /* per node */
    unsigned nodes;
    unsigned *numbers;   /* per node that is a root: the part */
    unsigned *last_inst; /* per part: the last instruction that was put into its list + 1 */
    unsigned *last_fn;   /* per part: the last function that was put into its list + 1 */
    unsigned fn;         /* the current function */
    LLVMValueRef inst;   /* the current instruction */
    bool noted;          /* it has a number */
};

static unsigned part_root(struct division *s, unsigned n)
{
    while (s->parent[n] != n)
        n = s->parent[n] = s->parent[s->parent[n]];
    return n;
}

static void join(struct division *s, unsigned a, struct place b)
{
    if (b.node == NO_NODE)
        return;
    b = graph_find(&s->t->graph, b);
    s->parent[part_root(s, a)] = part_root(s, b.node);
}

/* What a pointer in an object leads to, and both ends of a copy, are in one part. */
static void join_all(struct division *s)
{
    struct graph *g = &s->t->graph;
    for (unsigned n = 0; n < s->nodes; n++) {
        const struct node *node = &g->nodes.items[n];
        if (node->parent != n)
            join(s, n, (struct place){.node = node->parent});
        for (unsigned k = 0; k < node->cells.count; k++)
            join(s, n, node->cells.items[k].to);
    }
    for (unsigned i = 0; i < s->t->edges.count; i++)
        join(s, graph_find(g, s->t->edges.items[i].end[0]).node, s->t->edges.items[i].end[1]);
}

static void number_parts(struct division *s)
{
    for (unsigned n = 0; n < s->nodes; n++)
        if (s->parent[n] == n)
            s->numbers[n] = s->p->part_count++;
}

/* The part of a node; NO_NODE: it leads nowhere, or nothing was known of it before. */
static unsigned part_of_node(struct division *s, unsigned node)
{
    return node < s->nodes ? s->numbers[part_root(s, node)] : NO_NODE;
}

static unsigned part_of_place(struct division *s, struct place at)
{
    return at.node == NO_NODE ? NO_NODE : part_of_node(s, graph_find(&s->t->graph, at).node);
}

static unsigned part_of_pointer(struct division *s, unsigned pointer)
{
    return part_of_place(s, graph_pointer_get(&s->t->graph, pointer));
}

static unsigned part_of(struct division *s, LLVMValueRef v)
{
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
    return part_of_place(s, pointer ? types_place_of(s->t, v) : types_register_of(s->t, v));
}

/* The current instruction has to do with the part. */
static void add_inst(struct division *s, unsigned part)
{
    if (part == NO_NODE)
        return;
    if (!s->noted) {
        ezb_values_add(s->p->insts, s->inst);
        s->p->inst_count++;
        s->noted = true;
    }
    if (s->last_inst[part] != s->p->inst_count)
        VEC_PUSH(s->arena, &s->p->parts[part].insts, s->p->inst_count - 1);
    s->last_inst[part] = s->p->inst_count;
}

/* The interface of the current function has to do with the part. */
static void add_slot(struct division *s, unsigned part)
{
    if (part == NO_NODE || s->last_fn[part] == s->fn + 1)
        return;
    s->last_fn[part] = s->fn + 1;
    VEC_PUSH(s->arena, &s->p->parts[part].fns, s->fn);
    VEC_PUSH(s->arena, &s->p->slots_of[s->fn], part);
}

/* Parameters and results of functions meet arguments and results of calls. */
static void visit_slots(struct division *s, LLVMValueRef fn,
                        void (*visit)(struct division *, unsigned))
{
    const struct slot *result = map_get(&s->t->results, fn);
    for (unsigned k = 0, n = LLVMCountParams(fn); k < n; k++)
        visit(s, part_of(s, LLVMGetParam(fn, k)));
    if (result) {
        visit(s, part_of_pointer(s, result->pointer));
        visit(s, part_of_node(s, result->reg));
    }
}

static void visit_signature(struct division *s, LLVMTypeRef type,
                            void (*visit)(struct division *, unsigned))
{
    const struct signature *known = map_get(&s->t->signatures, type);
    for (unsigned k = 0; known && k <= known->count; k++) {
        const struct slot *slot = k < known->count ? &known->params[k] : &known->result;
        visit(s, part_of_pointer(s, slot->pointer));
        visit(s, part_of_node(s, slot->reg));
    }
}

static void add_call(struct division *s, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAGlobalAlias(callee))
        callee = LLVMAliasGetAliasee(callee);
    if (LLVMIsAFunction(callee) && map_get_id(&s->p->fn_ids, callee) != MAP_NO_ID)
        visit_slots(s, callee, add_inst);
    else if (!LLVMIsAFunction(callee))
        visit_signature(s, LLVMGetCalledFunctionType(call), add_inst);
}

static void add_instruction(struct division *s, LLVMValueRef fn, LLVMValueRef inst)
{
    s->inst = inst;
    s->noted = false;
    add_inst(s, part_of(s, inst));
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, (unsigned)k);
        if (!LLVMIsABasicBlock(o) && !LLVMIsAFunction(o))
            add_inst(s, part_of(s, o));
    }
    if (code_is_call(inst))
        add_call(s, inst);
    if (!LLVMIsAReturnInst(inst))
        return;
    visit_slots(s, fn, add_inst);
    if (map_get(&s->p->taken, fn))
        visit_signature(s, LLVMGlobalGetValueType(fn), add_inst);
}

static void add_function(struct division *s, unsigned id)
{
    LLVMValueRef fn = s->p->fns.items[id];
    s->fn = id;
    visit_slots(s, fn, add_slot);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            add_instruction(s, fn, i);
    if (map_get(&s->t->allocators, fn))
        map_put(&s->p->allocators, fn, fn);
}

/* Of functions that are called through pointers, found under their type. */
static void add_signature(struct division *s, LLVMTypeRef type)
{
    const struct signature *known = map_get(&s->t->signatures, type);
    if (!known || map_get(&s->p->signatures, type))
        return;
    id_list *list = ARENA_NEW(s->arena, id_list);
    for (unsigned k = 0; k <= known->count; k++) {
        const struct slot *slot = k < known->count ? &known->params[k] : &known->result;
        unsigned place = part_of_pointer(s, slot->pointer), reg = part_of_node(s, slot->reg);
        if (place != NO_NODE)
            VEC_PUSH(s->arena, list, place);
        if (reg != NO_NODE)
            VEC_PUSH(s->arena, list, reg);
    }
    map_put(&s->p->signatures, type, list);
}

static void add_global(struct division *s, LLVMValueRef global)
{
    unsigned part =
        map_get_id(&s->t->common->places, global) != MAP_NO_ID ? part_of(s, global) : NO_NODE;
    if (part != NO_NODE)
        map_put_id(&s->p->globals, global, part);
}

static void add_value(struct division *s, LLVMValueRef v)
{
    map_put_id(&s->p->values, v, s->p->parts_of.count);
    ezb_values_add(s->p->handed, v);
    VEC_PUSH(s->arena, &s->p->parts_of, part_of(s, v));
}

static void find_parts(struct division *s, LLVMValueRef const *values, unsigned count)
{
    struct program_parts *p = s->p;
    s->parent = ARENA_ARRAY(s->t->arena, unsigned, s->nodes);
    s->numbers = ARENA_ARRAY(s->t->arena, unsigned, s->nodes);
    for (unsigned n = 0; n < s->nodes; n++)
        s->parent[n] = n;
    join_all(s);
    number_parts(s);
    s->last_inst = ARENA_ARRAY(s->t->arena, unsigned, p->part_count);
    s->last_fn = ARENA_ARRAY(s->t->arena, unsigned, p->part_count);
    p->parts = ARENA_ARRAY(s->arena, struct part, p->part_count);
    p->slots_of = ARENA_ARRAY(s->arena, id_list, p->fns.count);
    for (unsigned i = 0; i < p->fns.count; i++) {
        add_function(s, i);
        add_signature(s, LLVMGlobalGetValueType(p->fns.items[i]));
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(s->t->module); g; g = LLVMGetNextGlobal(g))
        add_global(s, g);
    for (unsigned i = 0; i < count; i++)
        add_value(s, values[i]);
}

/* Derivatives, and what they allocate with. */
static bool is_generated(LLVMValueRef fn)
{
    const char *name = LLVMGetValueName(fn);
    return !strncmp(name, "enz.", 4) || !strcmp(name, "enz_rt_tape_alloc");
}

static void find_functions(struct types_program *program, struct program_parts *p)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(program->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || is_generated(f))
            continue;
        map_put_id(&p->fn_ids, f, p->fns.count);
        VEC_PUSH(program->arena, &p->fns, f);
        if (address_taken(f))
            map_put(&p->taken, f, f);
    }
}

void types_program_divide(struct types_program *program, LLVMValueRef const *values, unsigned count)
{
    struct program_parts *p = ARENA_NEW(program->arena, struct program_parts);
    struct arena scratch;
    arena_init(&scratch);
    map_init(&p->fn_ids, program->arena);
    map_init(&p->taken, program->arena);
    map_init(&p->allocators, program->arena);
    map_init(&p->globals, program->arena);
    map_init(&p->values, program->arena);
    map_init(&p->signatures, program->arena);
    p->insts = ezb_values_new();
    p->handed = ezb_values_new();
    find_functions(program, p);
    struct types_input in = {
        .fns = p->fns.items, .fn_count = p->fns.count, .program = program, .tbaa = program->tbaa};
    struct types *t = types_analyse(program->cx, &scratch, program->module, &in);
    struct division s = {.p = p, .arena = program->arena, .t = t, .nodes = t->graph.nodes.count};
    find_parts(&s, values, count);
    p->integers_lead = t->integers_lead;
    p->unsettled = t->unsettled;
    program->parts = p;
    arena_free(&scratch);
}

/* ---- what is around a request ---------------------------------------------------------------- */

struct search {
    const struct program_parts *p;
    struct arena *arena;
    struct map seen; /* struct part -> itself */
    VEC(struct part *) parts;
    bool everything;
};

static void want_part(struct search *w, unsigned part)
{
    struct part *found = &w->p->parts[part];
    if (map_get(&w->seen, found))
        return;
    map_put(&w->seen, found, found);
    VEC_PUSH(w->arena, &w->parts, found);
}

static void want_parts(struct search *w, const id_list *parts)
{
    for (unsigned i = 0; parts && i < parts->count; i++)
        want_part(w, parts->items[i]);
}

static void want_function(struct search *w, LLVMValueRef fn)
{
    unsigned id = map_get_id(&w->p->fn_ids, fn);
    if (id == MAP_NO_ID)
        return;
    want_parts(w, &w->p->slots_of[id]);
    if (map_get(&w->p->taken, fn))
        want_parts(w, map_get(&w->p->signatures, LLVMGlobalGetValueType(fn)));
}

/* Globals and functions that an operand names. */
static void want_constant(struct search *w, LLVMValueRef v)
{
    unsigned part = map_get_id(&w->p->globals, v);
    if (LLVMIsAFunction(v))
        want_function(w, v);
    else if (LLVMIsAGlobalAlias(v))
        want_constant(w, LLVMAliasGetAliasee(v));
    else if (part != MAP_NO_ID)
        want_part(w, part);
    else if (!LLVMIsAGlobalValue(v))
        for (int k = 0, n = LLVMGetNumOperands(v); k < n; k++)
            want_constant(w, LLVMGetOperand(v, (unsigned)k));
}

/* A value that nothing is known of may have to do with everything. */
static void want_argument(struct search *w, LLVMValueRef v)
{
    unsigned id = map_get_id(&w->p->values, v);
    LLVMTypeRef type = LLVMTypeOf(v);
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind && !types_is_register(type))
        return;
    if (LLVMIsAConstant(v))
        want_constant(w, v);
    else if (id == MAP_NO_ID || ezb_values_get(w->p->handed, id) != v)
        w->everything = true;
    else if (w->p->parts_of.items[id] != NO_NODE)
        want_part(w, w->p->parts_of.items[id]);
}

static void want_instruction(struct search *w, LLVMValueRef inst)
{
    bool call = code_is_call(inst);
    if (call && !LLVMIsAFunction(LLVMGetCalledValue(inst)))
        want_parts(w, map_get(&w->p->signatures, LLVMGetCalledFunctionType(inst)));
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, (unsigned)k);
        if (LLVMIsAConstant(o))
            want_constant(w, o);
    }
}

static void want_all(struct search *w, const struct types_input *in)
{
    for (unsigned i = 0; i < in->link_count; i++)
        want_argument(w, in->links[i].argument);
    for (unsigned i = 0; i < in->fn_count; i++) {
        if (address_taken(in->fns[i]))
            want_parts(w, map_get(&w->p->signatures, LLVMGlobalGetValueType(in->fns[i])));
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(in->fns[i]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
                want_instruction(w, v);
    }
    for (unsigned i = 0; i < w->p->part_count && w->everything; i++)
        want_part(w, i);
}

typedef VEC(LLVMValueRef) value_list;

/* A derivative call, and what only it used, is gone when it is lowered. */
static void gather(struct search *w, const struct part *part, value_list *fns, value_list *insts)
{
    for (unsigned i = 0; i < part->fns.count; i++)
        VEC_PUSH(w->arena, fns, w->p->fns.items[part->fns.items[i]]);
    for (unsigned i = 0; i < part->insts.count; i++) {
        LLVMValueRef inst = ezb_values_get(w->p->insts, part->insts.items[i]);
        if (inst)
            VEC_PUSH(w->arena, insts, inst);
    }
}

struct types_around *types_program_around(struct types_program *p, struct arena *a,
                                          const struct types_input *in)
{
    struct search w = {.p = p->parts, .arena = a, .everything = p->parts->unsettled};
    struct types_around *found = ARENA_NEW(a, struct types_around);
    value_list fns = {0}, insts = {0};
    map_init(&w.seen, a);
    want_all(&w, in);
    for (unsigned i = 0; i < w.parts.count; i++)
        gather(&w, w.parts.items[i], &fns, &insts);
    *found = (struct types_around){fns.items, fns.count, insts.items, insts.count};
    return found;
}
