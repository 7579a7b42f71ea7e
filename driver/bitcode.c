/* Bitcode is a magic number and blocks. On this level every block starts at a multiple of four
 * bytes with two words: what it is, and how many words follow. Two blocks hold one range of bytes
 * each: the symbol table (llvm/Object/IRSymtab.h) and the texts of all names. */
#include "bitcode.h"

#include <string.h>

#define MAGIC "BC\xC0\xDE"

enum {
    WORD = 4,
    ENTER_BLOCK = 1, /* the low two bits of a block's first word */
    ENTER_BITS = 2,
    SYMTAB_BLOCK = 25,
    STRTAB_BLOCK = 23,
};

/* Layout of the symbol table, in bytes. */
enum {
    TABLE_VERSION = 3,
    TABLE_SYMBOLS_AT = 28,
    SYMBOL_SIZE = 24,
    SYMBOL_FLAGS_AT = 20,
};

enum symbol_flag {
    SYMBOL_UNDEFINED = 1 << 3,
    SYMBOL_WEAK = 1 << 4,
    SYMBOL_GLOBAL = 1 << 10,
    SYMBOL_OF_FORMAT = 1 << 11,
};

static uint32_t word_at(struct view bytes, uint64_t at)
{
    struct view word = view_slice(bytes, at, WORD);
    const unsigned char *p = (const unsigned char *)word.data;
    return p ? p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24 : 0;
}

bool bitcode_is(struct view bytes)
{
    return view_starts_with(bytes, MAGIC);
}

/* ---- Blocks that hold one range of bytes ---- */

struct bits {
    struct view bytes;
    uint64_t at; /* in bits */
};

static uint32_t take(struct bits *b, unsigned count)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++, b->at++) {
        struct view byte = view_slice(b->bytes, b->at / 8, 1);
        if (byte.data)
            value |= (uint32_t)((unsigned char)*byte.data >> b->at % 8 & 1) << i;
    }
    return value;
}

/* A number in groups of `width` bits, the highest of which says that another follows. */
static uint64_t take_number(struct bits *b, unsigned width)
{
    uint64_t value = 0;
    uint32_t more = (uint32_t)1 << (width - 1), group = more;
    for (unsigned shift = 0; group & more && shift < 64; shift += width - 1) {
        group = take(b, width);
        value |= (uint64_t)(group & (more - 1)) << shift;
    }
    return value;
}

/* LLVM declares the form of the record in front of it, always the same: a constant and bytes. */
static struct view record_bytes(struct view block)
{
    enum { WIDTH = 3, DECLARE = 2, FIRST_DECLARED = 4, FORM_BYTES = 5 };
    struct view none = {NULL, 0};
    struct bits b = {block, 0};
    if (take(&b, WIDTH) != DECLARE || take_number(&b, 5) != 2 || take(&b, 1) != 1)
        return none;
    take_number(&b, 8);
    if (take(&b, 1) != 0 || take(&b, 3) != FORM_BYTES || take(&b, WIDTH) != FIRST_DECLARED)
        return none;
    uint64_t size = take_number(&b, 6);
    return view_slice(block, (b.at + 31) / 32 * WORD, size);
}

/* ---- The blocks of one bitcode ---- */

/* Size of the block at `at` with its two words; 0 if none is there. */
static uint64_t note_block(struct bitcode *b, struct view bytes, uint64_t at)
{
    uint32_t first = word_at(bytes, at);
    uint64_t size = (uint64_t)word_at(bytes, at + WORD) * WORD;
    struct view block = view_slice(bytes, at + 2 * WORD, size);
    if ((first & ((1 << ENTER_BITS) - 1)) != ENTER_BLOCK || !block.data)
        return 0;
    uint32_t id = first >> ENTER_BITS & 0xff;
    if (id == SYMTAB_BLOCK)
        b->symbols = record_bytes(block);
    if (id == STRTAB_BLOCK)
        b->names = record_bytes(block);
    return 2 * WORD + size;
}

static struct view without_padding(struct view bytes)
{
    uint64_t at = 0;
    while (at < bytes.size && bytes.data[at] == 0)
        at++;
    return view_slice(bytes, at, bytes.size - at);
}

bool bitcode_next(struct view *bytes, struct bitcode *out)
{
    uint64_t end = strlen(MAGIC);
    memset(out, 0, sizeof *out);
    *bytes = without_padding(*bytes);
    if (!bitcode_is(*bytes))
        return false;
    for (uint64_t size; (size = note_block(out, *bytes, end)) > 0; end += size)
        ;
    out->bytes = view_slice(*bytes, 0, end);
    struct view rest = without_padding(view_slice(*bytes, end, bytes->size - end));
    if (rest.size > 0 && !bitcode_is(rest))
        return false;
    *bytes = rest;
    return out->symbols.data && out->names.data && word_at(out->symbols, 0) == TABLE_VERSION;
}

/* The flag is a text among those of the module's metadata. */
bool bitcode_is_unified(const struct bitcode *b)
{
    return view_contains(b->bytes, "UnifiedLTO");
}

/* ---- Symbols ---- */

size_t bitcode_symbol_count(const struct bitcode *b)
{
    uint32_t count = word_at(b->symbols, TABLE_SYMBOLS_AT + WORD);
    return count <= b->symbols.size / SYMBOL_SIZE ? count : 0;
}

static enum bitcode_symbol_kind kind_of(uint32_t flags)
{
    if (!(flags & SYMBOL_GLOBAL) || flags & SYMBOL_OF_FORMAT)
        return BITCODE_SYMBOL_LOCAL;
    if (flags & SYMBOL_UNDEFINED)
        return BITCODE_SYMBOL_UNDEFINED;
    return flags & SYMBOL_WEAK ? BITCODE_SYMBOL_WEAK : BITCODE_SYMBOL_STRONG;
}

struct bitcode_symbol bitcode_symbol(const struct bitcode *b, size_t index)
{
    uint64_t at = word_at(b->symbols, TABLE_SYMBOLS_AT) + (uint64_t)index * SYMBOL_SIZE;
    struct view name =
        view_slice(b->names, word_at(b->symbols, at), word_at(b->symbols, at + WORD));
    return (struct bitcode_symbol){name, kind_of(word_at(b->symbols, at + SYMBOL_FLAGS_AT))};
}
