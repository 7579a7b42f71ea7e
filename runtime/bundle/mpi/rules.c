/* Rules of MPI for one binary interface (abi.h): MPI_OF_OPENMPI or MPI_OF_MPICH.
 *
 * Whether a message has a derivative is decided at run time by its type alone, so that both ends
 * agree: numbers have one, also where they are not active at this end, integers have none. Whoever
 * has no shadow for what it sends or receives takes part with zeros. */
#pragma clang diagnostic ignored "-Wunused-parameter"
#include "abi.h"
#include "elements.h"
#include "channel.h"
#include "glue.h"
#include "point.h"
#include "probe.h"
#include "requests.h"
#include "persistent.h"
#include "collectives.h"
#include "started.h"
#include "local.h"
#include "files.h"
#include "operations.h"
#include "neighbors.h"
#include "handles.h"
#include "windows.h"
#include "again.h" /* behind all others: parameters are more there */
