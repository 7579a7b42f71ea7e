# enzcc_product(<target>): a target that is installed. It lies in the build tree
# where it will lie in an installation, because the driver looks for its files
# from its own path.
function(enzcc_product target)
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${ENZCC_LIBDIR}
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${ENZCC_LIBDIR})
  install(TARGETS ${target}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${ENZCC_LIBDIR}
    ARCHIVE DESTINATION ${ENZCC_LIBDIR})
endfunction()
