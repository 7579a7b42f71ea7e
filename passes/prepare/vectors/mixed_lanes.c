/* Vectors that hold numbers beside addresses or integers.
 *
 * LLVM loads a struct of a number and a pointer as one vector of numbers, and takes the pointer out
 * of its bits. The derivative of a vector is a vector of numbers, where a pointer has no place:
 * addresses are loaded as pointers instead, and what else is done with the vector sees one that is
 * put together of numbers and of the bits of those pointers.
 *
 * So it is with a struct of a number and an integer or a flag, loaded as a vector of numbers, or of
 * bytes. What is only read as a number is loaded as one, what is only read as bits is loaded as an
 * integer: what its bytes are is then asked of the memory, as for any integer. */
#include "prepare/vectors/vectors.h"
#include <string.h>

enum { DEPTH = 6, LARGEST = 64 /* bytes of a vector */ };
enum { AS_NUMBER = 1, AS_BITS = 2, AS_BOTH = AS_NUMBER | AS_BITS };

struct split {
    struct prepare *p;
    LLVMBuilderRef b; /* before the load */
    LLVMValueRef load;
    uint64_t size; /* of the load, of an address: bytes */
    uint64_t address_size;
    bool is_address[LARGEST];      /* an address starts here */
    LLVMValueRef address[LARGEST]; /* that address, if loaded already */
    uint8_t read[LARGEST];         /* what each byte is read as */
};

static uint64_t bits_of(struct prepare *p, LLVMTypeRef t)
{
    return LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(p->module), t);
}

/* Which byte of the load the value that `user` makes of its operand starts at, given that the
 * operand starts at *at. */
static bool moves(struct split *s, LLVMValueRef user, uint64_t *at)
{
    LLVMValueRef by = LLVMGetNumOperands(user) > 1 ? LLVMGetOperand(user, 1) : NULL;
    if (LLVMIsABitCastInst(user) || LLVMIsATruncInst(user) || LLVMIsAFreezeInst(user))
        return true;
    if (!by || !LLVMIsAConstantInt(by) || bits_of(s->p, LLVMTypeOf(by)) > 64 ||
        (!LLVMIsAExtractElementInst(user) && LLVMGetInstructionOpcode(user) != LLVMLShr))
        return false;
    uint64_t n = LLVMConstIntGetZExtValue(by),
             bits = LLVMIsAExtractElementInst(user) ? n * bits_of(s->p, LLVMTypeOf(user)) : n;
    *at += bits / 8;
    return n < s->size * 8 && bits % 8 == 0;
}

static bool is_address_at(struct split *s, LLVMValueRef user, uint64_t at)
{
    return LLVMIsAIntToPtrInst(user) &&
           bits_of(s->p, LLVMTypeOf(LLVMGetOperand(user, 0))) == s->address_size * 8 &&
           at + s->address_size <= s->size;
}

/* Notes which of the bytes become addresses; v starts at byte `at` of the load. */
static bool find_addresses(struct split *s, LLVMValueRef v, uint64_t at, unsigned depth)
{
    bool found = false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        uint64_t there = at;
        if (is_address_at(s, user, at))
            found = s->is_address[at] = true;
        else if (depth && moves(s, user, &there))
            found |= find_addresses(s, user, there, depth - 1);
    }
    return found;
}

static LLVMValueRef load_part(struct split *s, LLVMTypeRef t, uint64_t at)
{
    LLVMContextRef c = LLVMGetModuleContext(s->p->module);
    LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(c), at, 0);
    LLVMValueRef from =
        LLVMBuildGEP2(s->b, LLVMInt8TypeInContext(c), LLVMGetOperand(s->load, 0), &offset, 1, "");
    LLVMValueRef part = LLVMBuildLoad2(s->b, t, at ? from : LLVMGetOperand(s->load, 0), "");
    uint64_t align = LLVMGetAlignment(s->load) | at;
    LLVMSetAlignment(part, (unsigned)(align & -align));
    return part;
}

static LLVMValueRef address_at(struct split *s, uint64_t at)
{
    if (!s->address[at])
        s->address[at] =
            load_part(s, LLVMPointerTypeInContext(LLVMGetModuleContext(s->p->module), 0), at);
    return s->address[at];
}

/* The addresses among what is made of v, and their bits, come from loads of their own. */
static void replace_addresses(struct split *s, LLVMValueRef v, uint64_t at, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMTypeRef t = LLVMTypeOf(user);
        uint64_t there = at;
        next = LLVMGetNextUse(u);
        if (!depth || !moves(s, user, &there))
            continue;
        replace_addresses(s, user, there, depth - 1);
        if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && bits_of(s->p, t) == s->address_size * 8 &&
            there + s->address_size <= s->size && s->is_address[there])
            LLVMReplaceAllUsesWith(user, LLVMBuildPtrToInt(s->b, address_at(s, there), t, ""));
        if (!LLVMGetFirstUse(user))
            LLVMInstructionEraseFromParent(user);
    }
}

/* The address that byte `at` is a part of; *start is where it starts. */
static bool within_address(const struct split *s, uint64_t at, uint64_t *start)
{
    for (uint64_t k = 0; k < s->address_size && k <= at; k++)
        if (s->is_address[at - k]) {
            *start = at - k;
            return true;
        }
    return false;
}

/* `width` bits of an integer, from the bit `shift` on, as a value of type t. */
static LLVMValueRef bits_taken(struct split *s, LLVMValueRef whole, uint64_t shift, LLVMTypeRef t)
{
    LLVMTypeRef part =
        LLVMIntTypeInContext(LLVMGetModuleContext(s->p->module), (unsigned)bits_of(s->p, t));
    whole = LLVMBuildLShr(s->b, whole, LLVMConstInt(LLVMTypeOf(whole), shift, 0), "");
    return LLVMBuildBitCast(s->b, LLVMBuildTrunc(s->b, whole, part, ""), t, "");
}

/* The lane of type t that starts at a bit of the load: bits of an address, of a byte, or a value of
 * its own. */
static LLVMValueRef lane_at(struct split *s, LLVMTypeRef t, uint64_t bit)
{
    LLVMContextRef c = LLVMGetModuleContext(s->p->module);
    uint64_t start, width = bits_of(s->p, t), at = bit / 8;
    if (width < 8)
        return bits_taken(s, load_part(s, LLVMInt8TypeInContext(c), at), bit % 8, t);
    if (!within_address(s, at, &start) || at + width / 8 > start + s->address_size)
        return load_part(s, t, at);
    LLVMTypeRef whole = LLVMIntTypeInContext(c, (unsigned)s->address_size * 8);
    return bits_taken(s, LLVMBuildPtrToInt(s->b, address_at(s, start), whole, ""), (at - start) * 8,
                      t);
}

/* The lane that an instruction takes out of a vector, or -1. */
static int64_t lane_taken(LLVMValueRef extract)
{
    LLVMValueRef lane = LLVMIsAExtractElementInst(extract) ? LLVMGetOperand(extract, 1) : NULL;
    if (!lane || !LLVMIsAConstantInt(lane))
        return -1;
    uint64_t n = LLVMConstIntGetZExtValue(lane);
    return n < LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(extract, 0))) ? (int64_t)n : -1;
}

static bool lane_is_shuffled(LLVMValueRef shuffle, LLVMValueRef v, unsigned lane)
{
    unsigned width = LLVMGetVectorSize(LLVMTypeOf(v));
    for (unsigned i = 0; i < LLVMGetNumMaskElements(shuffle); i++) {
        int from = LLVMGetMaskValue(shuffle, i);
        if (from >= 0 && LLVMGetOperand(shuffle, (unsigned)from / width) == v &&
            (unsigned)from % width == lane)
            return true;
    }
    return false;
}

/* The loaded vector in other lanes. */
static bool is_recast(const struct split *s, LLVMValueRef v)
{
    return LLVMIsABitCastInst(v) && LLVMGetOperand(v, 0) == s->load &&
           LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

static bool reads_lane(const struct split *s, LLVMValueRef user, LLVMValueRef v, unsigned lane)
{
    if (LLVMIsAShuffleVectorInst(user))
        return lane_is_shuffled(user, v, lane);
    return !is_recast(s, user) && (lane_taken(user) < 0 || lane_taken(user) == lane);
}

static bool lane_is_read(const struct split *s, LLVMValueRef v, unsigned lane)
{
    bool read = false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && !read; u = LLVMGetNextUse(u))
        read = reads_lane(s, LLVMGetUser(u), v, lane);
    return read;
}

/* What the lanes of a vector are read as. */
static uint8_t kind_of(LLVMValueRef v)
{
    LLVMTypeKind k = LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(v)));
    return k == LLVMIntegerTypeKind ? AS_BITS : AS_NUMBER;
}

/* Notes what the bytes are read as through v, the load or a cast of it. */
static void note_read(struct split *s, LLVMValueRef v)
{
    uint64_t width = bits_of(s->p, LLVMGetElementType(LLVMTypeOf(v)));
    for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(v)); i++)
        for (uint64_t at = i * width / 8; lane_is_read(s, v, i) && at * 8 < (i + 1) * width; at++)
            s->read[at] |= kind_of(v);
}

static void note_all_read(struct split *s)
{
    memset(s->read, 0, sizeof s->read);
    note_read(s, s->load);
    for (LLVMUseRef u = LLVMGetFirstUse(s->load); u; u = LLVMGetNextUse(u))
        if (is_recast(s, LLVMGetUser(u)))
            note_read(s, LLVMGetUser(u));
}

/* The bits are read as one kind only, and can be loaded on their own. */
static bool stands_alone(const struct split *s, uint64_t bit, uint64_t width, uint8_t kind)
{
    bool alone = width < 8 ? 8 % width == 0 : width % 8 == 0;
    for (uint64_t at = bit / 8; alone && at * 8 < bit + width; at++)
        alone = s->read[at] == kind;
    return alone;
}

/* A lane of v, the load or a cast of it, is read, or a part of it through what casts of the load
 * are left. */
static bool lane_is_needed(const struct split *s, LLVMValueRef v, unsigned lane)
{
    uint64_t width = bits_of(s->p, LLVMGetElementType(LLVMTypeOf(v)));
    bool needed = lane_is_read(s, v, lane);
    for (LLVMUseRef u = v == s->load ? LLVMGetFirstUse(v) : NULL; u && !needed;
         u = LLVMGetNextUse(u)) {
        LLVMValueRef cast = LLVMGetUser(u);
        uint64_t part =
            is_recast(s, cast) ? bits_of(s->p, LLVMGetElementType(LLVMTypeOf(cast))) : 0;
        for (unsigned i = 0; part && i < LLVMGetVectorSize(LLVMTypeOf(cast)) && !needed; i++)
            needed = i * part < (lane + 1) * width && lane * width < (i + 1) * part &&
                     lane_is_read(s, cast, i);
    }
    return needed;
}

/* The vector v, the load or a cast of it, out of the lanes of it that are needed. */
static LLVMValueRef put_together(struct split *s, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v), lane = LLVMGetElementType(t),
                i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(s->p->module));
    LLVMValueRef vector = LLVMGetPoison(t);
    for (unsigned i = 0, n = LLVMGetVectorSize(t); i < n; i++)
        if (lane_is_needed(s, v, i))
            vector = LLVMBuildInsertElement(s->b, vector, lane_at(s, lane, i * bits_of(s->p, lane)),
                                            LLVMConstInt(i32, i, 0), "");
    return vector;
}

static bool load_lanes_taken(struct split *s, LLVMValueRef cast)
{
    uint64_t width = bits_of(s->p, LLVMGetElementType(LLVMTypeOf(cast)));
    bool changed = false;
    for (LLVMUseRef u = LLVMGetFirstUse(cast), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        int64_t lane = lane_taken(user);
        next = LLVMGetNextUse(u);
        if (lane < 0 || !stands_alone(s, (uint64_t)lane * width, width, kind_of(cast)))
            continue;
        LLVMReplaceAllUsesWith(user, lane_at(s, LLVMTypeOf(user), (uint64_t)lane * width));
        LLVMInstructionEraseFromParent(user);
        changed = true;
    }
    return changed;
}

static bool load_recast(struct split *s, LLVMValueRef cast)
{
    uint64_t width = bits_of(s->p, LLVMGetElementType(LLVMTypeOf(cast)));
    bool alone = kind_of(cast) != kind_of(s->load), changed = load_lanes_taken(s, cast);
    for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(cast)) && alone; i++)
        alone = !lane_is_read(s, cast, i) || stands_alone(s, i * width, width, kind_of(cast));
    alone &= LLVMGetFirstUse(cast) != NULL;
    if (alone)
        LLVMReplaceAllUsesWith(cast, put_together(s, cast));
    if (!LLVMGetFirstUse(cast))
        LLVMInstructionEraseFromParent(cast);
    return alone || changed;
}

/* Casts of the load get loads of their own where no bits are read as numbers and as integers, if
 * there are both. */
static bool load_recasts(struct split *s)
{
    bool own = false, other = false, changed = false;
    note_all_read(s);
    for (uint64_t at = 0; at < s->size; at++) {
        own |= (s->read[at] & kind_of(s->load)) != 0;
        other |= s->read[at] && !(s->read[at] & kind_of(s->load));
    }
    for (LLVMUseRef u = own && other ? LLVMGetFirstUse(s->load) : NULL, next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (is_recast(s, user))
            changed |= load_recast(s, user);
    }
    return changed;
}

static bool split_load(struct split *s)
{
    LLVMTypeRef t = LLVMTypeOf(s->load);
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind || LLVMGetVolatile(s->load) ||
        bits_of(s->p, LLVMGetElementType(t)) % 8)
        return false;
    s->size = bits_of(s->p, t) / 8;
    if (s->size > LARGEST)
        return false;
    LLVMPositionBuilderBefore(s->b, s->load);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(s->load));
    bool addresses = find_addresses(s, s->load, 0, DEPTH);
    if (addresses)
        replace_addresses(s, s->load, 0, DEPTH);
    if (!load_recasts(s) && !addresses)
        return false;
    if (LLVMGetFirstUse(s->load))
        LLVMReplaceAllUsesWith(s->load, put_together(s, s->load));
    return true;
}

unsigned prepare_mixed_lanes(struct prepare *p, LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    unsigned changes = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            struct split s = {.p = p,
                              .b = b,
                              .load = i,
                              .address_size = LLVMPointerSize(LLVMGetModuleDataLayout(p->module))};
            bool split = LLVMIsALoadInst(i) && split_load(&s);
            next = LLVMGetNextInstruction(i);
            if (!split)
                continue;
            LLVMInstructionEraseFromParent(i);
            changes++;
        }
    LLVMDisposeBuilder(b);
    return changes;
}
