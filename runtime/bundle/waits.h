/* When a thread gets a number for a call by which threads wait for each other (../waits.def): TURN_
 * IN_FRONT or BEHIND of it, then what the def says. `taken`: IF_TAKEN holds. */
#ifndef ENZ_BUNDLE_WAITS_H
#define ENZ_BUNDLE_WAITS_H
#include "../thread.h"

#define TURN_IN_FRONT_IN_FRONT      enz_rt_turn()
#define TURN_IN_FRONT_AROUND        enz_rt_turn()
#define TURN_IN_FRONT_BEHIND        (void)0
#define TURN_IN_FRONT_IF_TAKEN      (void)0
#define TURN_BEHIND_IN_FRONT(taken) (void)0
#define TURN_BEHIND_IF_TAKEN(taken) (taken) ? (void)enz_rt_turn() : (void)0
#define TURN_BEHIND_AROUND(taken)   enz_rt_turn()
#define TURN_BEHIND_BEHIND(taken)   enz_rt_turn()

#endif
