# Builds an example with its own Makefile in a fresh copy and runs it.
#
# Variables: EXAMPLE, SOURCE (this folder), WORK (the copy), CC, OPT, MAKE, MPI (a library). In the
# environment: MPI_YIELD (test/mpi/yield.c).
# The program's exit status decides, and what it prints if the example has that in expected.txt.
# The data are read where they are.
set(goal run)
if(EXISTS ${SOURCE}/${EXAMPLE}/expected.txt)
    set(goal check)
endif()
file(REMOVE_RECURSE ${WORK})
file(COPY ${SOURCE}/${EXAMPLE} ${SOURCE}/common DESTINATION ${WORK}
    PATTERN "*.o" EXCLUDE PATTERN "*.a" EXCLUDE PATTERN "${EXAMPLE}/${EXAMPLE}" EXCLUDE)
set(run mpirun.${MPI})
if(MPI STREQUAL "mpich")
    string(APPEND run " -genv LD_PRELOAD $ENV{MPI_YIELD}")
endif()
execute_process(
    COMMAND ${MAKE} -C ${WORK}/${EXAMPLE} CC=${CC} CFLAGS=-${OPT} CXXFLAGS=-${OPT}
        MPICC=mpicc.${MPI} MPIRUN=${run} DATA=${SOURCE}/data/${EXAMPLE} ${goal}
    RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "make CC=${CC} CFLAGS=-${OPT} ${goal}: ${status}")
endif()
