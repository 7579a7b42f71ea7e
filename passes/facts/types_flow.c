/* How pointers and bytes flow through each instruction.
 *
 * The same rules run several times: first until the graph of objects stands still, then once more
 * (`final`) to collect type evidence and copy edges at settled places. Every rule may be repeated
 * without effect. */
#include "base/target.h"
#include "bridge/compat.h"
#include "facts/types_state.h"
#include "ir/distances.h"
#include "ir/elements.h"

void types_copy(struct types *t, struct place a, struct place b, uint64_t size)
{
    if (a.node == NO_NODE || b.node == NO_NODE || !size)
        return;
    if (t->final) {
        struct edge e = {{graph_find(&t->graph, a), graph_find(&t->graph, b)}, size, false};
        VEC_PUSH(t->arena, &t->edges, e);
    } else if (size >= t->pointer_size)
        graph_copy(&t->graph, a, b, size);
}

void types_copy_numbers(struct types *t, struct place a, struct place b, uint64_t size)
{
    if (!t->final || a.node == NO_NODE || b.node == NO_NODE)
        return;
    struct edge e = {{graph_find(&t->graph, a), graph_find(&t->graph, b)}, size, true};
    VEC_PUSH(t->arena, &t->edges, e);
}

/* A constant written to memory is evidence where it says what it is; 0 fits everything. */
static void bind_constant(struct types *t, LLVMValueRef v, struct place at)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (LLVMIsUndef(v))
        return;
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) {
        if (!LLVMIsNull(v) && !LLVMIsAConstantExpr(v))
            types_add(t, at, ENTRY_INT, LEVEL_ACCESS, type);
    } else
        types_add_leaves(t, at, type, LEVEL_ACCESS);
}

void types_bind_store(struct types *t, LLVMValueRef v, struct place at)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (at.node == NO_NODE)
        return;
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
        if (LLVMIsNull(v))
            return; /* zero bytes of a union, perhaps */
        types_add(t, at, ENTRY_PTR, LEVEL_ACCESS, type);
        graph_store(&t->graph, at, types_place_of(t, v));
    } else if (LLVMIsAConstant(v) || types_is_fp_value(type))
        bind_constant(t, v, at);
    else if (types_is_register(type)) {
        types_add_leaves(t, at, type, LEVEL_ACCESS);
        types_copy(t, types_register_of(t, v), at, types_size(t, type));
    }
}

void types_bind_load(struct types *t, LLVMValueRef v, struct place at)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (at.node == NO_NODE)
        return;
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
        types_add(t, at, ENTRY_PTR, LEVEL_ACCESS, type);
        types_include(t, v, graph_load(&t->graph, at));
    } else
        types_bind_store(t, v, at);
}

/* Both values are the same: phi, select, freeze. */
static void flow_same(struct types *t, LLVMValueRef to, LLVMValueRef from)
{
    LLVMTypeRef type = LLVMTypeOf(to);
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        types_include(t, to, types_place_of(t, from));
    else if (types_is_register(type) && !LLVMIsAConstant(from))
        graph_merge(&t->graph, types_register_of(t, to).node, types_register_of(t, from).node);
    else if (types_is_register(type))
        bind_constant(t, from, types_register_of(t, to));
}

static void flow_gep(struct types *t, LLVMValueRef inst)
{
    struct place base, p = types_gep(t, inst, &base);
    if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMPointerTypeKind || p.node == NO_NODE)
        return;
    types_lead(t, inst, p);
    types_add_leaves(t, base, LLVMGetGEPSourceElementType(inst), LEVEL_DECLARED);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(inst); i++)
        types_int_use(t, LLVMGetOperand(inst, i));
}

/* Pointers that are subtracted point into one object. How far apart is not known, only that both
 * are at elements. */
static void flow_difference(struct types *t, struct place p, struct place q)
{
    if (p.node != NO_NODE && q.node != NO_NODE && p.node != q.node)
        graph_include(&t->graph, &p, q);
}

/* Where an address leads after arithmetic with a constant, if that can be said. Memory is taken to
 * begin where allocators let blocks begin: rounding an address down, to find aligned memory in a
 * block, goes to such places. */
static bool moved_place(const struct types *t, LLVMValueRef inst, unsigned operand, struct place *p)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    int64_t c;
    if (!types_constant_int(LLVMGetOperand(inst, !operand), &c))
        return false;
    if (op == LLVMAdd || op == LLVMSub) {
        *p = graph_offset(*p, op == LLVMAdd ? c : -c);
        return true;
    }
    if (op != LLVMAnd || c >= 0 || (c & -c) != -c)
        return false;
    unsigned aligned = target_block_alignment(t->module);
    uint64_t step = -c < aligned ? (uint64_t)-c : aligned;
    p->off -= types_modulo(p->off, step);
    p->stride = gcd_of(p->stride, p->stride ? step : 0);
    p->hi = NO_BOUND;
    return true;
}

/* A distance leads where it ends: that is where its sum with the address leads from which it was
 * taken. Until it is known to lead anywhere, the sum does not. */
static bool flow_noted(struct types *t, LLVMValueRef inst, unsigned operand)
{
    LLVMValueRef v = LLVMGetOperand(inst, operand);
    struct place from = types_register_of(t, v), to = types_register_of(t, inst);
    if (!distance_is(inst))
        return false;
    bool sum = LLVMGetInstructionOpcode(inst) == LLVMAdd;
    if (LLVMIsAPtrToIntInst(v) && sum) {
        from = types_register_of(t, LLVMGetOperand(inst, !operand));
        return !types_settled(t) || (from.node != NO_NODE && graph_has_cells(&t->graph, from.node));
    }
    if ((sum || !operand) && from.node != NO_NODE && to.node != NO_NODE &&
        graph_has_cells(&t->graph, from.node))
        graph_store(&t->graph, to, graph_load(&t->graph, from));
    return true;
}

/* Address arithmetic on integers: the result leads somewhere into what the operand leads to. */
static void flow_address(struct types *t, LLVMValueRef inst, unsigned operand)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    struct place from = types_register_of(t, LLVMGetOperand(inst, operand)),
                 to = types_register_of(t, inst);
    struct place p, q;
    int64_t low; /* bits of an address are none */
    if (flow_noted(t, inst, operand))
        return;
    bool address = op == LLVMAdd || (!operand && (op == LLVMSub || op == LLVMAnd || op == LLVMOr));
    if (op == LLVMAnd && types_constant_int(LLVMGetOperand(inst, 1), &low) && low >= 0 &&
        low < 4096)
        return;
    enum types_difference difference = types_pointer_difference(t, inst, &p, &q);
    if (difference == DIFFERENCE_OF_POINTERS)
        flow_difference(t, p, q);
    if (difference != DIFFERENCE_NONE)
        return;
    if (!address || from.node == NO_NODE || to.node == NO_NODE ||
        !graph_has_cells(&t->graph, from.node))
        return;
    p = graph_load(&t->graph, from);
    if (!moved_place(t, inst, operand, &p))
        p.stride = 1;
    graph_store(&t->graph, to, p);
}

/* Operands and result are integers. */
static void flow_arithmetic(struct types *t, LLVMValueRef inst)
{
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(inst); i++) {
        types_int_use(t, LLVMGetOperand(inst, i));
        flow_address(t, inst, i);
    }
    types_int_use(t, inst);
}

/* Shifts by whole bytes move lanes: structs of small fields passed in integer registers. */
static void flow_shift(struct types *t, LLVMValueRef inst)
{
    int64_t bits;
    LLVMValueRef v = LLVMGetOperand(inst, 0);
    uint64_t size = types_size(t, LLVMTypeOf(inst));
    struct place from = types_register_of(t, v), to = types_register_of(t, inst);
    if (!types_constant_int(LLVMGetOperand(inst, 1), &bits) || bits % 8 || bits < 0 ||
        (uint64_t)bits / 8 >= size) {
        flow_arithmetic(t, inst);
        return;
    }
    bits /= 8;
    if (LLVMGetInstructionOpcode(inst) == LLVMShl)
        types_copy(t, from, graph_offset(to, bits), size - (uint64_t)bits);
    else
        types_copy(t, graph_offset(from, bits), to, size - (uint64_t)bits);
}

/* Logic on vectors is how SIMD code chooses lanes and changes signs: no evidence of integers. */
static bool flow_vector_logic(struct types *t, LLVMValueRef inst)
{
    if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVectorTypeKind ||
        !types_is_register(LLVMTypeOf(inst)))
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (!LLVMIsAConstant(LLVMGetOperand(inst, i)))
            types_copy(t, types_register_of(t, LLVMGetOperand(inst, i)), types_register_of(t, inst),
                       types_size(t, LLVMTypeOf(inst)));
    return true;
}

static void flow_and(struct types *t, LLVMValueRef inst)
{
    if (flow_vector_logic(t, inst))
        return;
    int64_t mask;
    LLVMValueRef v = LLVMGetOperand(inst, 0);
    if (types_constant_int(LLVMGetOperand(inst, 1), &mask))
        for (unsigned bytes = 2; bytes < 8; bytes *= 2)
            if (mask == (int64_t)((UINT64_C(1) << (8 * bytes)) - 1)) {
                types_copy(t, types_register_of(t, v), types_register_of(t, inst), bytes);
                return;
            }
    flow_arithmetic(t, inst);
}

static void flow_or(struct types *t, LLVMValueRef inst)
{
    if (flow_vector_logic(t, inst))
        return;
    if (LLVMIsAConstant(LLVMGetOperand(inst, 1)) || !types_is_register(LLVMTypeOf(inst))) {
        flow_arithmetic(t, inst);
        return;
    }
    for (unsigned i = 0; i < 2; i++)
        types_copy(t, types_register_of(t, LLVMGetOperand(inst, i)), types_register_of(t, inst),
                   types_size(t, LLVMTypeOf(inst)));
}

static void flow_xor(struct types *t, LLVMValueRef inst)
{
    if (!flow_vector_logic(t, inst))
        flow_arithmetic(t, inst);
}

static void flow_bitcast(struct types *t, LLVMValueRef inst)
{
    LLVMValueRef v = LLVMGetOperand(inst, 0);
    if (types_is_register(LLVMTypeOf(inst)))
        types_bind_store(t, v, types_register_of(t, inst));
    else if (types_is_register(LLVMTypeOf(v)))
        types_bind_load(t, inst, types_register_of(t, v));
}

static void flow_resize(struct types *t, LLVMValueRef inst)
{
    LLVMValueRef v = LLVMGetOperand(inst, 0);
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind ||
        !types_is_register(LLVMTypeOf(v)) || !types_is_register(LLVMTypeOf(inst))) {
        types_int_use(t, v);
        types_int_use(t, inst);
        return;
    }
    uint64_t a = types_size(t, LLVMTypeOf(v)), b = types_size(t, LLVMTypeOf(inst));
    types_copy(t, types_register_of(t, v), types_register_of(t, inst), a < b ? a : b);
}

static int64_t field_offset(struct types *t, LLVMTypeRef type, const unsigned *index,
                            unsigned count)
{
    int64_t off = 0;
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            off += (int64_t)LLVMOffsetOfElement(t->target, type, index[i]);
            type = LLVMStructGetTypeAtIndex(type, index[i]);
        } else {
            type = LLVMGetElementType(type);
            off += (int64_t)(index[i] * LLVMABISizeOfType(t->target, type));
        }
    return off;
}

static void flow_aggregate(struct types *t, LLVMValueRef inst)
{
    LLVMValueRef whole = LLVMGetOperand(inst, 0);
    int64_t off = field_offset(t, LLVMTypeOf(whole), LLVMGetIndices(inst), LLVMGetNumIndices(inst));
    if (!LLVMIsAInsertValueInst(inst)) {
        types_bind_load(t, inst, graph_offset(types_register_of(t, whole), off));
        return;
    }
    types_copy(t, types_register_of(t, whole), types_register_of(t, inst),
               types_size(t, LLVMTypeOf(inst)));
    types_bind_store(t, LLVMGetOperand(inst, 1), graph_offset(types_register_of(t, inst), off));
}

/* Lanes of integer and pointer vectors; an unknown lane may be any. */
static void flow_lane(struct types *t, LLVMValueRef inst)
{
    bool insert = LLVMIsAInsertElementInst(inst);
    int64_t lane;
    LLVMValueRef whole = LLVMGetOperand(inst, 0), index = LLVMGetOperand(inst, insert ? 2 : 1);
    struct place at = types_register_of(t, insert ? inst : whole);
    uint64_t size = types_size(t, LLVMGetElementType(LLVMTypeOf(whole)));
    if (types_constant_int(index, &lane))
        at.off += lane * (int64_t)size;
    else
        at.stride = size;
    if (!insert) {
        types_bind_load(t, inst, at);
        return;
    }
    types_copy(t, types_register_of(t, whole), types_register_of(t, inst),
               types_size(t, LLVMTypeOf(inst)));
    types_bind_store(t, LLVMGetOperand(inst, 1), at);
}

/* Lanes that stay side by side move together: they may be one number. */
static void flow_shuffle(struct types *t, LLVMValueRef inst)
{
    struct place to = types_register_of(t, inst);
    unsigned n = LLVMGetNumMaskElements(inst), run = 1;
    int width = (int)LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(inst, 0)));
    int64_t size = (int64_t)types_size(t, LLVMGetElementType(LLVMTypeOf(inst)));
    for (unsigned i = 0; i < n && to.node != NO_NODE; i += run) {
        int lane = LLVMGetMaskValue(inst, i);
        for (run = 1; i + run < n && LLVMGetMaskValue(inst, i + run) == lane + (int)run &&
                      (lane + (int)run) % width;
             run++)
            ;
        if (lane < 0)
            continue;
        struct place from = types_register_of(t, LLVMGetOperand(inst, (unsigned)(lane / width)));
        types_copy(t, graph_offset(from, lane % width * size), graph_offset(to, i * size),
                   run * (uint64_t)size);
    }
}

static void flow_atomic(struct types *t, LLVMValueRef inst)
{
    struct place at = types_place_of(t, LLVMGetOperand(inst, 0));
    if (LLVMIsAAtomicCmpXchgInst(inst)) {
        types_bind_store(t, LLVMGetOperand(inst, 1), at);
        types_bind_store(t, LLVMGetOperand(inst, 2), at);
        types_copy(t, at, types_register_of(t, inst),
                   types_size(t, LLVMTypeOf(LLVMGetOperand(inst, 1))));
        return;
    }
    if (LLVMGetAtomicRMWBinOp(inst) != LLVMAtomicRMWBinOpXchg) {
        types_int_use(t, inst);
        types_int_use(t, LLVMGetOperand(inst, 1));
    }
    types_bind_store(t, LLVMGetOperand(inst, 1), at);
    types_bind_load(t, inst, at);
}

/* What is loaded is an element of the block: places between elements do not count. */
static struct place at_element(struct types *t, LLVMValueRef load, struct place at)
{
    uint64_t size = types_size(t, LLVMTypeOf(load));
    if (at.node != NO_NODE && at.stride && size % at.stride == 0)
        at.off = 0, at.stride = size, at.hi = NO_BOUND;
    return at;
}

static void flow_memory(struct types *t, LLVMValueRef inst)
{
    bool store = LLVMIsAStoreInst(inst);
    LLVMValueRef value = store ? LLVMGetOperand(inst, 0) : inst;
    struct place at = types_place_of(t, LLVMGetOperand(inst, store ? 1 : 0));
    if (element_is(inst))
        at = at_element(t, inst, at);
    at.access = types_tbaa_access_as(t, inst);
    if (!t->final && LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind &&
        types_tbaa_of_integers(t, inst))
        return; /* it leads nowhere */
    if (store)
        types_bind_store(t, value, at);
    else
        types_bind_load(t, value, at);
    types_tbaa_access(t, inst, at);
    types_tbaa_members(t, inst, at);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind)
        types_tbaa_scalar(t, inst, types_register_of(t, value));
}

static bool is_integers(LLVMTypeRef t)
{
    while (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
        t = LLVMGetElementType(t);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind;
}

/* Local integers may be there to carry numbers from one place to another. */
static void flow_alloca(struct types *t, LLVMValueRef inst)
{
    LLVMTypeRef type = LLVMGetAllocatedType(inst);
    struct place at = types_place_of(t, inst);
    int64_t count;
    if (is_integers(type))
        return;
    if (!types_constant_int(LLVMGetOperand(inst, 0), &count) || count != 1)
        at.stride = LLVMABISizeOfType(t->target, type);
    types_note_members(t, at, type);
    types_add_leaves(t, at, type, LEVEL_DECLARED);
}

static unsigned choice_count(LLVMValueRef inst)
{
    return LLVMIsAPHINode(inst) ? LLVMCountIncoming(inst) : 2;
}

static LLVMValueRef operand_of_choice(LLVMValueRef inst, unsigned i)
{
    return LLVMIsAPHINode(inst) ? LLVMGetIncomingValue(inst, i) : LLVMGetOperand(inst, i + 1);
}

/* All places in the memory object of operand i, which is none of an earlier operand. Objects that
 * meet in a phi are merged so that the first places coincide: of a member of one object and those
 * of an array in the other, the first. */
static struct place joined_operands(struct types *t, LLVMValueRef inst, unsigned i)
{
    struct place all = types_place_of(t, operand_of_choice(inst, i));
    for (unsigned k = 0, n = choice_count(inst); k < n && all.node != NO_NODE; k++) {
        struct place p = types_place_of(t, operand_of_choice(inst, k));
        if (k == i || p.node != all.node)
            continue;
        if (k < i)
            return types_nowhere();
        all = graph_join(all, p);
    }
    return all;
}

/* A phi, or a select. */
static void flow_choice(struct types *t, LLVMValueRef inst)
{
    enum { MANY = 16 };
    unsigned n = choice_count(inst);
    bool join = n <= MANY && LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMPointerTypeKind;
    for (unsigned i = 0; i < n; i++)
        if (join)
            types_include(t, inst, joined_operands(t, inst, i));
        else
            flow_same(t, inst, operand_of_choice(inst, i));
}

static void flow_freeze(struct types *t, LLVMValueRef inst)
{
    if (types_is_register(LLVMTypeOf(inst)))
        flow_same(t, inst, LLVMGetOperand(inst, 0));
}

static void flow_address_to_integer(struct types *t, LLVMValueRef inst)
{
    types_bind_store(t, LLVMGetOperand(inst, 0), types_register_of(t, inst));
}

static void flow_integer_to_address(struct types *t, LLVMValueRef inst)
{
    types_bind_load(t, inst, types_register_of(t, LLVMGetOperand(inst, 0)));
}

/* Instructions that say nothing of types have no entry. */
static void (*const flow[])(struct types *t, LLVMValueRef inst) = {
    [LLVMLoad] = flow_memory,
    [LLVMStore] = flow_memory,
    [LLVMAtomicRMW] = flow_atomic,
    [LLVMAtomicCmpXchg] = flow_atomic,
    [LLVMAlloca] = flow_alloca,
    [LLVMGetElementPtr] = flow_gep,
    [LLVMPHI] = flow_choice,
    [LLVMSelect] = flow_choice,
    [LLVMFreeze] = flow_freeze,
    [LLVMBitCast] = flow_bitcast,
    [LLVMPtrToInt] = flow_address_to_integer,
    [EZB_PTR_TO_ADDR] = flow_address_to_integer,
    [LLVMIntToPtr] = flow_integer_to_address,
    [LLVMTrunc] = flow_resize,
    [LLVMZExt] = flow_resize,
    [LLVMShl] = flow_shift,
    [LLVMLShr] = flow_shift,
    [LLVMAnd] = flow_and,
    [LLVMOr] = flow_or,
    [LLVMXor] = flow_xor,
    [LLVMAdd] = flow_arithmetic,
    [LLVMSub] = flow_arithmetic,
    [LLVMMul] = flow_arithmetic,
    [LLVMUDiv] = flow_arithmetic,
    [LLVMSDiv] = flow_arithmetic,
    [LLVMURem] = flow_arithmetic,
    [LLVMSRem] = flow_arithmetic,
    [LLVMAShr] = flow_arithmetic,
    [LLVMSExt] = flow_arithmetic,
    [LLVMICmp] = flow_arithmetic,
    [LLVMSwitch] = flow_arithmetic,
    [LLVMSIToFP] = flow_arithmetic,
    [LLVMUIToFP] = flow_arithmetic,
    [LLVMFPToSI] = flow_arithmetic,
    [LLVMFPToUI] = flow_arithmetic,
    [LLVMExtractValue] = flow_aggregate,
    [LLVMInsertValue] = flow_aggregate,
    [LLVMExtractElement] = flow_lane,
    [LLVMInsertElement] = flow_lane,
    [LLVMShuffleVector] = flow_shuffle,
    [LLVMCall] = types_visit_call,
    [LLVMInvoke] = types_visit_call,
    [LLVMRet] = types_visit_return,
};

void types_flow(struct types *t, LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (op < sizeof flow / sizeof *flow && flow[op])
        flow[op](t, inst);
    graph_settle(&t->graph);
}

static void flow_initialiser(struct types *t, LLVMValueRef init, struct place at)
{
    LLVMTypeRef type = LLVMTypeOf(init);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMPointerTypeKind) {
        graph_store(&t->graph, at, types_place_of(t, init));
        graph_settle(&t->graph);
    } else if (LLVMIsAConstantStruct(init) || LLVMIsAConstantArray(init)) {
        unsigned n = (unsigned)LLVMGetNumOperands(init);
        for (unsigned i = 0; i < n; i++)
            flow_initialiser(t, LLVMGetOperand(init, i),
                             graph_offset(at, field_offset(t, type, &i, 1)));
    }
}

void types_flow_globals(struct types *t)
{
    while (t->globals_done < t->globals.count) {
        LLVMValueRef g = t->globals.items[t->globals_done++], init = LLVMGetInitializer(g);
        if (init)
            flow_initialiser(t, init, types_place_of(t, g));
    }
}
