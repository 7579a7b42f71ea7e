# Builds an example with its own Makefile in a fresh copy and runs it.
#
# Variables: EXAMPLE, SOURCE (this folder), WORK (the copy), CC, OPT, MAKE.
# The program's exit status decides. The data are read where they are.
file(REMOVE_RECURSE ${WORK})
file(COPY ${SOURCE}/${EXAMPLE} ${SOURCE}/common DESTINATION ${WORK}
    PATTERN "*.o" EXCLUDE PATTERN "*.a" EXCLUDE PATTERN "${EXAMPLE}/${EXAMPLE}" EXCLUDE)
execute_process(
    COMMAND ${MAKE} -C ${WORK}/${EXAMPLE} CC=${CC} CFLAGS=-${OPT} CXXFLAGS=-${OPT}
        DATA=${SOURCE}/data/${EXAMPLE} run
    RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "make CC=${CC} CFLAGS=-${OPT} run: ${status}")
endif()
