/* Through what a function may read what it has written to dupnoneed memory.
 *
 * Of reads that may run after the write, and that nobody knows to be apart from it. What a loop
 * with two versions writes in that for memory that is apart, for one, it does not read. */
#include "plan/readers.h"
#include "base/bits.h"
#include "base/limits.h"
#include "base/vec.h"
#include "facts/apart.h"
#include "ir/code.h"

LIMIT(READ_OBJECTS, 8);

struct readers {
    const struct activity_facts *a;
    const struct func *f;
    const struct plan_bytes_wish *wish;
    struct apart *apart;
    struct bits after; /* blocks that may run after the write, or the rest of its own */
    unsigned write, argument;
};

static void find_after(struct readers *r)
{
    const struct func *f = r->f;
    VEC(unsigned) open = {0};
    bits_clear_all(&r->after);
    VEC_PUSH(f->arena, &open, f->block_of[r->write]);
    for (unsigned next = 0; next < open.count; next++) {
        const struct func_block *b = &f->blocks[open.items[next]];
        for (unsigned k = 0; k < b->succ_count; k++)
            if (bits_set(&r->after, b->succs[k]))
                VEC_PUSH(f->arena, &open, b->succs[k]);
    }
}

static bool is_after(const struct readers *r, unsigned v)
{
    return bits_get(&r->after, r->f->block_of[v]) ||
           (r->f->block_of[v] == r->f->block_of[r->write] && v > r->write);
}

static uint64_t bit_of(unsigned argument)
{
    return UINT64_C(1) << (argument < PLAN_READER_MEMORY ? argument : PLAN_READER_MEMORY);
}

/* Memory of constant pointers is not written: they count only where they are arguments. */
static uint64_t reader_of(const struct readers *r, LLVMValueRef object)
{
    unsigned v = func_id(r->f, object);
    if (v == NO_ID) /* a variable: emit/apart.c */
        return 0;
    if (v < r->f->arg_count)
        return v == r->argument ? 0 : bit_of(v);
    bool local = LLVMIsAAllocaInst(object) || r->f->calls[v].cls == CALL_ALLOC ||
                 r->f->calls[v].cls == CALL_TAPE_ALLOC;
    return local || !activity_has_shadow(r->a->state[v]) ? 0 : bit_of(PLAN_READER_MEMORY);
}

static uint64_t readers_by(const struct readers *r, LLVMValueRef pointer)
{
    LLVMValueRef objects[READ_OBJECTS];
    size_t n = ezb_underlying_objects(r->f->cx, pointer, objects, READ_OBJECTS);
    uint64_t found = n > READ_OBJECTS ? ~UINT64_C(0) : 0;
    for (size_t i = 0; i < n && n <= READ_OBJECTS; i++)
        found |= reader_of(r, objects[i]);
    return found;
}

/* What a function that is called finds in memory is known for all of them only. */
static uint64_t readers_of_call(const struct readers *r, unsigned v)
{
    LLVMValueRef call = r->f->values[v];
    enum call_class cls = r->f->calls[v].cls;
    bool inside = cls == CALL_DEFINED || cls == CALL_CUSTOM || cls == CALL_INDIRECT;
    uint64_t found = 0;
    if (cls == CALL_NOP || cls == CALL_SNAPSHOT || cls == CALL_DISJOINT || !ezb_inst_reads(call))
        return 0;
    if (inside && r->wish->unread[r->argument] == PLAN_UNREAD_HERE)
        found = bit_of(PLAN_READER_MEMORY);
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
        if (code_is_pointer(LLVMGetOperand(call, k)))
            found |= readers_by(r, LLVMGetOperand(call, k));
    return found;
}

static uint64_t readers_of(const struct readers *r, unsigned v)
{
    LLVMValueRef inst = r->f->values[v];
    if (code_is_call(inst))
        return readers_of_call(r, v);
    if (!ezb_inst_reads(inst) || code_is_pointer(inst) ||
        apart_objects(r->apart, v, r->write, NO_ID))
        return 0;
    return readers_by(r, LLVMGetOperand(inst, 0));
}

static uint64_t find_readers(struct readers *r)
{
    uint64_t found = 0;
    find_after(r);
    for (unsigned v = r->f->arg_count; v < r->f->value_count; v++)
        if (is_after(r, v))
            found |= readers_of(r, v);
    return found;
}

void plan_readers(const struct activity_facts *a, const struct plan_bytes_wish *wish,
                  struct plan_bytes *bytes)
{
    struct readers r = {.a = a, .f = a->f, .wish = wish};
    if (!wish->unread)
        return;
    r.apart = apart_find(a->f);
    r.after = bits_new(a->f->arena, a->f->block_count);
    for (r.write = a->f->arg_count; r.write < a->f->value_count; r.write++)
        if (bytes[r.write].unread) {
            r.argument = bytes[r.write].unread - 1;
            bytes[r.write].readers = find_readers(&r);
        }
}
