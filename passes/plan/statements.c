/* See statements.h. A statement grows from its last operation backwards: an operand becomes part of
 * it if nobody else needs its tangent, and if that costs less than multiplying its tangent. */
#include "plan/statements.h"
#include "base/limits.h"
#include "plan/tangents.h"
#include <string.h>

LIMIT(MOST_NODES, 32);
/* Factors that are multiplied with each other before a tangent comes in may leave the range of
 * numbers though the tangent times one after the other does not: three of doubles do so beyond
 * 1e102. */
enum { LEAST_WIDTH = 3, MOST_LEAVES = 3 * MOST_NODES, MOST_FACTORS = 3 };

struct statements {
    const struct activity_facts *a;
    const struct func *f;
    uint8_t *rows;
    unsigned width;
    struct bits inside; /* per value: part of a statement that ends elsewhere */
};

/* One that grows. `open`: operands that are leaves unless they become nodes. */
struct growing {
    unsigned node_count, open_count;
    unsigned nodes[MOST_NODES], open[MOST_LEAVES];
    unsigned factors[MOST_NODES]; /* per node: of the partial derivatives by its operands */
};

/* An operation that statements are made of; `each`: what the tangents take of the operands that
 * vary, in one direction, without adding them up; `once`: what it takes in terms of operations, a
 * quotient being four, to have the partial derivatives by all operands, and to multiply by them. */
struct operation {
    LLVMOpcode opcode;
    const char *intrinsic; /* of calls */
    bool is_sum_or_product;
    unsigned each[3], once;
};
enum { QUOTIENT = 4 };

static const struct operation operations[] = {
    {LLVMFAdd, NULL, true, {0, 0}, 1},
    {LLVMFSub, NULL, true, {0, 0}, 1},
    {LLVMFNeg, NULL, true, {0}, 1},
    {LLVMFMul, NULL, true, {1, 1}, 4},
    {LLVMCall, "llvm.fma", true, {1, 1, 0}, 5},
    {LLVMCall, "llvm.fmuladd", true, {1, 1, 0}, 5},
    {LLVMFDiv, NULL, false, {QUOTIENT, QUOTIENT + 1}, QUOTIENT + 4},
    {LLVMCall, "llvm.sqrt", false, {QUOTIENT + 2}, QUOTIENT + 2},
    {LLVMCall, "llvm.exp", false, {1}, 2},
    {LLVMCall, "llvm.exp2", false, {2}, 3},
    {LLVMCall, "llvm.exp10", false, {2}, 3},
    {LLVMCall, "llvm.log", false, {QUOTIENT}, QUOTIENT + 1},
    {LLVMCall, "llvm.log2", false, {QUOTIENT + 1}, QUOTIENT + 2},
    {LLVMCall, "llvm.log10", false, {QUOTIENT + 1}, QUOTIENT + 2},
    {LLVMCall, "llvm.sin", false, {1}, 2},
    {LLVMCall, "llvm.cos", false, {2}, 3},
    {LLVMCall, "llvm.tan", false, {1}, 4},
    {LLVMCall, "llvm.sinh", false, {1}, 2},
    {LLVMCall, "llvm.cosh", false, {1}, 2},
    {LLVMCall, "llvm.tanh", false, {2}, 4},
};

/* NULL: v is none, or its tangent is not made by a rule. */
static const struct operation *operation_of(const struct statements *s, unsigned v)
{
    LLVMValueRef inst = s->f->values[v];
    const struct rule *r = s->f->calls[v].rule;
    if (v < s->f->arg_count || s->rows[v] != TANGENT_RULE ||
        LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMDoubleTypeKind)
        return NULL;
    const char *intrinsic = LLVMIsACallInst(inst) ? rule_intrinsic(r) : NULL;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        const struct operation *o = &operations[i];
        if (o->opcode == LLVMGetInstructionOpcode(inst) &&
            (!o->intrinsic || (intrinsic && !strcmp(o->intrinsic, intrinsic))))
            return o;
    }
    return NULL;
}

/* Each of the others is a statement of its own: tangents of what it is calculated from can be had
 * while it is computed, their factors in a longer statement only behind it. */
static bool is_sum_or_product(const struct statements *s, unsigned v)
{
    const struct operation *o = operation_of(s, v);
    return o && o->is_sum_or_product;
}

/* Operand k, if it varies; else NO_ID. */
static unsigned varied_operand(const struct statements *s, unsigned v, unsigned k)
{
    unsigned id = func_id(s->f, LLVMGetOperand(s->f->values[v], k));
    return id != NO_ID && s->a->state[id] & STATE_VARIED ? id : NO_ID;
}

static unsigned operand_count(const struct statements *s, unsigned v)
{
    return rule_operand_count(s->f->calls[v].rule);
}

/* Of the tangent in one direction. */
static unsigned cost_of(const struct statements *s, unsigned v)
{
    const struct operation *o = operation_of(s, v);
    unsigned varied = 0, cost = 0;
    for (unsigned k = 0, n = operand_count(s, v); k < n; k++)
        if (varied_operand(s, v, k) != NO_ID)
            varied++, cost += o->each[k];
    return varied ? cost + varied - 1 : 0;
}

static bool has(const unsigned *list, unsigned count, unsigned v)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == v)
            return true;
    return false;
}

/* All that needs the tangent of v is in the statement. */
static bool is_used_inside(const struct statements *s, const struct growing *g, unsigned v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(s->f->values[v]); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned id = func_id(s->f, user);
        bool compares = LLVMIsAFCmpInst(user) != NULL;
        if (!compares && (id == NO_ID || !has(g->nodes, g->node_count, id)))
            return false;
    }
    return true;
}

/* How many leaves its operands would add. */
static unsigned new_leaves(const struct statements *s, const struct growing *g, unsigned v)
{
    unsigned added[3], count = 0;
    for (unsigned k = 0, n = operand_count(s, v); k < n; k++) {
        unsigned o = varied_operand(s, v, k);
        if (o != NO_ID && !has(g->open, g->open_count, o) && !has(added, count, o))
            added[count++] = o;
    }
    return count;
}

/* A leaf takes a product and a sum in each direction; a node, its own tangent as well. */
static bool is_cheaper_inside(const struct statements *s, const struct growing *g, unsigned v)
{
    enum { LEAF = 2 };
    return LEAF * new_leaves(s, g, v) < cost_of(s, v) + LEAF;
}

/* The most factors on a way from v to the end of the statement. */
static unsigned factors_from(const struct statements *s, const struct growing *g, unsigned v)
{
    unsigned most = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(s->f->values[v]); u; u = LLVMGetNextUse(u))
        for (unsigned i = 0; i < g->node_count; i++)
            if (g->nodes[i] == func_id(s->f, LLVMGetUser(u)) && g->factors[i] > most)
                most = g->factors[i];
    return most + (operation_of(s, v)->each[0] != 0);
}

static void add_node(const struct statements *s, struct growing *g, unsigned v)
{
    g->factors[g->node_count] = factors_from(s, g, v);
    g->nodes[g->node_count++] = v;
    for (unsigned k = 0, n = operand_count(s, v); k < n; k++) {
        unsigned o = varied_operand(s, v, k);
        if (o != NO_ID && !has(g->open, g->open_count, o))
            g->open[g->open_count++] = o;
    }
}

/* The last of the open operands in front of `before`, so that all that uses it has been looked at;
 * NO_ID: there is none. Its place in the list is *at. */
static unsigned next_open(const struct growing *g, unsigned before, unsigned *at)
{
    unsigned last = NO_ID;
    for (unsigned i = 0; i < g->open_count; i++)
        if (g->open[i] < before && (last == NO_ID || g->open[i] > last)) {
            last = g->open[i];
            *at = i;
        }
    return last;
}

static void grow(const struct statements *s, struct growing *g, unsigned root)
{
    unsigned at;
    add_node(s, g, root);
    if (!is_sum_or_product(s, root))
        return;
    for (unsigned v = next_open(g, root, &at); v != NO_ID; v = next_open(g, v, &at))
        if (g->node_count < MOST_NODES && is_sum_or_product(s, v) &&
            s->f->block_of[v] == s->f->block_of[root] && !bits_get(&s->inside, v) &&
            is_used_inside(s, g, v) && factors_from(s, g, v) <= MOST_FACTORS &&
            is_cheaper_inside(s, g, v)) {
            g->open[at] = g->open[--g->open_count];
            add_node(s, g, v);
        }
}

static bool is_cheaper(const struct statements *s, const struct growing *g)
{
    unsigned each = 0, once = 0;
    for (unsigned i = 0; i < g->node_count; i++) {
        each += cost_of(s, g->nodes[i]);
        once += operation_of(s, g->nodes[i])->once;
    }
    return once + s->width * (2 * g->open_count - 1) < s->width * each;
}

static unsigned *copied(struct arena *a, const unsigned *list, unsigned count)
{
    unsigned *copy = ARENA_ARRAY(a, unsigned, count);
    memcpy(copy, list, count * sizeof *list);
    return copy;
}

static struct plan_statement *statement_at(struct statements *s, unsigned root)
{
    struct growing g = {.node_count = 0};
    grow(s, &g, root);
    if (!g.open_count || !is_cheaper(s, &g))
        return NULL;
    struct plan_statement *made = ARENA_NEW(s->f->arena, struct plan_statement);
    *made = (struct plan_statement){g.node_count, g.open_count,
                                    copied(s->f->arena, g.nodes, g.node_count),
                                    copied(s->f->arena, g.open, g.open_count)};
    for (unsigned i = 1; i < g.node_count; i++) {
        bits_set(&s->inside, g.nodes[i]);
        s->rows[g.nodes[i]] = TANGENT_NONE;
    }
    s->rows[root] = TANGENT_STATEMENT;
    return made;
}

struct plan_statement **plan_statements(const struct activity_facts *a, uint8_t *rows,
                                        unsigned width)
{
    const struct func *f = a->f;
    struct plan_statement **all = ARENA_ARRAY(f->arena, struct plan_statement *, f->value_count);
    struct statements s = {a, f, rows, width, bits_new(f->arena, f->value_count)};
    for (unsigned v = f->value_count; v-- > f->arg_count && width >= LEAST_WIDTH;)
        if (operation_of(&s, v))
            all[v] = statement_at(&s, v);
    return all;
}
