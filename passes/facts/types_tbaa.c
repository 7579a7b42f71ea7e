/* TBAA metadata as type evidence: the tag of an access names its scalar type and the layout of the
 * struct it is part of; tbaa.struct lists the fields of a copied struct.
 *
 * Both formats are read: type nodes {name, member, offset, ...} with tags {base, access, offset},
 * and the newer {parent, size, name, member, offset, size, ...}. "omnipotent char" says nothing. */
#include "base/target.h"
#include "facts/types_state.h"
#include "ir/code.h"
#include "ir/value_access.h"
#include <string.h>

struct tbaa_member {
    struct tbaa_type *type;
    uint64_t offset;
};
struct tbaa_type {
    enum entry_kind kind; /* 0: struct or unknown */
    uint64_t size;        /* 0: unknown */
    LLVMTypeRef type;
    unsigned pointee; /* of a pointer: a number for what it leads to; 0: anything */
    unsigned count;
    struct tbaa_member *members;
};

LIMIT(MAX_DEPTH, 8);
/* A node with more says nothing, as without TBAA. */
enum { MAX_OPERANDS = 1024 };

struct operands {
    unsigned count;
    LLVMValueRef *items;
};

static struct operands operands_of(struct types *t, LLVMValueRef node)
{
    struct operands o = {0, NULL};
    if (!node || !LLVMIsAMDNode(node))
        return o;
    o.count = LLVMGetMDNodeNumOperands(node);
    if (o.count > MAX_OPERANDS)
        o.count = 0;
    o.items = ARENA_ARRAY(t->arena, LLVMValueRef, o.count);
    if (o.count)
        LLVMGetMDNodeOperands(node, o.items);
    return o;
}

static bool text_of(struct operands o, unsigned i, const char **s, unsigned *n)
{
    if (i >= o.count || !o.items[i] || !LLVMIsAMDString(o.items[i]))
        return false;
    *s = LLVMGetMDString(o.items[i], n);
    return true;
}

static bool number_of(struct operands o, unsigned i, uint64_t *value)
{
    if (i >= o.count || !o.items[i] || !LLVMIsAConstantInt(o.items[i]))
        return false;
    *value = LLVMConstIntGetZExtValue(o.items[i]);
    return true;
}

static LLVMTypeRef fp_type(struct types *t, char letter)
{
    switch (letter) {
    case 'h': return LLVMHalfTypeInContext(t->context);
    case 'b': return LLVMBFloatTypeInContext(t->context);
    case 'f': return LLVMFloatTypeInContext(t->context);
    case 'd': return LLVMDoubleTypeInContext(t->context);
    case 'q': return LLVMFP128TypeInContext(t->context);
    default: return target_long_double(t->module);
    }
}

/* "any pointer" and "p1 int" (the digit counts the levels of indirection). */
static bool names_pointer(const char *s, unsigned n)
{
    return (n == 11 && !memcmp(s, "any pointer", 11)) ||
           (n > 3 && s[0] == 'p' && s[1] >= '1' && s[1] <= '9' && s[2] == ' ');
}

static void set_scalar(struct types *t, struct tbaa_type *type, enum entry_kind kind, uint64_t size,
                       char letter)
{
    type->size = size ? size : t->pointer_size;
    type->kind = kind;
    if (kind == ENTRY_PTR)
        type->type = target_pointer(t->module);
    else if (kind == ENTRY_INT)
        type->type = LLVMIntTypeInContext(t->context, (unsigned)type->size * 8);
    else
        type->type = fp_type(t, letter);
    if (!type->type)
        type->kind = 0;
}

/* All classes are one: programs lay out the first members of some alike, and take one for another.
 */
enum { POINTEE_ANY, POINTEE_CLASS };

static void read_scalar(struct types *t, struct tbaa_type *type, const char *s, unsigned n)
{
    static const struct {
        const char *name;
        enum entry_kind kind;
        unsigned size;
        char letter;
    } rows[] = {
#define SCALAR(name, kind, size, letter) {name, kind, size, letter},
#include "facts/types_tbaa_names.def"
#undef SCALAR
    };
    bool one = n > 3 && !memcmp(s, "p1 ", 3); /* level of indirection */
    if (names_pointer(s, n))
        set_scalar(t, type, ENTRY_PTR, 0, 0);
    if (one && n > 7 && !memcmp(s + 3, "_ZTS", 4))
        type->pointee = POINTEE_CLASS;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t length = strlen(rows[i].name);
        if (length == n && !memcmp(rows[i].name, s, n))
            set_scalar(t, type, rows[i].kind, rows[i].size, rows[i].letter);
        if (one && length == n - 3 && !memcmp(rows[i].name, s + 3, length))
            type->pointee = POINTEE_CLASS + 1 + i;
    }
}

static struct tbaa_type *type_of(struct types *t, LLVMValueRef node, unsigned depth);

static void read_members(struct types *t, struct tbaa_type *type, struct operands o, unsigned first,
                         unsigned step, unsigned depth)
{
    if (o.count <= first || depth == 0)
        return;
    type->members = ARENA_ARRAY(t->arena, struct tbaa_member, (o.count - first) / step + 1);
    for (unsigned i = first; i + 1 < o.count; i += step) {
        struct tbaa_member m = {type_of(t, o.items[i], depth - 1), 0};
        if (m.type && number_of(o, i + 1, &m.offset))
            type->members[type->count++] = m;
    }
}

static struct tbaa_type *type_of(struct types *t, LLVMValueRef node, unsigned depth)
{
    const char *name;
    unsigned n;
    if (!node || !LLVMIsAMDNode(node))
        return NULL;
    struct tbaa_type *type = map_get(&t->tbaa_types, node);
    if (type)
        return type;
    type = ARENA_NEW(t->arena, struct tbaa_type);
    map_put(&t->tbaa_types, node, type);
    struct operands o = operands_of(t, node);
    if (text_of(o, 0, &name, &n)) {
        /* A scalar is {name, parent[, 0]}; a struct with one member at 0 looks alike, but its name
         * is no scalar's. */
        read_scalar(t, type, name, n);
        if (!type->kind && !(n == 15 && !memcmp(name, "omnipotent char", 15)))
            read_members(t, type, o, 1, 2, depth);
    } else if (text_of(o, 2, &name, &n)) {
        read_scalar(t, type, name, n);
        number_of(o, 1, &type->size);
        if (!type->kind)
            read_members(t, type, o, 3, 3, depth);
    }
    return type;
}

static uint64_t align_up(uint64_t x, uint64_t a)
{
    return a ? (x + a - 1) / a * a : x;
}

enum { ACCESS_MEMBER = 1, ACCESS_KIND = 2, ACCESS_POINTEE = 64 };

unsigned types_access_as(LLVMTypeRef type, bool member)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    bool scalar = kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || type_is_fp(type);
    return scalar ? ((unsigned)kind + 1) * ACCESS_KIND | (member ? ACCESS_MEMBER : 0) : 0;
}

static unsigned access_as(const struct tbaa_type *type, bool member)
{
    return type->kind ? types_access_as(type->type, member) + type->pointee * ACCESS_POINTEE : 0;
}

const char *types_accesses_name(unsigned access)
{
    return access & ACCESS_MEMBER ? " as member" : access ? " as value" : "";
}

/* C and C++ allow no other access to a value than one of its type, or of bytes. What programs do
 * nevertheless is to look at the bits of values through a pointer to something else: only what is a
 * member of a struct of its own there is told from them. */
bool types_accesses_part(unsigned a, unsigned b)
{
    unsigned x = a % ACCESS_POINTEE / ACCESS_KIND, y = b % ACCESS_POINTEE / ACCESS_KIND,
             to = a / ACCESS_POINTEE, other = b / ACCESS_POINTEE;
    return x && y && (x == y ? to && other && to != other : a & b & ACCESS_MEMBER);
}

LIMIT(CALCULATED_DEPTH, 4);

static bool is_only_calculated_with(LLVMValueRef v, unsigned depth);

static bool calculates(LLVMValueRef inst, unsigned depth)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMFreeze:
    case LLVMAnd: return depth && is_only_calculated_with(inst, depth - 1);
    case LLVMSExt:
    case LLVMICmp:
    case LLVMSwitch:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMGetElementPtr:
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem: return true;
    default: return false;
    }
}

/* That is all that is done with it: nobody moves it on. */
static bool is_only_calculated_with(LLVMValueRef v, unsigned depth)
{
    bool only = LLVMGetFirstUse(v) != NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && only; u = LLVMGetNextUse(u))
        only = LLVMIsAInstruction(LLVMGetUser(u)) && calculates(LLVMGetUser(u), depth);
    return only;
}

/* Somewhere it is calculated with. */
static bool is_calculated_with(LLVMValueRef v, unsigned depth)
{
    bool used = false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && !used; u = LLVMGetNextUse(u))
        used = LLVMIsAInstruction(LLVMGetUser(u)) && calculates(LLVMGetUser(u), depth);
    return used;
}

static bool is_calculated(LLVMValueRef v, unsigned depth);

/* All that meets in a phi, or of which bits are taken. */
static bool are_calculated(LLVMValueRef inst, unsigned depth)
{
    bool all = depth > 0, phi = LLVMIsAPHINode(inst);
    for (unsigned k = LLVMIsASelectInst(inst) ? 1 : 0;
         all && k < (phi ? LLVMCountIncoming(inst) : (unsigned)LLVMGetNumOperands(inst)); k++)
        all =
            is_calculated(phi ? LLVMGetIncomingValue(inst, k) : LLVMGetOperand(inst, k), depth - 1);
    return all;
}

/* An integer that is more than bits: a bool, what is calculated from others, or a parameter that is
 * calculated with. */
static bool is_calculated(LLVMValueRef v, unsigned depth)
{
    if (LLVMIsAConstant(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 8)
        return true;
    if (LLVMIsAArgument(v))
        return is_calculated_with(v, depth);
    switch (LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : LLVMRet) {
    case LLVMPHI:
    case LLVMSelect:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMFreeze:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: return are_calculated(v, depth);
    case LLVMSExt:
    case LLVMFPToSI:
    case LLVMFPToUI: return true;
    default: return LLVMIsABinaryOperator(v);
    }
}

/* An integer that is moved may be the bits of anything: programs copy structs as others. */
static bool is_real_integer(LLVMValueRef inst)
{
    LLVMValueRef v = LLVMIsAStoreInst(inst) ? LLVMGetOperand(inst, 0) : inst;
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind)
        return false;
    return is_calculated(v, CALCULATED_DEPTH) ||
           (v == inst && is_only_calculated_with(v, CALCULATED_DEPTH));
}

unsigned types_tbaa_access_as(struct types *t, LLVMValueRef inst)
{
    struct operands o = operands_of(t, t->tbaa ? value_access_tag(inst) : NULL);
    struct tbaa_type *base = o.count > 2 ? type_of(t, o.items[0], MAX_DEPTH) : NULL,
                     *access = base ? type_of(t, o.items[1], MAX_DEPTH) : NULL;
    if (t->tbaa && value_access_is_of_type(inst))
        return types_access_as(LLVMTypeOf(LLVMIsAStoreInst(inst) ? LLVMGetOperand(inst, 0) : inst),
                               false);
    if (!access || !access->kind || (access->kind == ENTRY_INT && !is_real_integer(inst)))
        return 0;
    return access_as(access, !base->kind);
}

static bool has_member(const struct types *t, const struct place *p, unsigned access, uint64_t size)
{
    const struct shelf *s = &t->shelves[p->node];
    for (unsigned i = 0; i < s->count; i++) {
        const struct entry *e = &t->entries.items[s->first + i];
        if (e->access % ACCESS_POINTEE == access % ACCESS_POINTEE && e->off == p->off &&
            e->stride == p->stride && e->size == size)
            return true;
    }
    return false;
}

LIMIT(MAX_CHOICES, 8);

/* Each of the few places of a progression is one of such a member. */
static bool has_members(const struct types *t, const struct place *p, unsigned access,
                        uint64_t size)
{
    struct place one = {.node = p->node, .off = p->off, .hi = NO_BOUND};
    unsigned found = 0;
    if (!p->stride || p->down)
        return false;
    for (; found < MAX_CHOICES && one.off < p->hi && has_member(t, &one, access, size); found++)
        one.off += (int64_t)p->stride;
    return found && one.off >= p->hi;
}

/* Copies of structs, and accesses of which LLVM has made one, do not say that they are to members,
 * nor does an access to one of two. They are, if there are members of that type and size. */
unsigned types_access_at(const struct types *t, const struct place *p, uint64_t size)
{
    unsigned member = p->access | ACCESS_MEMBER;
    bool is = p->access && member != p->access &&
              (has_member(t, p, member, size) || has_members(t, p, member, size));
    return is ? member : p->access;
}

static void add_type(struct types *t, struct place at, const struct tbaa_type *type, unsigned depth)
{
    if (type->kind) {
        types_add(t, at, type->kind, LEVEL_TBAA, type->type);
        return;
    }
    uint64_t end = 0, align = 1;
    bool known = true; /* where the member before ends */
    for (unsigned i = 0; i < type->count && depth; i++) {
        const struct tbaa_member *m = &type->members[i];
        bool scalar = m->type->kind != 0;
        if (known && scalar && m->offset > end && align_up(end, m->type->size) == m->offset)
            types_add_padding(t, graph_offset(at, (int64_t)end), LEVEL_TBAA, m->offset - end);
        struct place member = graph_offset(at, (int64_t)m->offset);
        member.access = access_as(m->type, true);
        add_type(t, member, m->type, depth - 1);
        known = scalar;
        end = m->offset + m->type->size;
        align = scalar && m->type->size > align ? m->type->size : align;
    }
    if (known && type->count && align_up(end, align) > end)
        types_add_padding(t, graph_offset(at, (int64_t)end), LEVEL_TBAA,
                          align_up(end, align) - end);
}

void types_tbaa_scalar(struct types *t, LLVMValueRef inst, struct place at)
{
    LLVMValueRef tag =
        t->tbaa && t->final && at.node != NO_NODE ? LLVMGetMetadata(inst, t->kind_tbaa) : NULL;
    struct operands o = operands_of(t, tag);
    struct tbaa_type *access = o.count > 1 ? type_of(t, o.items[1], MAX_DEPTH) : NULL;
    if (access && access->kind)
        add_type(t, at, access, 1);
}

void types_tbaa_access(struct types *t, LLVMValueRef inst, struct place at)
{
    LLVMValueRef tag =
        t->tbaa && t->final && at.node != NO_NODE ? LLVMGetMetadata(inst, t->kind_tbaa) : NULL;
    struct operands o = operands_of(t, tag);
    uint64_t offset;
    if (o.count < 3 || !number_of(o, 2, &offset))
        return;
    struct tbaa_type *base = type_of(t, o.items[0], MAX_DEPTH),
                     *access = type_of(t, o.items[1], MAX_DEPTH);
    if (access)
        add_type(t, at, access, MAX_DEPTH);
    at.access = 0;
    if (base && base != access)
        add_type(t, graph_offset(at, -(int64_t)offset), base, MAX_DEPTH);
}

void types_tbaa_copied(struct types *t, LLVMValueRef copy, struct place at, LLVMValueRef bytes)
{
    struct operands o = operands_of(
        t, t->tbaa && t->final && at.node != NO_NODE ? LLVMGetMetadata(copy, t->kind_tbaa) : NULL);
    struct tbaa_type *access = o.count > 1 ? type_of(t, o.items[1], MAX_DEPTH) : NULL;
    int64_t size;
    types_tbaa_access(t, copy, at);
    if (!access || (access->kind != ENTRY_FLOAT && access->kind != ENTRY_PTR) ||
        !types_constant_int(bytes, &size) || size <= (int64_t)access->size ||
        (uint64_t)size % access->size)
        return;
    if (!at.stride)
        at.hi = at.off + size;
    at.stride = gcd_of(at.stride, access->size);
    add_type(t, at, access, 1);
}

/* Members that are pointers, no arrays of some: of those a node names the type of the elements. */
static void note_members(struct types *t, struct place at, const struct tbaa_type *type,
                         uint64_t size, unsigned depth)
{
    size = type->size ? type->size : size;
    for (unsigned i = 0; i < type->count && depth; i++) {
        const struct tbaa_member *m = &type->members[i];
        uint64_t end = i + 1 < type->count ? type->members[i + 1].offset : size;
        struct place member = graph_offset(at, (int64_t)m->offset);
        if (m->type->kind == ENTRY_PTR && end == m->offset + t->pointer_size)
            graph_note_member(&t->graph, member);
        else if (!m->type->kind && end > m->offset)
            note_members(t, member, m->type, end - m->offset, depth - 1);
    }
}

/* Structs of one pointer are likely to be elements of arrays. */
void types_tbaa_members(struct types *t, LLVMValueRef inst, struct place at)
{
    LLVMValueRef tag = t->tbaa && !t->final && at.node != NO_NODE && !at.stride
                           ? LLVMGetMetadata(inst, t->kind_tbaa)
                           : NULL;
    struct operands o = operands_of(t, tag);
    struct tbaa_type *base = o.count > 2 ? type_of(t, o.items[0], MAX_DEPTH) : NULL;
    uint64_t offset;
    if (base && base->size != t->pointer_size && number_of(o, 2, &offset))
        note_members(t, graph_offset(at, -(int64_t)offset), base, 0, MAX_DEPTH);
}

static bool accesses_only(struct types *t, LLVMValueRef inst, enum entry_kind kind)
{
    struct operands o = operands_of(t, t->tbaa ? LLVMGetMetadata(inst, t->kind_tbaa) : NULL);
    struct tbaa_type *access = o.count > 1 ? type_of(t, o.items[1], MAX_DEPTH) : NULL;
    return access && access->kind == kind;
}

LLVMTypeRef types_tbaa_value(struct types *t, LLVMValueRef access)
{
    struct operands o = operands_of(t, t->tbaa ? LLVMGetMetadata(access, t->kind_tbaa) : NULL);
    struct tbaa_type *type = o.count > 1 ? type_of(t, o.items[1], MAX_DEPTH) : NULL;
    LLVMTypeRef accessed =
        LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
    return type && type->kind == ENTRY_FLOAT && types_size(t, type->type) == types_size(t, accessed)
               ? type->type
               : NULL;
}

bool types_tbaa_of_numbers(struct types *t, LLVMValueRef copy)
{
    return accesses_only(t, copy, ENTRY_FLOAT);
}

bool types_tbaa_of_integers(struct types *t, LLVMValueRef access)
{
    return !t->integers_lead && accesses_only(t, access, ENTRY_INT);
}

/* Whether an integer, which becomes an address, was computed from one that has an integer type in
 * memory or may have one. */
static bool from_integers(struct types *t, LLVMValueRef v, struct map *seen)
{
    if (LLVMIsAConstant(v) || LLVMIsAPtrToIntInst(v) || map_get(seen, v))
        return false;
    map_put(seen, v, v);
    if (LLVMIsALoadInst(v))
        return accesses_only(t, v, ENTRY_INT);
    bool found = !LLVMIsAInstruction(v) || code_is_call(v);
    for (unsigned i = 0; !found && i < (unsigned)LLVMGetNumOperands(v); i++)
        found = from_integers(t, LLVMGetOperand(v, i), seen);
    return found;
}

void types_find_integers_that_lead(struct types *t)
{
    struct map seen;
    map_init(&seen, t->arena);
    t->integers_lead = t->around && types_program_integers_lead(t->program);
    for (unsigned k = 0; k < t->fn_count; k++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(t->fns[k]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !t->integers_lead;
                 i = LLVMGetNextInstruction(i))
                t->integers_lead =
                    LLVMIsAIntToPtrInst(i) && from_integers(t, LLVMGetOperand(i, 0), &seen);
}

/* Field i of a tbaa.struct: {offset, size, tag} triples. */
static bool struct_field(struct types *t, struct operands o, unsigned i, uint64_t *off,
                         uint64_t *size, struct tbaa_type **type)
{
    if (i + 2 >= o.count || !number_of(o, i, off) || !number_of(o, i + 1, size))
        return false;
    struct operands tag = operands_of(t, o.items[i + 2]);
    *type = tag.count > 1 ? type_of(t, tag.items[1], MAX_DEPTH) : NULL;
    return true;
}

void types_tbaa_struct(struct types *t, LLVMValueRef inst, struct place at)
{
    LLVMValueRef node = t->tbaa && t->final && at.node != NO_NODE
                            ? LLVMGetMetadata(inst, t->kind_tbaa_struct)
                            : NULL;
    struct operands o = operands_of(t, node);
    uint64_t off, size;
    struct tbaa_type *type;
    for (unsigned i = 0; struct_field(t, o, i, &off, &size, &type); i += 3) {
        if (!type || !type->kind)
            continue;
        at.access = access_as(type, true);
        for (uint64_t x = 0; x + type->size <= size; x += type->size)
            add_type(t, graph_offset(at, (int64_t)(off + x)), type, 1);
    }
}

struct entry types_tbaa_struct_at(struct types *t, LLVMValueRef inst, uint64_t x)
{
    struct entry e = {0};
    LLVMValueRef node = t->tbaa ? LLVMGetMetadata(inst, t->kind_tbaa_struct) : NULL;
    struct operands o = operands_of(t, node);
    uint64_t off, size, next = UINT64_MAX;
    struct tbaa_type *type;
    if (!node)
        return e;
    for (unsigned i = 0; struct_field(t, o, i, &off, &size, &type); i += 3) {
        if (off > x && off < next)
            next = off;
        if (x < off || x >= off + size)
            continue;
        if (type && type->kind && (x - off) % type->size == 0 && x + type->size <= off + size)
            return (struct entry){.kind = type->kind, .size = type->size, .type = type->type};
        return e;
    }
    return (struct entry){.kind = ENTRY_PAD, .size = next == UINT64_MAX ? UINT64_MAX : next - x};
}
