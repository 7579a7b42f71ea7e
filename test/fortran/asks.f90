! Fortran that asks for derivatives itself: reverse, forward, with a result.
module entries
  use iso_c_binding
  implicit none
  integer(c_int), bind(c, name="enzyme_dup") :: enzyme_dup
  integer(c_int), bind(c, name="enzyme_const") :: enzyme_const
  integer(c_int), bind(c, name="enzyme_out") :: enzyme_out
  interface
    subroutine reverse(f, n_is, n, x_is, x, dx, y_is, y, dy) bind(c, name="__enzyme_autodiff_map")
      import
      type(c_funptr), value :: f
      integer(c_int), value :: n_is, x_is, y_is
      integer(c_int) :: n
      real(c_double) :: x(*), dx(*), y, dy
    end subroutine
    subroutine reverse_singles(f, n_is, n, x_is, x, dx, y_is, y, dy) &
        bind(c, name="__enzyme_autodiff_singles")
      import
      type(c_funptr), value :: f
      integer(c_int), value :: n_is, x_is, y_is
      integer(c_int) :: n
      real :: x(*), dx(*), y, dy
    end subroutine
    subroutine forward(f, n_is, n, x_is, x, dx, y_is, y, dy) bind(c, name="__enzyme_fwddiff_map")
      import
      type(c_funptr), value :: f
      integer(c_int), value :: n_is, x_is, y_is
      integer(c_int) :: n
      real(c_double) :: x(*), dx(*), y, dy
    end subroutine
    real(c_double) function slope(f, x_is, x) bind(c, name="__enzyme_autodiff_scalar")
      import
      type(c_funptr), value :: f
      integer(c_int), value :: x_is
      real(c_double), value :: x
    end function
  end interface
contains
  subroutine energy(n, x, y) bind(c)
    integer(c_int), intent(in) :: n
    real(c_double), intent(in) :: x(n)
    real(c_double), intent(out) :: y
    y = sum(x**3) + product(x)
  end subroutine

  subroutine singles(n, x, y) bind(c)
    integer(c_int), intent(in) :: n
    real, intent(in) :: x(n)
    real, intent(out) :: y
    y = sum(x(2:)**2) + maxval(x) * dot_product(x, x) + norm2(x)
  end subroutine

  real(c_double) function square(x) bind(c)
    real(c_double), value :: x
    square = x * x
  end function
end module

program asks
  use entries
  implicit none
  integer(c_int) :: n = 4
  real(c_double) :: x(4) = [1, 2, 3, 4], dx(4) = 0, v(4) = [1, -1, 2, 0], y, dy
  real :: s(3) = [3, 0, 4], ds(3) = 0, t, dt
  y = 0
  dy = 1
  call reverse(c_funloc(energy), enzyme_const, n, enzyme_dup, x, dx, enzyme_dup, y, dy)
  call expect(dx, 3 * x**2 + 24 / x)
  dy = 0
  call forward(c_funloc(energy), enzyme_const, n, enzyme_dup, x, v, enzyme_dup, y, dy)
  call expect([dy, y], [dot_product(dx, v), 124.0_c_double])
  call expect([slope(c_funloc(square), enzyme_out, 3.0_c_double)], [6.0_c_double])
  t = 0
  dt = 1
  call reverse_singles(c_funloc(singles), enzyme_const, 3, enzyme_dup, s, ds, enzyme_dup, t, dt)
  call expect(real(ds, c_double), [24.6_c_double, 0.0_c_double, 65.8_c_double], 1e-6_c_double)
contains
  subroutine expect(is, should, within)
    real(c_double), intent(in) :: is(:), should(:)
    real(c_double), intent(in), optional :: within
    real(c_double) :: relative
    relative = 1e-12_c_double
    if (present(within)) relative = within
    if (all(abs(is - should) <= relative * abs(should))) return
    print *, 'is', is, 'should be', should
    error stop
  end subroutine
end program
