# The tiers of the tests: those of label `quick` are what `./check quick` runs, with
# TEST_TIER=quick in the environment, which lets scripts take a part of their variants.

# quick_tests(TEST...): tests of this folder that belong to the quick tier.
function(quick_tests)
  set_property(TEST ${ARGN} APPEND PROPERTY LABELS quick)
endfunction()

# long_tests(SECONDS TEST...): about how long they take; ctest starts the longest first.
function(long_tests seconds)
  set_property(TEST ${ARGN} PROPERTY COST ${seconds})
endfunction()
