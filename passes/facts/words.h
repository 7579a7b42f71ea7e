/* Words: integers as wide as an address that may be one, or that one is calculated from. */
#ifndef ENZCC_FACTS_WORDS_H
#define ENZCC_FACTS_WORDS_H
#include "base/vec.h"
#include "facts/activity.h"

/* An address kept in an integer, with flags in some bits perhaps, becomes a pointer again. */
bool words_feeds_pointer(struct activity_context *c, const struct func *f, LLVMValueRef v);
bool words_is_word(struct activity_context *c, LLVMValueRef v);
/* In a program that calculates addresses from integers in memory: an address is, or may be, made of
 * this one, here or where it goes. Constants may be. */
bool words_may_be(struct activity_context *c, const struct func *f, LLVMValueRef v);
/* What a narrower integer has of words: casts that narrow one, and loads where one may lie. */
struct narrow_roots {
    VEC(LLVMValueRef) items;
    bool phi;     /* they come through phis of several */
    bool certain; /* part of an address is among them */
};
void words_narrow_roots(struct activity_context *c, const struct activity_facts *a,
                        struct arena *arena, LLVMValueRef v, struct narrow_roots *roots);
/* How the shadow word of what an instruction calculates is made of those of its operands. */
enum word_rule {
    WORD_NONE,       /* it calculates no word */
    WORD_CALCULATED, /* as the word itself is */
    WORD_JOINED,     /* marks are put into an address, or two parts are laid together */
    WORD_MASKED,     /* an address with some bits left out, or such bits */
    WORD_REST,       /* how far an address is behind a multiple of a number */
    WORD_OTHER,      /* it is no address: there is one if all operands are their own */
    WORD_WIDENED,    /* the same of a narrower integer */
    WORD_LANE,       /* vectors are not followed */
};
enum word_rule words_rule(struct activity_context *c, LLVMValueRef inst);
/* inst is a word that a narrower integer was made. */
bool words_is_widened(struct activity_context *c, LLVMValueRef inst);
/* Notes for the context whether it is such a program. */
void words_note(struct activity_context *c, const struct activity_facts *a, LLVMValueRef inst);
/* The integer is the result of arithmetic, or one of several of which some are. */
bool words_is_calculated(LLVMValueRef v);
#endif
