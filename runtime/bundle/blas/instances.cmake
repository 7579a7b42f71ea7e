# The precisions and calling conventions that rules.c is compiled for, as
#   CONVENTION:SUFFIX:INTEGER:FORTRAN_SUFFIX
# SUFFIX stands behind the name of a routine, FORTRAN_SUFFIX behind those that a
# rule calls in Fortran.
set(blas_conventions
  FORTRAN:_:int:_ FORTRAN::int: FORTRAN:_64_:int64_t:_64_ FORTRAN:64_:int64_t:64_
  CBLAS::int: CBLAS:_64:int64_t: CBLAS:64_:int64_t:
  LAPACKE::int:_ LAPACKE:_64:int64_t:_64_ LAPACKE:64_:int64_t:64_)
set(blas_instances)
foreach(convention IN LISTS blas_conventions)
  list(APPEND blas_instances d:double:${convention} s:float:${convention})
endforeach()

# The name of an instance, for files, and what to compile rules.c with.
function(blas_instance_flags instance name_variable flags_variable)
  string(REPLACE ":" ";" fields "${instance}")
  list(GET fields 0 prefix)
  list(GET fields 1 real)
  list(GET fields 2 convention)
  list(GET fields 3 suffix)
  list(GET fields 4 integer)
  list(GET fields 5 fortran_suffix)
  string(TOLOWER "${convention}_${prefix}${suffix}" name)
  set(${name_variable} ${name} PARENT_SCOPE)
  set(${flags_variable} -DSTYLE_${convention}=1 -DPREFIX=${prefix} -DREAL=${real} -DSUFFIX=${suffix}
    -DINT=${integer} -DFORTRAN_SUFFIX=${fortran_suffix} PARENT_SCOPE)
endfunction()
