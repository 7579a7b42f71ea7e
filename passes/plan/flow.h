/* Minimum cuts of directed graphs with capacities: maximum flow by Dinic's algorithm (1970). */
#ifndef ENZCC_PLAN_FLOW_H
#define ENZCC_PLAN_FLOW_H
#include "base/bits.h"

/* More than all capacities of edges that may be cut add up to. */
#define FLOW_INFINITE (UINT64_C(1) << 62)

struct flow;
/* Vertex 0 is the source, vertex 1 the sink. */
enum { FLOW_SOURCE, FLOW_SINK };
struct flow *flow_new(struct arena *a, unsigned vertices);
void flow_edge(struct flow *g, unsigned from, unsigned to, uint64_t capacity);
/* The vertices on the sink's side of a minimum cut; of several, the one that is nearest to the
 * sink. All edges must have been added. */
struct bits flow_cut(struct flow *g);
#endif
