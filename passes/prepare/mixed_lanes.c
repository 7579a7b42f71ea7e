/* Vectors that hold numbers beside addresses or integers.
 *
 * LLVM loads a struct of a number and a pointer as one vector of numbers, and takes the pointer out of its bits. The derivative of
 * a vector is a vector of numbers, where a pointer has no place: addresses are loaded as pointers instead, and what else is done
 * with the vector sees one that is put together of numbers and of the bits of those pointers.
 *
 * So it is with a struct of a number and an integer. A lane of which only the bits are used, one by one, is loaded as an integer:
 * what its bytes are is then asked of the memory, as for any integer. */
#include "prepare/prepare.h"

enum { DEPTH = 6, LARGEST = 64 /* bytes of a vector */ };

struct split {
  struct prepare *p;
  LLVMBuilderRef b; /* before the load */
  LLVMValueRef load;
  uint64_t size;                     /* of the load, of an address: bytes */
  uint64_t address_size;
  bool is_address[LARGEST];          /* an address starts here */
  LLVMValueRef address[LARGEST];     /* that address, if loaded already */
  bool is_integer[LARGEST];          /* a lane of numbers starts here that is none */
};

static uint64_t bits_of(struct prepare *p, LLVMTypeRef t) { return LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(p->module), t); }

/* Which byte of the load the value that `user` makes of its operand starts at, given that the operand starts at *at. */
static bool moves(struct split *s, LLVMValueRef user, uint64_t *at)
{
  LLVMValueRef by = LLVMGetNumOperands(user) > 1 ? LLVMGetOperand(user, 1) : NULL;
  if (LLVMIsABitCastInst(user) || LLVMIsATruncInst(user) || LLVMIsAFreezeInst(user))
    return true;
  if (!by || !LLVMIsAConstantInt(by) || bits_of(s->p, LLVMTypeOf(by)) > 64 ||
      (!LLVMIsAExtractElementInst(user) && LLVMGetInstructionOpcode(user) != LLVMLShr))
    return false;
  uint64_t n = LLVMConstIntGetZExtValue(by), bits = LLVMIsAExtractElementInst(user) ? n * bits_of(s->p, LLVMTypeOf(user)) : n;
  *at += bits / 8;
  return n < s->size * 8 && bits % 8 == 0;
}

static bool is_address_at(struct split *s, LLVMValueRef user, uint64_t at)
{
  return LLVMIsAIntToPtrInst(user) && bits_of(s->p, LLVMTypeOf(LLVMGetOperand(user, 0))) == s->address_size * 8 &&
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
  LLVMValueRef from = LLVMBuildGEP2(s->b, LLVMInt8TypeInContext(c), LLVMGetOperand(s->load, 0), &offset, 1, "");
  LLVMValueRef part = LLVMBuildLoad2(s->b, t, at ? from : LLVMGetOperand(s->load, 0), "");
  uint64_t align = LLVMGetAlignment(s->load) | at;
  LLVMSetAlignment(part, (unsigned)(align & -align));
  return part;
}

static LLVMValueRef address_at(struct split *s, uint64_t at)
{
  if (!s->address[at])
    s->address[at] = load_part(s, LLVMPointerTypeInContext(LLVMGetModuleContext(s->p->module), 0), at);
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

/* A lane of type t as the bits that it has of an address, or a number. */
static LLVMValueRef lane_at(struct split *s, LLVMTypeRef t, uint64_t at)
{
  LLVMContextRef c = LLVMGetModuleContext(s->p->module);
  uint64_t start, width = bits_of(s->p, t);
  if (s->is_integer[at])
    return LLVMGetPoison(t); /* never read */
  if (!within_address(s, at, &start) || at + width / 8 > start + s->address_size)
    return load_part(s, t, at);
  LLVMTypeRef whole = LLVMIntTypeInContext(c, (unsigned)s->address_size * 8);
  LLVMValueRef bits = LLVMBuildPtrToInt(s->b, address_at(s, start), whole, "");
  bits = LLVMBuildLShr(s->b, bits, LLVMConstInt(whole, (at - start) * 8, 0), "");
  return LLVMBuildBitCast(s->b, LLVMBuildTrunc(s->b, bits, LLVMIntTypeInContext(c, (unsigned)width), ""), t, "");
}

static LLVMValueRef put_together(struct split *s)
{
  LLVMTypeRef t = LLVMTypeOf(s->load), lane = LLVMGetElementType(t), i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(s->p->module));
  LLVMValueRef vector = LLVMGetPoison(t);
  for (unsigned i = 0, n = LLVMGetVectorSize(t); i < n; i++)
    vector = LLVMBuildInsertElement(s->b, vector, lane_at(s, lane, i * bits_of(s->p, lane) / 8), LLVMConstInt(i32, i, 0), "");
  return vector;
}

/* The lane that an instruction takes out of a vector, or -1. */
static int64_t lane_taken(LLVMValueRef extract)
{
  LLVMValueRef lane = LLVMIsAExtractElementInst(extract) ? LLVMGetOperand(extract, 1) : NULL;
  return lane && LLVMIsAConstantInt(lane) ? (int64_t)LLVMConstIntGetZExtValue(lane) : -1;
}

static bool lane_is_shuffled(LLVMValueRef shuffle, LLVMValueRef v, unsigned lane)
{
  unsigned width = LLVMGetVectorSize(LLVMTypeOf(v));
  for (unsigned i = 0; i < LLVMGetNumMaskElements(shuffle); i++) {
    int from = LLVMGetMaskValue(shuffle, i);
    if (from >= 0 && LLVMGetOperand(shuffle, (unsigned)from / width) == v && (unsigned)from % width == lane)
      return true;
  }
  return false;
}

/* Its lanes are read as integers, lane by lane. */
static bool is_split_up(LLVMValueRef cast, LLVMTypeRef of)
{
  LLVMTypeRef t = LLVMTypeOf(cast);
  bool same = LLVMIsABitCastInst(cast) && LLVMGetTypeKind(t) == LLVMVectorTypeKind && LLVMGetVectorSize(t) == LLVMGetVectorSize(of);
  for (LLVMUseRef u = same ? LLVMGetFirstUse(cast) : NULL; u && same; u = LLVMGetNextUse(u))
    same = lane_taken(LLVMGetUser(u)) >= 0;
  return same && LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMIntegerTypeKind;
}

/* The bits of a lane are read, and never the number. */
static bool lane_is_integer(struct split *s, unsigned lane)
{
  LLVMTypeRef t = LLVMTypeOf(s->load);
  bool read = false;
  for (LLVMUseRef u = LLVMGetFirstUse(s->load); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAShuffleVectorInst(user) ? lane_is_shuffled(user, s->load, lane)
                                       : lane_taken(user) == (int64_t)lane || (lane_taken(user) < 0 && !is_split_up(user, t)))
      return false;
    for (LLVMUseRef e = LLVMIsABitCastInst(user) ? LLVMGetFirstUse(user) : NULL; e; e = LLVMGetNextUse(e))
      read |= lane_taken(LLVMGetUser(e)) == (int64_t)lane;
  }
  return read;
}

static bool find_integers(struct split *s)
{
  LLVMTypeRef t = LLVMTypeOf(s->load);
  bool found = false;
  for (unsigned i = 0, n = LLVMGetVectorSize(t); i < n && LLVMGetTypeKind(LLVMGetElementType(t)) != LLVMIntegerTypeKind; i++) {
    uint64_t at = i * bits_of(s->p, LLVMGetElementType(t)) / 8;
    if (!s->is_address[at] && lane_is_integer(s, i))
      found = s->is_integer[at] = true;
  }
  return found;
}

static void load_integers(struct split *s)
{
  for (LLVMUseRef u = LLVMGetFirstUse(s->load); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef cast = LLVMGetUser(u);
    for (LLVMUseRef e = LLVMIsABitCastInst(cast) ? LLVMGetFirstUse(cast) : NULL, next; e; e = next) {
      LLVMValueRef taken = LLVMGetUser(e);
      int64_t lane = lane_taken(taken);
      uint64_t at = lane < 0 ? 0 : (uint64_t)lane * bits_of(s->p, LLVMTypeOf(taken)) / 8;
      next = LLVMGetNextUse(e);
      if (lane < 0 || at >= s->size || !s->is_integer[at])
        continue;
      LLVMReplaceAllUsesWith(taken, load_part(s, LLVMTypeOf(taken), at));
      LLVMInstructionEraseFromParent(taken);
    }
  }
}

static bool split_load(struct split *s)
{
  LLVMTypeRef t = LLVMTypeOf(s->load);
  if (LLVMGetTypeKind(t) != LLVMVectorTypeKind || LLVMGetVolatile(s->load) || bits_of(s->p, LLVMGetElementType(t)) % 8)
    return false;
  s->size = bits_of(s->p, t) / 8;
  if (s->size > LARGEST || !(find_addresses(s, s->load, 0, DEPTH) | find_integers(s)))
    return false;
  LLVMPositionBuilderBefore(s->b, s->load);
  LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(s->load));
  replace_addresses(s, s->load, 0, DEPTH);
  load_integers(s);
  if (LLVMGetFirstUse(s->load))
    LLVMReplaceAllUsesWith(s->load, put_together(s));
  return true;
}

unsigned prepare_mixed_lanes(struct prepare *p, LLVMValueRef fn)
{
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
  unsigned changes = 0;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block; block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      struct split s = {.p = p, .b = b, .load = i, .address_size = LLVMPointerSize(LLVMGetModuleDataLayout(p->module))};
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
