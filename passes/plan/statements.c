/* See statements.h. A statement grows from its last operation backwards: an operand becomes part of
 * it if nobody else needs its tangent, and if that costs less than multiplying its tangent. */
#include "plan/statements.h"
#include "base/limits.h"
#include "plan/tangents.h"
#include <string.h>

LIMIT(MOST_NODES, 32);
enum { LEAST_WIDTH = 3, MOST_LEAVES = 3 * MOST_NODES };

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
};

static bool is_multiply_add(const struct rule *r)
{
    const char *name = r ? rule_intrinsic(r) : NULL;
    return name && (!strcmp(name, "llvm.fma") || !strcmp(name, "llvm.fmuladd"));
}

static bool is_product(const struct statements *s, unsigned v)
{
    return LLVMGetInstructionOpcode(s->f->values[v]) == LLVMFMul ||
           is_multiply_add(s->f->calls[v].rule);
}

static bool is_sum_or_product(const struct statements *s, unsigned v)
{
    LLVMValueRef inst = s->f->values[v];
    if (s->rows[v] != TANGENT_RULE || LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMVectorTypeKind)
        return false;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFNeg: return true;
    case LLVMCall: return is_multiply_add(s->f->calls[v].rule);
    default: return false;
    }
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

/* Operations for the tangent in one direction: each factor takes a product, and each but one of
 * what is added a sum. */
static unsigned cost_of(const struct statements *s, unsigned v)
{
    unsigned varied = 0, products = 0;
    bool product = is_product(s, v);
    for (unsigned k = 0, n = operand_count(s, v); k < n; k++)
        if (varied_operand(s, v, k) != NO_ID) {
            varied++;
            products += product && k < 2;
        }
    return varied ? products + varied - 1 : 0;
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

static void add_node(const struct statements *s, struct growing *g, unsigned v)
{
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
    for (unsigned v = next_open(g, root, &at); v != NO_ID; v = next_open(g, v, &at))
        if (v >= s->f->arg_count && g->node_count < MOST_NODES && is_sum_or_product(s, v) &&
            s->f->block_of[v] == s->f->block_of[root] && !bits_get(&s->inside, v) &&
            is_used_inside(s, g, v) && is_cheaper_inside(s, g, v)) {
            g->open[at] = g->open[--g->open_count];
            add_node(s, g, v);
        }
}

/* Partial derivatives are computed once: a product and a sum for each factor. */
static bool is_cheaper(const struct statements *s, const struct growing *g)
{
    unsigned each = 0, once = 0;
    for (unsigned i = 0; i < g->node_count; i++) {
        each += cost_of(s, g->nodes[i]);
        once += is_product(s, g->nodes[i]) ? 4 : 1;
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
        if (is_sum_or_product(&s, v))
            all[v] = statement_at(&s, v);
    return all;
}
