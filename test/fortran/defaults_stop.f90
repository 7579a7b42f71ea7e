! stops: defaults_stop.f90:17: in a derivative: components of what is allocated have default values
! Memory that the library would set when it is allocated.
module defaults
  use iso_c_binding
  implicit none
  type node
    real(c_double) :: value = 2
    type(node), pointer :: next => null()
  end type
contains
  real(c_double) function listed(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    type(node), pointer :: nodes(:)
    integer :: failed

    allocate(nodes(n), stat=failed)
    listed = nodes(1)%value * x(1)
  end function
end module
