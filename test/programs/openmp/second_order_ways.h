/* Second derivatives of f in each combination of modes, and a check of all of them: f with regions
 * against serial_f without. */
#ifndef SECOND_ORDER_WAYS_H
#define SECOND_ORDER_WAYS_H
#include "teams.h"
#include "oracle_second_order.h"
#endif
