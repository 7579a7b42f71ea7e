/* Integer arithmetic on the bits of active floating-point values: which parts of the result are
 * which parts of an operand. */
#ifndef ENZCC_FACTS_LANES_H
#define ENZCC_FACTS_LANES_H
#include "facts/activity.h"

enum lane_action {
    LANE_KEEP,
    LANE_NEGATE,
    LANE_CLEAR,
    LANE_SET /* the sign bit */
};
struct lane_source {
    int lane; /* of the operand; -1 = none */
    enum lane_action action;
};
enum { LANES_MAX = 64 };
struct lanes {
    LLVMTypeRef type, from; /* adjoint types of the result and of the operand */
    unsigned count;         /* of the result */
    struct lane_source source[LANES_MAX];
    bool needs_value; /* the value of the operand says which sign its derivative has */
};

/* The number of elements of a vector, or 1. */
unsigned lanes_of_type(LLVMTypeRef t);
/* Moves elements of a vector of integers, which carry lanes. */
bool lanes_move_elements(LLVMValueRef inst);
/* For each lane of the result of an instruction where it comes from in operand k, whose adjoint is
 * of type `operand` (or NULL). False if it is no arithmetic on lanes. */
bool lanes_from_operand(struct activity_context *c, const struct func *f, LLVMValueRef inst,
                        unsigned k, LLVMTypeRef operand, struct lanes *out);
/* Number bits go straight through arithmetic into a number, or the other way round: there is no
 * other reading. */
bool lanes_are_certain(LLVMValueRef inst);
/* The integer is taken out of the bits of a floating-point value. */
bool lanes_is_part_of_value(LLVMValueRef integer);
bool lanes_is_value(LLVMValueRef integer); /* the bits of one floating-point value, all of them */
/* Call v makes a number of bits in a way that has no derivative (CALL_NONDIFFERENTIABLE), whatever
 * the run does; or one of which nobody may ask. */
bool lanes_nondifferentiable(struct activity_context *c, const struct func *f, unsigned v);
bool lanes_unused(const struct func *f, unsigned v);
#endif
