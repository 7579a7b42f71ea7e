! stops: components_stop.f90:16: in a derivative: a derived type has allocatable components
! An assignment that copies what components lead to.
module components
  use iso_c_binding
  implicit none
  type field
    real(c_double), allocatable :: u(:)
  end type
contains
  real(c_double) function copied(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    type(field) :: a, b
    allocate(a%u(n))
    a%u = x
    b = a
    copied = sum(b%u)
  end function
end module
