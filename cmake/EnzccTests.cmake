# The tiers of the tests: those of label `quick` are what `./check quick` runs, with
# TEST_TIER=quick in the environment, which lets scripts take a part of their variants; those whose
# only label is `levels` are left to `./check levels`.

# What takes longer than four seconds by itself, and so is not in the quick tier.
set(not_quick
  blas.cblas_s.program.O2 cxx.exceptions.algorithms cxx.odeint.decay cxx.threads.asyncs
  docs.diagnostics docs.example.cxx_futures docs.site driver.jobserver driver.options
  examples.kalman.O1 fortran.driver fuzz.grids libcxx.cxx23.adaptors libcxx.exceptions.algorithms
  math.special mpi.mpich.nonblocking mpi.openmpi.blocking programs.long.statements_in_pieces
  programs.openmp.applications programs.openmp_in_order.sums programs.schedule.nests
  sanitized.cxx.threads.asyncs sanitized.programs.openmp_in_order.bits shared.boundary.classes
  shared.eigen_programs.archive split.long.statements_in_pieces split.openmp.applications
  split.openmp_in_order.bits style.format)

# quick_tests(TEST...): tests of this folder that belong to the quick tier, but for those.
function(quick_tests)
  set(tests ${ARGN})
  list(REMOVE_ITEM tests ${not_quick})
  if(tests)
    set_property(TEST ${tests} APPEND PROPERTY LABELS quick)
  endif()
endfunction()

# long_tests(SECONDS TEST...): about how long they take; ctest starts the longest first.
function(long_tests seconds)
  set_property(TEST ${ARGN} PROPERTY COST ${seconds})
endfunction()

# in_turn(COUNT TEST): one test in COUNT of those that are given here, by its name, is among the
# tests of `./check`; the others have the label `levels` alone.
function(in_turn count test)
  string(MD5 hash ${test})
  string(SUBSTRING ${hash} 0 6 hash)
  math(EXPR turn "0x${hash} % ${count}")
  if(turn)
    set_tests_properties(${test} PROPERTIES LABELS levels)
  endif()
endfunction()

# The library of test/mpi/yield.c, for processes of MPICH.
set(MPI_YIELD_DIR ${CMAKE_BINARY_DIR}/test/mpi)
set(MPI_YIELD ${MPI_YIELD_DIR}/libmpi_yield.so)
