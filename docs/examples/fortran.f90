! The energy of a rod after some steps of diffusion, and how it depends on where it was warm.
module rod
  use iso_c_binding
  implicit none
  integer(c_int), bind(c, name="enzyme_const") :: enzyme_const
  integer(c_int), bind(c, name="enzyme_dup") :: enzyme_dup
  interface
    subroutine differentiate(f, u_is, u, du, steps_is, steps, e_is, e, de) &
        bind(c, name="__enzyme_autodiff_energy")
      import
      type(c_funptr), value :: f
      integer(c_int), value :: u_is, steps_is, e_is
      real(c_double) :: u(*), du(*), e, de
      integer(c_int) :: steps
    end subroutine
  end interface
contains
  subroutine energy(u, steps, e) bind(c)
    real(c_double), intent(in) :: u(6)
    integer(c_int), intent(in) :: steps
    real(c_double), intent(out) :: e
    real(c_double), allocatable :: now(:)
    integer :: step
    now = u
    do step = 1, steps
      now(2:5) = now(2:5) + 0.25d0 * (now(1:4) - 2 * now(2:5) + now(3:6))
    end do
    e = dot_product(now, now) / 2
  end subroutine
end module

program warm
  use rod
  implicit none
  real(c_double) :: u(6) = [0, 0, 4, 0, 0, 0], du(6) = 0, e = 0, de = 1
  call differentiate(c_funloc(energy), enzyme_dup, u, du, enzyme_const, 2, enzyme_dup, e, de)
  print '(a, f7.4)', 'energy', e
  print '(a, 6f8.4)', 'gradient', du
end program
