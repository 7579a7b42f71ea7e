! flags: -fopenmp
! Loops that threads share.
module teams
  use iso_c_binding
  implicit none
contains
  real(c_double) function stencil(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double) :: u(n), v(n), total
    integer :: i, step
    u = x
    v = x
    do step = 1, 3
      !$omp parallel do private(i)
      do i = 2, n - 1
        v(i) = u(i) + 0.1d0 * (u(i-1) - 2 * u(i) * u(i) + u(i+1))
      end do
      !$omp end parallel do
      u = v
    end do
    total = 0
    !$omp parallel do reduction(+:total)
    do i = 1, n
      total = total + sin(u(i)) * x(1)
    end do
    stencil = total
  end function
end module
